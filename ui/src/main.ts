import { speaking } from "./speaking";
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import type { Backend } from "./backend/backend";
import { tauri } from "./backend/tauri";
import { loadAhead, loadScreen } from "./screens.svelte";
import { app } from "./shared/app.svelte";
import { beAWindow } from "./shared/page";

/** Milliseconds until the window shows that it waits. */
const PATIENCE = 200;

// Nothing is awaited outside of a function: a bundle of such modules has a file for each of them.
void start();

async function start(): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("the page has no place for the window");
  await speaking;
  const backend = await chosen();
  beAWindow(backend);
  // An answer is there sooner than a first picture is drawn, which then need not be drawn twice.
  const known = app.connect(backend).then(() => loadScreen(app.screen));
  await Promise.race([known, new Promise((over) => setTimeout(over, PATIENCE))]);
  // The frame that came with the page gives way to the same one, alive.
  target.replaceChildren();
  mount(App, { target, props: { backend } });
  await known;
  await loadAhead();
}

/** The demo carries the fake with it; every other build holds no trace of it. */
async function chosen(): Promise<Backend> {
  if (import.meta.env.MODE !== "demo") return tauri;
  const { demo } = await import("./backend/demo");
  return demo();
}
