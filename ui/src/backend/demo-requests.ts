import type { Fake } from "./fake";
import type { FieldKind, FieldView, FormView, SamplingView, ToolView, UrlView } from "./types";

/** What a request for sampling says when it says no more. */
export const plainSampling: { kind: "sampling" } & SamplingView = {
  kind: "sampling",
  systemPrompt: null,
  messages: [],
  includeContext: null,
  tools: [],
  toolChoice: null,
  hints: [],
  priorities: { cost: null, speed: null, intelligence: null },
  maxTokens: 400,
  temperature: null,
  stopSequences: [],
  chosen: null,
  chosenByHint: null,
  answer: null,
};

const text: Extract<FieldKind, { kind: "text" }> = {
  kind: "text",
  minLength: null,
  maxLength: null,
  pattern: null,
  format: null,
};

function field(name: string, title: string, kind: FieldKind, rest: Partial<FieldView> = {}) {
  return { name, title, kind, description: null, required: false, default: null, ...rest };
}

function tool(name: string, description: string): ToolView {
  const schema = JSON.stringify({ type: "object" });
  return { name, title: null, description, schema, outputSchema: null, claims: [], task: null };
}

const options = (...titles: string[]) =>
  titles.map((title) => ({ value: title.toLowerCase(), title }));

const report: { kind: "sampling" } & SamplingView = {
  ...plainSampling,
  systemPrompt: "You write release notes. Be brief, and name what users will notice.",
  messages: [
    {
      role: "user",
      parts: [
        {
          kind: "text",
          text: "Summarise these changes for the release notes of acme 4.2:\n\n- checkout: keep the cart when a payment is refused\n- search: find orders by the last four digits\n- api: /v1/quotes is gone, use /v2/quotes",
        },
      ],
    },
  ],
  includeContext: "thisServer",
  hints: ["qwen3", "claude-haiku"],
  priorities: { cost: 0.8, speed: 0.5, intelligence: 0.2 },
  temperature: 0.3,
  stopSequences: ["\n\n\n"],
  tools: [
    tool("read_changelog", "Read the entries of one release."),
    tool("find_issue", "Find an issue by its number."),
  ],
  toolChoice: "auto",
};

const ticket: { kind: "form" } & FormView = {
  kind: "form",
  message: "To open the ticket I need a few details that are not in the repository.",
  fields: [
    field("title", "Title", { ...text, minLength: 5, maxLength: 80 }, { required: true }),
    field(
      "component",
      "Component",
      { kind: "choice", options: options("Checkout", "Search", "API") },
      {
        required: true,
        default: '"checkout"',
      },
    ),
    field(
      "labels",
      "Labels",
      {
        kind: "choices",
        options: options("Bug", "Regression", "Security"),
        minItems: null,
        maxItems: 2,
      },
      { default: '["bug"]' },
    ),
    field(
      "estimate",
      "Estimate",
      { kind: "number", minimum: 1, maximum: 40, integer: true },
      {
        description: "In hours.",
      },
    ),
    field("due", "Due", { ...text, format: "date" }),
    field(
      "contact",
      "Contact",
      { ...text, format: "email" },
      {
        description: "Who is asked when something is unclear.",
      },
    ),
    field("watch", "Keep me informed", { kind: "boolean" }, { default: "true" }),
  ],
};

const login: { kind: "url" } & UrlView = {
  kind: "url",
  message: "Sign in to the tracker, so that I may file tickets in your name.",
  before: "https://",
  domain: "tracker.acme.example",
  after: "/oauth/authorize?client_id=paddock-demo&scope=tickets%3Awrite&state=4f1c2b7a90",
  unicodeDomain: null,
  warnings: [],
};

/** Servers that ask, models to answer, and something that was missed. */
export function furnishRequests(fake: Fake): void {
  const minutes = (count: number) => ({ at: Date.now() - count * 60_000 });
  fake.requests.providers.furnish("Ollama", "http://127.0.0.1:11434/v1", { preferred: "qwen3:8b" });
  fake.requests.providers.furnish("Anthropic", "https://api.anthropic.com", { key: "kept" });
  fake.requests.nextAnswer(
    "acme 4.2 keeps your cart when a payment is refused, and finds orders by the last four digits of their number.\n\nIf you use the API: /v1/quotes is gone. Use /v2/quotes in its place.",
  );
  const over = fake.asks("memory", { ...ticket, message: "Which project is this note about?" });
  fake.requests.end(over, "callEnded");
  fake.asks("filesystem", report, { ...minutes(6), during: "write_release_notes" });
  fake.asks("filesystem", ticket, { ...minutes(4), during: "create_ticket" });
  fake.asks("memory", login, { ...minutes(1), during: "connect" });
}
