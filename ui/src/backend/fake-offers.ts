import type { OfferCommands } from "./backend";
import {
  contentOf,
  fakeIdeas,
  fakePrompts,
  fakeResources,
  fakeTemplates,
  fakeTools,
  preview,
} from "./fake-catalogue";
import { failure } from "./fake-failure";
import { FakeWire } from "./fake-wire";
import type { FakeServer } from "./fake-world";
import type {
  CallView,
  Completing,
  ContentView,
  Failure,
  ListsView,
  NamedValue,
  ProgressView,
  PromptedView,
  ToolView,
} from "./types";

/** What the offers need of the app around them. */
export type OfferWorld = {
  server: (id: number) => FakeServer;
  changed: () => void;
  progressed: (progress: ProgressView) => void;
};

const STEP = 500;
const STEPS = 6;

/** What servers offer, played in memory. */
export class FakeOffers {
  tools: ToolView[] = fakeTools;
  resources = fakeResources;
  templates = fakeTemplates;
  prompts = fakePrompts;

  #world: OfferWorld;
  #wires = new Map<number, FakeWire>();
  #calls = new Map<number, (failure: Failure) => void>();

  constructor(world: OfferWorld) {
    this.#world = world;
  }

  /** The server says that one of its lists changed. */
  listChanged(server: FakeServer, list: keyof ListsView): void {
    server.lists = { ...server.lists, [list]: server.lists[list] + 1 };
    this.wire(server).say("fromServer", "notification", `notifications/${list}/list_changed`, {});
    this.#world.changed();
  }

  /** A resource that is followed changes. */
  touch(server: FakeServer, uri: string): void {
    server.followed = server.followed.map((it) =>
      it.uri === uri ? { ...it, changes: it.changes + 1 } : it,
    );
    this.wire(server).say("fromServer", "notification", "notifications/resources/updated", { uri });
    this.#world.changed();
  }

  wire(server: FakeServer): FakeWire {
    let wire = this.#wires.get(server.id);
    if (!wire) {
      const since = server.state.kind === "running" ? server.state.since : Date.now();
      wire = new FakeWire(since, server.revision ?? "2025-11-25");
      this.#wires.set(server.id, wire);
    }
    return wire;
  }

  async listTools(id: number): Promise<ToolView[]> {
    this.#running(id);
    return this.tools;
  }

  call(id: number, tool: string, text: string, call: number): Promise<CallView> {
    return this.#cancellable(call, async (over) => {
      const server = this.#running(id);
      const args = JSON.parse(text) as Record<string, unknown>;
      if (tool === "wait_for_change") return new Promise<never>(() => undefined);
      if (tool === "reindex") await this.#steps(call, over);
      const given = tool === "preview" ? preview() : answered(tool, text, args);
      const content = given.parts;
      this.wire(server).exchange("tools/call", { name: tool, arguments: args }, { content });
      this.#world.changed();
      return given;
    });
  }

  cancel(call: number): void {
    this.#calls.get(call)?.(failure("call-cancelled"));
  }

  commands(): OfferCommands {
    return {
      resources: async (id) => {
        this.#running(id);
        return { resources: this.resources, templates: this.templates };
      },
      readResource: (id, uri, call) => this.#cancellable(call, async () => this.#read(id, uri)),
      readTemplate: (id, template, values, call) =>
        this.#cancellable(call, async () => this.#read(id, expanded(template, values))),
      followResource: async (id, uri, on) => {
        const server = this.#running(id);
        const rest = server.followed.filter((it) => it.uri !== uri);
        server.followed = on ? [...rest, { uri, changes: 0 }] : rest;
        const method = on ? "resources/subscribe" : "resources/unsubscribe";
        this.wire(server).exchange(method, { uri }, {});
        this.#world.changed();
      },
      prompts: async (id) => {
        this.#running(id);
        return this.prompts;
      },
      prompt: (id, name, values, call) =>
        this.#cancellable(call, async () => this.#prompt(id, name, values)),
      complete: async (id, completing) => this.#complete(id, completing),
      setLifecycle: async (id, lifecycle) => {
        this.#world.server(id).lifecycle = lifecycle;
        this.#world.changed();
      },
      setLimits: async (id, limits) => {
        const server = this.#world.server(id);
        server.limits = { ...server.limits, ...limits };
        this.#world.changed();
      },
      messages: async (id, filter) => this.wire(this.#world.server(id)).page(filter),
      reproduce: async (id, upto) => this.wire(this.#world.server(id)).script(upto),
    };
  }

  #running(id: number): FakeServer {
    const server = this.#world.server(id);
    if (server.state.kind !== "running") throw failure("server-not-running");
    return server;
  }

  #read(id: number, uri: string): ContentView {
    const server = this.#running(id);
    if (!uri.includes("://")) {
      this.wire(server).refuse("resources/read", { uri }, "no such resource");
      throw failure("call-failed", { reason: "no such resource" });
    }
    const parts = contentOf(uri);
    this.wire(server).exchange("resources/read", { uri }, { contents: parts });
    this.#world.changed();
    return { parts };
  }

  #prompt(id: number, name: string, values: NamedValue[]): PromptedView {
    const server = this.#running(id);
    const said = values.map((it) => `${it.name}: ${it.value}`).join("\n");
    const text = `Please look at this as a careful colleague would.\n${said}`.trim();
    this.wire(server).exchange("prompts/get", { name }, { messages: 2 });
    this.#world.changed();
    return {
      description: this.prompts.find((it) => it.name === name)?.description ?? null,
      messages: [
        { role: "user", parts: [{ kind: "text", text }, ...contentOf(fakeResources[3]!.uri)] },
        { role: "assistant", parts: [{ kind: "text", text: "I begin with what it promises." }] },
      ],
    };
  }

  #complete(id: number, { argument, value }: Completing): string[] {
    const server = this.#running(id);
    const ideas = (fakeIdeas[argument] ?? []).filter((it) => it.startsWith(value));
    this.wire(server).exchange("completion/complete", { argument, value }, { values: ideas });
    return ideas;
  }

  async #steps(call: number, over: () => boolean): Promise<void> {
    for (let step = 0; step < STEPS && !over(); step += 1) {
      const message = `Folder ${step + 1} of ${STEPS}`;
      this.#world.progressed({ call, progress: step, total: STEPS, message });
      await new Promise((done) => setTimeout(done, STEP));
    }
  }

  #cancellable<T>(call: number, act: (over: () => boolean) => Promise<T>): Promise<T> {
    let over = false;
    const cancelled = new Promise<never>((_, reject) =>
      this.#calls.set(call, (reason) => {
        over = true;
        reject(reason);
      }),
    );
    return Promise.race([act(() => over), cancelled]).finally(() => this.#calls.delete(call));
  }
}

function answered(tool: string, text: string, args: Record<string, unknown>): CallView {
  const isError = args["path"] === "/etc/shadow";
  return {
    isError,
    parts: [{ kind: "text", text: isError ? "access denied" : `${tool} ${text}` }],
    structured: tool === "search_files" ? JSON.stringify({ matches: 2 }, null, 2) : null,
    brokenPromise: null,
    milliseconds: 12,
  };
}

/** As much of RFC 6570 as the templates here use. */
function expanded(template: string, values: NamedValue[]): string {
  return template.replace(
    /\{\+?(\w+)\}/g,
    (_, name: string) => values.find((it) => it.name === name)?.value ?? "",
  );
}
