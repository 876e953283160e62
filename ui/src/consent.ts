import { speaking } from "./speaking";
import { mount } from "svelte";
import "./app.css";
import type { Backend, ConsentCommands } from "./backend/backend";
import { tauri } from "./backend/tauri";
import ConsentPage from "./features/consent/ConsentPage.svelte";
import { app } from "./shared/app.svelte";
import { beAWindow } from "./shared/page";

void start();

async function start(): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("the page has no place for what it asks");
  await speaking;
  const backend = await chosen();
  beAWindow(backend);
  await app.watch(backend);
  mount(ConsentPage, { target, props: { backend } });
}

/** The demo carries the fake with it; every other build holds no trace of it. */
async function chosen(): Promise<Backend<ConsentCommands>> {
  if (import.meta.env.MODE !== "demo") return tauri;
  const { consentDemo } = await import("./backend/demo");
  return consentDemo();
}
