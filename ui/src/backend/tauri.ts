import type { Backend, Commands, ConsentCommands, Events } from "./backend";
import { commands, events } from "./bindings";

type Listen<K extends keyof Events> = (
  callback: (event: { payload: Events[K] }) => void,
) => Promise<() => void>;

const sources: { [K in keyof Events]: { listen: Listen<K> } } = events;

/** The app behind the window. It carries out for each page what that page may ask. */
export const tauri: Backend<Commands & ConsentCommands> = {
  commands,
  on: (kind, listener) => sources[kind].listen((event) => listener(event.payload)),
};
