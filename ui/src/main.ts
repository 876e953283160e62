import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import type { Backend } from "./backend/backend";
import { tauri } from "./backend/tauri";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the window");

mount(App, { target, props: { backend: await chosen() } });

/** The demo carries the fake with it; every other build holds no trace of it. */
async function chosen(): Promise<Backend> {
  if (import.meta.env.MODE !== "demo") return tauri;
  const { demo } = await import("./backend/demo");
  return demo();
}
