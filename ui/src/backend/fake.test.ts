import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { everything } from "../shared/activity";
import { Fake } from "./fake";
import { unguarded } from "./fake-boundary";

let fake: Fake;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-05-04T10:00:00Z") });
  fake = new Fake();
  fake.furnish();
});
afterEach(() => vi.useRealTimers());

const server = (name: string) => fake.view().servers.find((it) => it.name === name)!;

test("a pick becomes a grant, which runs out", async () => {
  fake.nextPick({ path: "/home/ada/acme" });
  const pick = await fake.commands.pickFolder();
  await fake.consenting.commands.grant(pick!, server("Files").id, "read", "oneHour", null);
  expect(fake.view()).toMatchObject({ picks: [], grants: [{ folder: { name: "acme" } }] });
  vi.advanceTimersByTime(3_600_000);
  expect(fake.view()).toMatchObject({ grants: [], ended: [{ why: "expired" }] });
});

test("every change is a newer view", async () => {
  const seen: number[] = [];
  await fake.on("viewChanged", (view) => seen.push(view.sequence));
  fake.drop({ path: "/a" }, { path: "/b" });
  fake.notice("storage-full");
  expect(seen).toEqual([fake.view().sequence - 1, fake.view().sequence]);
});

test("a refused folder stays refused, a dangerous one wants its name", async () => {
  const [own, home] = fake.drop(
    { path: "/data", refused: true },
    { path: "/home/ada", typeNameToGrant: true },
  );
  const to = server("Files").id;
  await expect(
    fake.consenting.commands.grant(own!, to, "read", "always", null),
  ).rejects.toMatchObject({
    code: "grant-refused",
  });
  await expect(
    fake.consenting.commands.grant(home!, to, "read", "always", "a"),
  ).rejects.toMatchObject({
    code: "name-not-typed",
  });
});

test("a stopped run ends what was granted for it", async () => {
  fake.give("/a", "Files", "read", { kind: "thisRun" });
  await fake.commands.stopServer(server("Files").id);
  expect(fake.view().ended).toMatchObject([{ why: "runEnded" }]);
});

test("a restart lets go of folders that were taken back", async () => {
  fake.changeServer("filesystem", { asked: "advisory" });
  fake.give("/a", "filesystem", "read", { kind: "always" });
  await fake.commands.revoke(fake.view().grants[0]!.id);
  expect(server("filesystem").lingering).toEqual(["/a"]);
  await fake.commands.restartServer(server("filesystem").id);
  vi.advanceTimersByTime(1_000);
  expect(server("filesystem")).toMatchObject({ lingering: [], state: { kind: "running" } });
});

test("a server that is kept to its folders has none to let go of", async () => {
  fake.give("/a", "filesystem", "read", { kind: "always" });
  await fake.commands.revokeAll();
  expect(server("filesystem").lingering).toEqual([]);
  expect(server("filesystem").enforcement.inForce).toEqual({
    kind: "enforced",
    tier: "liveMounts",
  });
});

test("where nothing can enforce, what is to be enforced does not start", async () => {
  fake.changeSystem(unguarded);
  const { id } = server("Files");
  await fake.commands.restartServer(id);
  expect(server("Files").state).toMatchObject({ reason: { code: "not-enforceable" } });
  const waits = await fake.commands.setConfinement(id, {
    asked: "advisory",
    network: "open",
    askFirst: false,
  });
  await fake.consenting.commands.agree(waits!);
  await fake.commands.startServer(id);
  vi.advanceTimersByTime(1_000);
  expect(server("Files")).toMatchObject({
    state: { kind: "running" },
    enforcement: { asked: "advisory", supported: null, inForce: { kind: "advisory" } },
  });
});

test("an attempt becomes a question with its server, and goes when it is granted", async () => {
  const { id } = server("Files");
  const attempt = fake.attempt("Files", { path: "/w/acme/a.txt", offer: "/w/acme", held: true });
  const pick = await fake.commands.pickAttempt(id, attempt);
  expect(fake.view().picks).toMatchObject([{ id: pick, server: id, folder: { path: "/w/acme" } }]);
  await fake.consenting.commands.grant(pick, id, "read", "always", null);
  expect(server("Files").attempts).toEqual([]);
});

