import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fake, playing } from "../../../tests/playing";
import Toast from "../../shared/Toast.svelte";
import AccessScreen from "./AccessScreen.svelte";

playing(() => {
  for (let each = 1; each <= 8; each += 1) {
    fake.give(`/srv/site-${each}`, "Files", "read", { kind: "always" });
  }
  fake.give("/srv/notes", "filesystem", "read", { kind: "always" });
});

const button = (name: string) => screen.getByRole("button", { name });

test("folders are found by their name, their path and their server", async () => {
  render(AccessScreen);
  const find = screen.getByRole("searchbox", { name: "Find a folder or server" });
  const names = () => screen.getAllByRole("heading", { level: 2 }).map((it) => it.textContent);
  await userEvent.type(find, "SITE-3");
  expect(names()).toEqual(["site-3"]);
  await userEvent.clear(find);
  await userEvent.type(find, "filesys");
  expect(names()).toEqual(["notes"]);
  await userEvent.clear(find);
  await userEvent.type(find, "nowhere");
  expect(screen.getByText("No matches.")).toBeTruthy();
});

test("what was revoked at once is asked for again at once", async () => {
  render(AccessScreen);
  render(Toast);
  await userEvent.click(button("Revoke all access"));
  expect(fake.view().grants).toEqual([]);
  const toast = within(screen.getByRole("group", { name: "9 grants were revoked." }));
  await userEvent.click(toast.getByRole("button", { name: "Grant all again…" }));
  // What widens waits for consent: all of it is one question.
  const { consents } = fake.view();
  expect(consents.map(({ what }) => what.kind)).toEqual(["grantAllAgain"]);
  expect(fake.view().grants).toEqual([]);
  expect(screen.queryByRole("group", { name: "9 grants were revoked." })).toBeNull();
});

test("a folder that was replaced can be reviewed, and is not called active", async () => {
  fake.setReachability("/srv/notes", "replaced");
  render(AccessScreen);
  const card = screen.getByRole("heading", { name: "notes" }).closest("li")!;
  await userEvent.click(within(card).getByRole("button", { name: "notes" }));
  expect(card.textContent).toContain("Suspended");
  expect(card.textContent).not.toContain("Active");
  await userEvent.click(button("Review the folder that is now notes"));
  expect(fake.view().picks).toMatchObject([{ folder: { path: "/srv/notes" } }]);
});

test("a folder that was replaced is reviewed by server as well", async () => {
  fake.setReachability("/srv/notes", "replaced");
  render(AccessScreen);
  await userEvent.click(screen.getByRole("radio", { name: "By server" }));
  await userEvent.click(button("Review the folder that is now notes"));
  expect(fake.view().picks).toMatchObject([{ folder: { path: "/srv/notes" } }]);
});
