import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../../tests/playing";
import Limits from "./Limits.svelte";

playing();

const server = () => fake.view().servers[0]!;
const select = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });
const words = (name: string) => [...select(name).options].map((it) => it.textContent);

function show(): { update: () => Promise<void> } {
  const shown = render(Limits, { server: server() });
  return { update: () => shown.rerender({ server: server() }) };
}

test("what holds each limit is said, and memory may have none", async () => {
  const { update } = show();
  expect(select("Most memory").value).toBe("off");
  expect(screen.queryByText("Enforced for each process by itself.")).toBeNull();
  expect(screen.getByText(/^Enforced by a namespace of its own/)).toBeTruthy();
  expect(words("Most memory")).toEqual(["No limit", "512 MB", "1 GB", "4 GB", "Other…"]);
  expect(words("Most processes and threads")).toEqual(["256", "1,024", "4,096", "Other…"]);
  await userEvent.selectOptions(select("Most memory"), "512 MB");
  await update();
  expect(screen.getByText("Enforced for each process by itself.")).toBeTruthy();
});

test("a limit is chosen from what is offered, and the other stays", async () => {
  const { update } = show();
  await userEvent.selectOptions(select("Most memory"), "1 GB");
  await update();
  expect(server().limits).toMatchObject({ memory: 1024, processes: 4096 });
  await userEvent.selectOptions(select("Most memory"), "No limit");
  expect(server().limits.memory).toBeNull();
});

test("any other number is typed, and none beyond its bounds is taken", async () => {
  const { update } = show();
  await userEvent.selectOptions(select("Most memory"), "Other…");
  const typed = screen.getByRole("textbox", { name: "Most memory (MB)" });
  await userEvent.type(typed, "64");
  await userEvent.tab();
  expect(typed.getAttribute("aria-invalid")).toBe("true");
  expect(server().limits.memory).toBeNull();
  await userEvent.clear(typed);
  await userEvent.type(typed, "768");
  await userEvent.tab();
  await update();
  expect(server().limits.memory).toBe(768);
});

test("what was not taken says why", async () => {
  show();
  fake.fail("setLimits", "storage-full");
  await userEvent.selectOptions(select("Most memory"), "512 MB");
  expect(await screen.findByText(/^The disk is full/)).toBeTruthy();
  expect(server().limits.memory).toBeNull();
});

test("a limit of what is sent is set at once, and a higher one waits for consent", async () => {
  const { update } = show();
  const { network } = fake.servers.byId(server().id);
  fake.servers.byId(server().id).network = "ask";
  await update();
  expect(words("Most sent in a day")).toEqual(["No limit", "10 MB", "100 MB", "1 GB", "Other…"]);
  await userEvent.selectOptions(select("Most sent in a day"), "10 MB");
  await update();
  expect(server().sending.most).toBe(10_000);
  expect(screen.getByText(/0 bytes sent today\.$/)).toBeTruthy();
  await userEvent.selectOptions(select("Most sent in a day"), "100 MB");
  expect(server().sending.most).toBe(10_000);
  expect(fake.view().consents.map(({ what }) => what)).toEqual([
    { kind: "mostSent", server: server().id, most: 100_000 },
  ]);
  fake.servers.byId(server().id).network = network;
});

test("where nothing is counted, that is said", async () => {
  const { update } = show();
  fake.servers.byId(server().id).network = "open";
  await update();
  expect(screen.getByText("Not counted while its network is open.")).toBeTruthy();
  fake.servers.byId(server().id).network = "ask";
  fake.servers.byId(server().id).sending.counted = false;
  await update();
  expect(screen.getByText(/^Not counted, because nothing/)).toBeTruthy();
});