test("what a server missed becomes a question like any other folder", async () => {
  fake.changeServer("Files", {
    missed: { path: "/opt/lib/a.so", offer: "/opt/lib" },
    state: { kind: "stopped" },
  });
  const { id } = server("Files");
  const pick = await fake.commands.pickMissed(id);
  expect(fake.view().picks).toMatchObject([{ id: pick, server: id, folder: { path: "/opt/lib" } }]);
});

test("a command that is no longer trusted stops and asks", async () => {
  const { id } = server("filesystem");
  await fake.commands.withdrawTrust(id);
  expect(server("filesystem").state).toMatchObject({ kind: "needsTrust", changed: false });
});

test("a failure asked for comes once", async () => {
  fake.fail("resume", "storage-full");
  await expect(fake.commands.resume()).rejects.toMatchObject({ code: "storage-full" });
  await expect(fake.commands.resume()).resolves.toBeNull();
});

test("what narrows is done, and what widens waits for consent", async () => {
  fake.give("/w/acme", "Files", "read", { kind: "until", at: Date.now() + 60_000 });
  const { id } = fake.view().grants[0]!;
  expect(await fake.commands.setLifetime(id, { for: { minutes: 1 } })).toBeNull();
  const access = await fake.commands.setAccess(id, "readWrite");
  const longer = await fake.commands.setLifetime(id, "always");
  expect(await fake.commands.setAccess(id, "readWrite")).toBe(access);
  expect(fake.view().consents.map((consent) => consent.id)).toEqual([access, longer]);
  expect(fake.view().grants[0]).toMatchObject({ access: "read", lifetime: { kind: "until" } });
  await fake.consenting.commands.agree(access!);
  await fake.commands.dismissConsent(longer!);
  expect(fake.view().consents).toEqual([]);
  expect(fake.view().grants[0]).toMatchObject({
    access: "readWrite",
    lifetime: { kind: "until" },
  });
  expect(await fake.commands.setAccess(id, "read")).toBeNull();
});

test("the main page has nothing that consents", () => {
  expect(fake.commands).not.toHaveProperty("grant");
  expect(fake.commands).not.toHaveProperty("agree");
});

test("a host that is gone fails every command, and another one begins anew", async () => {
  fake.loseHost();
  await expect(fake.commands.revokeAll()).rejects.toMatchObject({ code: "host-gone" });
  await fake.commands.reconnect();
  expect(fake.view().sequence).toBe(1);
  expect(server("Files").state.kind).toBe("stopped");
});

test("an app comes, calls a tool and is ended", async () => {
  const number = fake.join("Files", "Claude Code");
  expect(fake.view().sessions).toMatchObject([{ number, state: { kind: "starting" } }]);
  vi.advanceTimersByTime(1_000);
  fake.sessions.call(number, "read_file");
  expect(fake.view().sessions).toMatchObject([
    { state: { kind: "running" }, enforcement: { inForce: { kind: "enforced" } }, calls: 1 },
  ]);
  await fake.commands.endSession(server("Files").id, number);
  expect(fake.view().sessions).toMatchObject([{ state: { kind: "stopping" } }]);
  vi.advanceTimersByTime(1_000);
  expect(fake.view().sessions).toEqual([]);
  await expect(fake.commands.endSession(server("Files").id, number)).rejects.toMatchObject({
    code: "unknown-session",
  });
  const filter = { ...everything, text: "claude" };
  const { records } = await fake.commands.activity(filter);
  const kinds = ["session-ended", "tool-called", "session-began"];
  expect(records.map(({ kind }) => kind)).toEqual(kinds);
  expect(new Set(records.map(({ actor }) => actor))).toEqual(new Set(["app"]));
});

test("a host that is gone took the apps’ sessions with it", () => {
  fake.join("Files", "Claude Code");
  fake.loseHost();
  fake.returnHost();
  expect(fake.view().sessions).toEqual([]);
});
