import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import Protection from "./Protection.svelte";

playing(() => fake.give("/w/acme", "Files", "read", { kind: "always" }));

const server = () => fake.view().servers[0]!;
const button = (name: string) => screen.getByRole("button", { name });
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

/** Shows the section, and what becomes of it with the next views. */
function show(): { update: () => Promise<void> } {
  const shown = render(Protection, { server: server() });
  return { update: () => shown.rerender({ server: server() }) };
}

test("the three values and the latest check are shown", () => {
  show();
  expect(screen.getByText("Live mounts, changes take effect at once")).toBeTruthy();
  expect(screen.getByText("Active")).toBeTruthy();
  expect(screen.getByText(/1 folder open, everything else blocked$/)).toBeTruthy();
});

test("a check that does not hold is open and names the leak", () => {
  const leak = { path: "/x", expected: "nothing", found: "read", blockedBy: null } as const;
  fake.changeServer("Files", {
    proof: { at: Date.now(), holds: false, findings: [leak], passages: [] },
  });
  show();
  expect(screen.getByText(/it does not hold$/)).toBeTruthy();
  expect(document.querySelector("details")!.open).toBe(true);
  expect(screen.getByText(/Allowed to read \(expected: blocked\)/)).toBeTruthy();
});

test("where the network led is said in words, and a way out in red", async () => {
  const passages = [
    { way: "ipv4", found: "paddock", ok: true },
    { way: "datagram", found: "elsewhere", ok: false },
  ] as const;
  const proof = { at: Date.now(), holds: false, findings: [], passages: [...passages] };
  fake.changeServer("Files", { proof });
  show();
  const items = within(screen.getByRole("list", { name: "The network" })).getAllByRole("listitem");
  expect(items.map((it) => it.textContent.replaceAll(/\s+/g, " ").trim())).toEqual([
    "Connect to an address on the internet Comes to Paddock, which decides",
    "Send past TCP, as UDP does It may leave this computer",
  ]);
  expect(items.map((it) => it.classList.contains("bad"))).toEqual([false, true]);
});

test("names are tried with the network", async () => {
  fake.changeServer("Files", { network: "ask" });
  show();
  await userEvent.click(button("Prove it"));
  const result = await screen.findByRole("region", { name: "What was tried" });
  expect(within(result).getByText("Find a name that is not allowed")).toBeTruthy();
  expect(within(result).getByText("There is no such name")).toBeTruthy();
});

test("it is said beforehand that a proof restarts the server", async () => {
  const { update } = show();
  const said = () => document.getElementById(button("Prove it").getAttribute("aria-describedby")!);
  expect(said()!.textContent.trim()).toBe("Proving restarts Files.");
  fake.changeServer("Files", { callsInFlight: 2 });
  await update();
  expect(said()!.textContent).toContain("ends the 2 calls it is working on");
});

test("it is proven on request, line by line", async () => {
  show();
  await userEvent.click(button("Prove it"));
  expect(button("Proving it…").getAttribute("aria-busy")).toBe("true");
  const result = await screen.findByRole("region", { name: "What was tried" });
  expect(within(result).getByText(/^It holds/)).toBeTruthy();
  expect(within(result).getByText("Read in a granted folder")).toBeTruthy();
  expect(within(result).getByText("Blocked by the operating system (EROFS)")).toBeTruthy();
});

test("what was found stays with the run that follows, and with no other", async () => {
  const { update } = show();
  await userEvent.click(button("Prove it"));
  fake.changeServer("Files", { state: { kind: "starting", since: Date.now() } });
  await update();
  await screen.findByRole("region", { name: "What was tried" });
  for (const since of [1, 2]) {
    fake.changeServer("Files", { state: { kind: "running", since } });
    await update();
    expect(screen.queryAllByRole("region", { name: "What was tried" }).length).toBe(2 - since);
  }
});

test("sockets that are in reach are told of while the network is on", async () => {
  fake.changeSystem({ abstractSocketsKept: false });
  const { update } = show();
  expect(screen.queryByText(/D-Bus/)).toBeNull();
  fake.changeServer("Files", { network: "open" });
  await update();
  expect(screen.getByText(/D-Bus/)).toBeTruthy();
});

test("a proof that cannot be made says why", async () => {
  show();
  fake.fail("prove", "server-not-running");
  await userEvent.click(button("Prove it"));
  expect(await screen.findByText(/^The server is not running/)).toBeTruthy();
});

/** What waits for consent is agreed to, elsewhere. */
const agree = () => fake.consenting.commands.agree(fake.view().consents[0]!.id);

test("running without enforcement waits for consent, and one step leads back", async () => {
  const { update } = show();
  await userEvent.click(button("Run without enforcement…"));
  expect(server().enforcement.asked).toBe("enforced");
  expect(await screen.findByText("Waiting for your consent")).toBeTruthy();
  await agree();
  await update();
  expect(screen.queryByText("Waiting for your consent")).toBeNull();
  expect(document.activeElement).toBe(button("Enforce again"));
  expect(screen.queryByRole("button", { name: "Prove it" })).toBeNull();
  expect(box("Ask on first touch").disabled).toBe(true);

  await userEvent.click(button("Enforce again"));
  expect(server().enforcement.asked).toBe("enforced");
});

test("the first touch is held or not at once, and shows what holds", async () => {
  const { update } = show();
  const first = () => box("Ask on first touch");
  fake.fail("setConfinement", "storage-full");
  await userEvent.click(first());
  expect(await screen.findByText(/^The disk is full/)).toBeTruthy();
  expect(first().checked).toBe(false);
  await userEvent.click(first());
  await update();
  expect(first().checked).toBe(true);
  expect(server()).toMatchObject({ network: "off", askFirst: true });
});

test("what this computer cannot do is disabled with its reason", () => {
  fake.changeSystem({ attempts: false, networkOff: false });
  show();
  expect(box("Ask on first touch").disabled).toBe(true);
  expect(screen.getByText(/does not show what servers try/)).toBeTruthy();
});

test("holding needs enforcement that changes while the server runs", () => {
  fake.changeSystem({ best: "landlock" });
  show();
  expect(box("Ask on first touch").disabled).toBe(true);
  expect(screen.getByText(/needs enforcement that changes while/)).toBeTruthy();
});
