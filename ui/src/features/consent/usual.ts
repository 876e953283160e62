import { lifetimeChoices, type NamedLifetime } from "../../shared/words";

declare global {
  interface Window {
    paddockLifetime?: string;
  }
}

/** What is chosen already where it is asked for how long: as the app says, if it is a choice. */
export function usualLifetime(): NamedLifetime {
  return lifetimeChoices.find((it) => it === window.paddockLifetime) ?? "always";
}
