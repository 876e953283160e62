import { asFailure, type Backend, type Commands, type Stop } from "../backend/backend";
import type { Failure, GrantView, ServerView, View } from "../backend/types";
import { changes } from "./changes";

export type Screen = "access" | "servers" | "requests" | "activity" | "settings";

const screens: Screen[] = ["access", "servers", "requests", "activity", "settings"];

/** What the whole window shares: the view of the app, the screen shown, and what was said. */
class App {
  view = $state.raw<View | null>(null);
  screen = $state<Screen>("access");
  server = $state<number | null>(null);
  dragging = $state(false);
  /** Failures that have no place of their own any more. */
  reports = $state.raw<{ id: number; failure: Failure }[]>([]);
  /** Why there is no view. */
  unreachable = $state.raw<Failure | null>(null);
  /** What a screen reader is told politely. */
  said = $state("");

  #backend: Backend | null = null;
  #stops: Stop[] = [];
  #lastReport = 0;

  async connect(backend: Backend): Promise<void> {
    this.disconnect();
    this.#backend = backend;
    this.unreachable = null;
    try {
      this.#stops = await Promise.all([
        backend.on("viewChanged", (view) => this.#show(view)),
        backend.on("raised", (screen) => this.go(screen)),
        backend.on("dragging", (over) => (this.dragging = over)),
      ]);
      this.#show(await backend.commands.view());
    } catch (thrown) {
      this.unreachable = asFailure(thrown);
    }
  }

  disconnect(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.view = null;
  }

  get backend(): Backend {
    if (!this.#backend) throw new Error("the window is not connected");
    return this.#backend;
  }

  get commands(): Commands {
    return this.backend.commands;
  }

  get servers(): ServerView[] {
    return this.view?.servers ?? [];
  }

  get grants(): GrantView[] {
    return this.view?.grants ?? [];
  }

  serverOf(id: number): ServerView | undefined {
    return this.servers.find((server) => server.id === id);
  }

  go(screen: string): void {
    const known = screens.find((name) => name === screen);
    if (known) this.screen = known;
  }

  report(failure: Failure): void {
    this.reports = [{ id: ++this.#lastReport, failure }, ...this.reports].slice(0, 20);
  }

  dismissReport(id: number): void {
    this.reports = this.reports.filter((report) => report.id !== id);
  }

  say(text: string): void {
    this.said = text;
  }

  #show(view: View): void {
    const before = this.view;
    if (before && view.sequence <= before.sequence) return;
    this.view = view;
    if (!before) return;
    const news = changes(before, view);
    if (news.length > 0) this.say(news.join(" "));
  }
}

export const app = new App();
