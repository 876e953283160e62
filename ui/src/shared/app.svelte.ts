import { asFailure, type Backend, type Commands, type Stop } from "../backend/backend";
import type {
  AppChangeView,
  ArrivedView,
  ConsentView,
  Failure,
  GrantView,
  HostLost,
  ServerView,
  SessionView,
  SettingsView,
  View,
  WideningView,
} from "../backend/types";
import { changes } from "./changes";
import { focusOn } from "./focus";
import { t } from "./i18n";
import { speak } from "./language.svelte";

export type Screen =
  "welcome" | "access" | "servers" | "apps" | "requests" | "activity" | "settings";

/** The code of every command's failure once the host is gone. */
const GONE = "host-gone";

const screens: Screen[] = [
  "welcome",
  "access",
  "servers",
  "apps",
  "requests",
  "activity",
  "settings",
];

/** What a page that only watches asks. */
type Watched = { view(): Promise<View>; appChanges(): Promise<AppChangeView[]> };

/** What takes back what was just done, or asks for that. */
export type Undo = { text: string; act: () => Promise<unknown> };

/** What a whole page shares: the view of the app, the screen shown, and what was said. */
class App {
  view = $state.raw<View | null>(null);
  settings = $state.raw<SettingsView | null>(null);
  /** The changes of apps’ configs that wait for consent. */
  changes = $state.raw<AppChangeView[]>([]);
  /** What is to be looked at before it is added. */
  arrival = $state.raw<ArrivedView | null>(null);
  screen = $state<Screen>("access");
  server = $state<number | null>(null);
  /** What the screen of requests begins with, by its key. */
  request: string | null = null;
  dragging = $state(false);
  /** Failures that have no place of their own any more. */
  reports = $state.raw<{ id: number; failure: Failure }[]>([]);
  /** Why there is no view. */
  unreachable = $state.raw<Failure | null>(null);
  /** The host is gone: what the view says was so before that. */
  lost = $state.raw<HostLost | null>(null);
  /** The host was gone and is back, and nobody has taken note of it yet. */
  wasLost = $state(false);
  /** What a screen reader is told politely. */
  said = $state("");
  /** What is shown for a moment: it was done, and nothing is left to do about it. */
  toast = $state.raw<{ id: number; text: string; undo?: Undo | undefined } | null>(null);

  #backend: Backend | null = null;
  #stops: Stop[] = [];
  #lastReport = 0;
  #lastToast = 0;
  /** The next view is another host's, which counts from the beginning. */
  #another = false;

  /** Shows what the app says, and may ask it everything. */
  async connect(backend: Backend): Promise<void> {
    this.#backend = backend;
    const settings = backend.commands.settings().catch(asFailure);
    await this.watch(backend, [
      backend.on("settingsChanged", (settings) => {
        if (settings.speaks !== this.settings?.speaks) void speak(settings.speaks);
        this.settings = settings;
      }),
      backend.on("raised", (screen) => this.#raise(screen)),
      backend.on("dragging", (over) => (this.dragging = over)),
      backend.on("arrivalChanged", (arrival) => this.#arrive(arrival)),
    ]);
    const arrival = backend.commands.arrival().catch(() => null);
    const known = await settings;
    if ("code" in known) return this.unreachable ? undefined : this.report(known);
    this.settings = known;
    if (this.screen === "access") this.#raise("access");
    this.#arrive(await arrival);
  }

  /** Nothing is here yet, and the person has not said that the first steps are done. */
  get isNew(): boolean {
    const knows = this.view !== null && this.settings !== null && !this.settings.welcomed;
    return knows && this.grants.length === 0 && this.servers.every(({ bundled }) => bundled);
  }

  /** Who comes to a window with nothing in it is shown the first steps. */
  #raise(screen: string): void {
    this.go(screen === "access" && this.isNew ? "welcome" : screen);
  }

  #arrive(arrival: ArrivedView | null): void {
    this.arrival = arrival;
    if (arrival) this.go("servers");
  }

