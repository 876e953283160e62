import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import type { Backend } from "./backend/backend";
import { tauri } from "./backend/tauri";
import { app } from "./shared/app.svelte";
import { speakAsAsked } from "./shared/language.svelte";
import { beAWindow } from "./shared/page";

/** Milliseconds until the window shows that it waits. */
const PATIENCE = 200;

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the window");

await speakAsAsked();
const backend = await chosen();
beAWindow(backend);
// An answer is there sooner than a first picture is drawn, which then need not be drawn twice.
await Promise.race([app.connect(backend), new Promise((over) => setTimeout(over, PATIENCE))]);
mount(App, { target, props: { backend } });

/** The demo carries the fake with it; every other build holds no trace of it. */
async function chosen(): Promise<Backend> {
  if (import.meta.env.MODE !== "demo") return tauri;
  const { demo } = await import("./backend/demo");
  return demo();
}
