import type { Parts } from "./fake-parts";
import type {
  EndedDestinationView,
  GrantView,
  LifetimeView,
  ReachabilityView,
  View,
  Warning,
  WideningView,
} from "./types";

const HOUR = 3_600_000;

export type AllAgain = Extract<WideningView, { kind: "grantAllAgain" }>;

/** What ended and can be given again, played in memory. */
export class FakeEnded {
  folders: View["ended"] = [];
  destinations: EndedDestinationView[] = [];
  /** What stands where a folder was, if it is not the folder. */
  gone = new Map<string, ReachabilityView>();

  /** What there is to know of folders, by their paths. */
  warnings = new Map<string, Warning[]>();

  #parts: Parts;
  #lifetimes = new Map<number, LifetimeView>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  end(grant: GrantView, why: View["ended"][number]["why"]): void {
    const { server, folder, access, lifetime } = grant;
    const id = this.#parts.id();
    this.#lifetimes.set(id, lifetime);
    this.folders = [{ id, server, folder, access, at: Date.now(), why }, ...this.folders];
  }

  endDestination(server: number, destination: string, lifetime: LifetimeView): void {
    const id = this.#parts.id();
    this.#lifetimes.set(id, lifetime);
    const ended = { id, server, destination, at: Date.now() };
    this.destinations = [ended, ...this.destinations];
  }

  forget(id: number): void {
    this.folders = this.folders.filter((it) => it.id !== id);
    this.destinations = this.destinations.filter((it) => it.id !== id);
  }

  forgetServer(id: number): void {
    this.folders = this.folders.filter(({ server }) => server !== id);
    this.destinations = this.destinations.filter(({ server }) => server !== id);
  }

  /** Which of these were a server's. */
  of(server: number, ids: number[]): number[] {
    const all = [...this.folders, ...this.destinations];
    return all.filter((it) => it.server === server && ids.includes(it.id)).map(({ id }) => id);
  }

  /** Folders that are given again only with their names typed. */
  byName(ids: number[]): View["ended"] {
    return this.folders.filter(
      ({ id, folder }) =>
        ids.includes(id) &&
        !this.gone.has(folder.path) &&
        this.warningsOf(folder).some(({ level }) => level === "red"),
    );
  }

  /** What is asked before all of these are given again; null where none can be. */
  all(ids: number[]): AllAgain | null {
    const meant = this.folders.filter(({ id }) => ids.includes(id));
    const isLost = ({ folder }: (typeof meant)[number]) => this.gone.has(folder.path);
    const folders = meant.filter((it) => !isLost(it)).map((it) => this.#again(it));
    const lost = meant
      .filter(isLost)
      .map(({ server, folder }) => ({ server, folder, why: this.gone.get(folder.path)! }));
    const destinations = this.destinations
      .filter(({ id }) => ids.includes(id))
      .map(({ id, server, destination }) => ({
        ended: id,
        server,
        destination,
        anywhere: destination === "*",
        lifetime: this.#lifetime(id),
      }));
    if (folders.length + destinations.length === 0) return null;
    return { kind: "grantAllAgain", folders, destinations, lost };
  }

  warningsOf({ path }: { path: string }): Warning[] {
    return this.warnings.get(path) ?? [];
  }

  #again({ id, server, folder, access }: View["ended"][number]) {
    const warnings = this.warningsOf(folder);
    return { ended: id, server, folder, access, lifetime: this.#lifetime(id), warnings };
  }

  #lifetime(id: number): LifetimeView {
    const was = this.#lifetimes.get(id) ?? { kind: "always" };
    const isOver = was.kind === "until" && was.at <= Date.now();
    return isOver ? { kind: "until", at: Date.now() + HOUR } : was;
  }
}