  /** Shows what the app says; `beside` is what a page listens to besides. */
  async watch(backend: Backend<Watched>, beside: Promise<Stop>[] = []): Promise<void> {
    this.disconnect();
    try {
      this.#stops = await Promise.all([
        backend.on("viewChanged", (view) => this.#show(view)),
        backend.on("hostLost", (lost) => this.#lose(lost)),
        backend.on("hostBack", () => this.#return(backend)),
        backend.on("appChangesChanged", (changes) => (this.changes = changes)),
        ...beside,
      ]);
      this.#show(await backend.commands.view());
      this.changes = await backend.commands.appChanges();
    } catch (thrown) {
      this.unreachable = asFailure(thrown);
    }
  }

  disconnect(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.view = null;
    this.settings = null;
    this.changes = [];
    this.arrival = null;
    this.unreachable = null;
    this.lost = null;
    this.wasLost = false;
    this.toast = null;
    this.#another = false;
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

  /** What ended and can be given again, by number. */
  get ended(): number[] {
    return this.#endings.map(({ id }) => id);
  }

  /** The same, of one server. */
  endedOf(server: number): number[] {
    return this.#endings.filter((it) => it.server === server).map(({ id }) => id);
  }

  get #endings(): { id: number; server: number }[] {
    const { ended, endedDestinations } = this.view ?? { ended: [], endedDestinations: [] };
    return [...ended, ...endedDestinations];
  }

  /** What apps use of a server, in the order in which they came. */
  sessionsOf(server: number): SessionView[] {
    return (this.view?.sessions ?? []).filter((session) => session.server === server);
  }

  /** What an app uses of any server, by what configs may call it. */
  sessionsBy(names: string[]): SessionView[] {
    return (this.view?.sessions ?? []).filter((session) => names.includes(session.app));
  }

  /** Whether the person is asked in the place of an app, by what configs may call it. */
  standsInFor(names: string[]): boolean {
    return (this.view?.standIns ?? []).some((name) => names.includes(name));
  }

  serverOf(id: number): ServerView | undefined {
    return this.servers.find((server) => server.id === id);
  }

  /** What was asked for that way and waits for a person to consent. */
  awaited(is: (what: WideningView) => boolean): ConsentView | undefined {
    return this.view?.consents.find(({ what }) => is(what));
  }

  go(screen: string): void {
    const known = screens.find((name) => name === screen);
    if (known) this.screen = known;
  }

  /** Goes to what waits for the person, by its key. */
  answer(request: string): void {
    this.request = request;
    this.go("requests");
    focusOn(request);
  }

  /** Whether that is told by the page as a whole, and not where it was asked. */
  tells(failure: Failure): boolean {
    return failure.code === GONE;
  }

  /** Tells a failure at the top of the page. That the host is gone is told once. */
  report(failure: Failure): void {
    if (this.tells(failure)) {
      if (this.lost) return;
      this.#forgetGone();
    }
    this.reports = [{ id: ++this.#lastReport, failure }, ...this.reports].slice(0, 20);
  }

  dismissReport(id: number): void {
    this.reports = this.reports.filter((report) => report.id !== id);
  }

  say(text: string): void {
    this.said = text;
  }

  /** Says that something was done, to the eye as well, and how it can be undone. */
  tell(text: string, undo?: Undo): void {
    this.say(text);
    this.toast = { id: ++this.#lastToast, text, undo };
  }

  #lose(lost: HostLost): void {
    this.lost = lost;
    this.wasLost = false;
    this.#another = true;
    this.#forgetGone();
  }

  #forgetGone(): void {
    this.reports = this.reports.filter(({ failure }) => !this.tells(failure));
  }

  async #return(backend: Backend<Watched>): Promise<void> {
    const lost = this.lost;
    this.#another = true;
    try {
      this.#show(await backend.commands.view());
    } catch (thrown) {
      return this.report(asFailure(thrown));
    }
    // It may be gone once more.
    if (this.lost !== lost) return;
    this.lost = null;
    this.unreachable = null;
    this.wasLost = lost !== null;
    this.say(t("host-back"));
  }

  #show(view: View): void {
    const before = this.view;
    const another = this.#another;
    if (before && !another && view.sequence <= before.sequence) return;
    this.view = view;
    this.#another = false;
    if (!before || another) return;
    const news = changes(before, view);
    if (news.length > 0) this.say(news.join(" "));
  }
}

export const app = new App();
