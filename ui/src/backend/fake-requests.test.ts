import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plainSampling } from "./demo-requests";
import { Fake } from "./fake";
import type { SamplingEdit } from "./types";

let fake: Fake;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-05-04T10:00:00Z") });
  fake = new Fake();
  fake.furnish();
  fake.requests.providers.furnish("Ollama", "http://127.0.0.1:11434/v1");
});
afterEach(() => vi.useRealTimers());

const plain: SamplingEdit = {
  model: null,
  maxTokens: null,
  temperature: null,
  systemPrompt: null,
  texts: [],
  allowNext: 0,
};
const server = () => fake.view().servers[0]!;
const phase = () => fake.view().requests[0]?.phase.kind;

test("an answer grows, waits for review and is delivered", async () => {
  const said: string[] = [];
  await fake.on("answerGrew", ({ text }) => said.push(text));
  const id = fake.asks("Files", plainSampling);
  fake.requests.nextAnswer("One two three.");
  await fake.commands.sendSampling(id, plain);
  expect(phase()).toBe("answering");
  vi.advanceTimersByTime(1_000);
  expect(phase()).toBe("review");
  expect(said.join("")).toBe("One two three.");
  await fake.commands.deliverAnswer(id, null);
  expect(fake.requests.answered).toMatchObject([{ request: id, text: "One two three." }]);
  expect(fake.view().requests).toEqual([]);
  expect(server().asking).toMatchObject({ requestsThisHour: 1, tokensToday: 220 });
});

test("what is stopped waits again, and what fails can be sent again", async () => {
  const id = fake.asks("Files", plainSampling);
  await fake.commands.sendSampling(id, plain);
  await fake.commands.stopSampling(id);
  expect(phase()).toBe("waiting");
  await expect(fake.commands.deliverAnswer(id, null)).rejects.toMatchObject({
    code: "request-not-now",
  });
  fake.requests.nextAnswer({ code: "model-unreachable", details: {} });
  await fake.commands.sendSampling(id, plain);
  vi.advanceTimersByTime(1_000);
  expect(phase()).toBe("failed");
});

test("limits refuse, and a muted server is not heard", async () => {
  const { id } = server();
  await fake.commands.setSamplingLimits(id, { requestsAnHour: 1, tokensADay: 10 });
  const first = fake.asks("Files", plainSampling);
  fake.asks("Files", plainSampling);
  expect(fake.view().missed).toMatchObject([{ why: "tooOften" }]);
  await fake.commands.denyRequest(first, true);
  fake.asks("Files", { kind: "form", message: "?", fields: [] });
  expect(fake.view()).toMatchObject({ requests: [], missed: [{ why: "muted" }, {}] });
});

test("what is allowed next passes unseen, until the server ends", async () => {
  const id = fake.asks("Files", plainSampling);
  await fake.commands.sendSampling(id, { ...plain, allowNext: 2 });
  vi.advanceTimersByTime(3_000);
  fake.asks("Files", plainSampling);
  expect(fake.view().requests.map((it) => it.id)).toEqual([id]);
  expect(server().asking.allowedNext).toBe(1);
  await fake.commands.stopServer(server().id);
  expect(server().asking.allowedNext).toBe(0);
  expect(fake.view().missed).toMatchObject([{ id, why: "serverEnded" }]);
});

test("a hint of the server chooses the model", async () => {
  const id = fake.asks("Files", { ...plainSampling, hints: ["gpt", "gemma"] });
  expect(await fake.commands.request(id)).toMatchObject({
    chosen: { model: "gemma3:4b" },
    chosenByHint: "gemma",
  });
});

test("a provider is asked for its models, and never gives its key", async () => {
  const draft = {
    name: "Mine",
    api: "openAi",
    url: "http://10.0.0.9/v1",
    key: "k",
    preferred: null,
  };
  const id = await fake.commands.addProvider(draft as never);
  const mine = () => fake.view().providers.find((it) => it.id === id)!;
  expect(mine()).toMatchObject({ local: false, key: "kept", state: { kind: "notAllowed" } });
  await expect(fake.commands.checkProvider(id)).rejects.toMatchObject({
    code: "provider-not-allowed",
  });
  const waits = await fake.commands.allowProvider(id);
  await fake.consenting.commands.agree(waits!);
  expect(mine()).toMatchObject({ state: { kind: "asking" } });
  expect(JSON.stringify(mine())).not.toContain('"k"');
  vi.advanceTimersByTime(1_000);
  expect(mine()).toMatchObject({ state: { kind: "failed" }, models: [] });
  await fake.commands.editProvider(id, { ...draft, key: "" } as never);
  expect(mine().key).toBe("none");
  await expect(fake.commands.addProvider(draft as never)).rejects.toMatchObject({
    code: "provider-name-taken",
  });
});
