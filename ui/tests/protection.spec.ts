import type { Page } from "@playwright/test";
import { app, closes, consent, expect, open, settle, showConsent, stopTime, test } from "./window";

async function openServer(page: Page, name: string) {
  await open(page);
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  return page.getByRole("article", { name });
}

test("a server proves its boundary on request", async ({ page }) => {
  const server = await openServer(page, "filesystem");
  await server.getByText(/1 folder open, everything else blocked$/).click();
  const checked = server.getByRole("list", { name: "What was checked" });
  await expect(checked.getByText("Blocked by EACCES")).toBeVisible();

  await stopTime(page);
  await server.getByRole("button", { name: "Prove it" }).click();
  await expect(server.getByRole("button", { name: "Proving it…" })).toBeFocused();
  await page.clock.runFor(1_000);
  const tried = server.getByRole("region", { name: "What was tried" });
  await expect(tried).toContainText("It holds.");
  await expect(tried.getByText("Allowed", { exact: true })).toHaveCount(2);
  await expect(tried.getByText("Blocked by the operating system (ENOENT)").first()).toBeVisible();
  await expect(server.getByRole("button", { name: "Prove it" })).toBeFocused();
});

test("running without enforcement waits for consent, and is taken back at once", async ({
  page,
}) => {
  const server = await openServer(page, "filesystem");
  await server.getByRole("button", { name: "Run without enforcement" }).focus();
  await page.keyboard.press("Enter");
  await expect(server.getByText("Waiting for your consent", { exact: true })).toBeVisible();
  await consent(page, "Yes, let it read everything my account can");
  await server.getByRole("button", { name: "Enforce again" }).focus();
  await page.clock.runFor(1_000);
  await expect(
    server.getByText("Not enforced here: this server can read everything your account can."),
  ).toBeVisible();
  await expect(server.getByRole("button", { name: "Prove it" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await page.clock.runFor(1_000);
  await expect(server.getByText("Active", { exact: true }).first()).toBeVisible();
});

test("the network and the first touch are chosen one by one", async ({ page }) => {
  const server = await openServer(page, "filesystem");
  const mode = (name: string) =>
    server
      .getByRole("group", { name: "What filesystem may use of the network" })
      .getByRole("button", { name: new RegExp(`^${name} `) });
  await expect(mode("Open")).toHaveAttribute("aria-pressed", "true");
  await mode("Off").focus();
  await page.keyboard.press("Space");
  await expect(mode("Off")).toHaveAttribute("aria-pressed", "true");
  await expect(mode("Off")).toBeFocused();
  await page.clock.runFor(1_000);
  const first = server.getByRole("checkbox", { name: "Ask on first touch" });
  await first.click();
  await expect(first).toBeChecked();
  await expect(mode("Off")).toHaveAttribute("aria-pressed", "true");
  await app(page, (fake) => fake.changeSystem({ attempts: false }));
  await expect(first).toBeDisabled();
  await expect(server.getByText(/this computer does not show what servers try/)).toBeVisible();
});

test("an access that waits is announced, comes first and takes no focus", async ({ page }) => {
  const server = await openServer(page, "filesystem");
  const stop = server.getByRole("button", { name: "Stop" });
  await stop.focus();
  await app(page, (fake) => {
    fake.attempt("filesystem", { path: "/home/ada/todo.txt" });
    fake.attempt("filesystem", { path: "/srv/site/a.html", offer: "/srv/site", held: true });
    fake.attempt("filesystem", { path: "/home/ada/.netrc", write: true, count: 2 });
  });
  await expect(page.getByText("filesystem waits for you: it tried to reach")).toBeAttached();
  await expect(stop).toBeFocused();
  const lines = server.getByRole("list", { name: "What it tried" }).getByRole("listitem");
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(0)).toContainText("Waiting for you");
  await expect(lines.nth(1)).toContainText(/Tried to write 2 times, last 10:0/);

  await server.getByRole("button", { name: "Dismiss /home/ada/.netrc" }).click();
  await expect(lines).toHaveCount(2);
  await expect(server.getByRole("heading", { name: "What it tried" })).toBeFocused();
});

test("what waits is granted as the smallest folder, or not allowed", async ({ page }) => {
  const server = await openServer(page, "search");
  await server
    .getByRole("button", { name: /^Grant this folder… \/home\/ada\/src\/paddock/ })
    .click();
  const asked = await showConsent(page);
  const question = asked.getByRole("region", { name: "Let “search” read paddock-website?" });
  await expect(question.getByRole("button", { name: "Don’t allow" })).toBeFocused();
  await expect(question.getByText(/the server restarts when you change it\.$/)).toBeVisible();
  await expect(question.getByText(/^Its folders are part of its command/)).toBeVisible();
  await settle(page);
  await closes(asked, () => asked.keyboard.press("Control+Enter"));
  await expect(server.getByText("Waiting for you")).toHaveCount(0);

  await app(page, (fake) => fake.attempt("search", { path: "/home/ada/x", held: true }));
  await server.getByRole("button", { name: "Don’t allow /home/ada/x" }).click();
  await expect(server.getByText("Waiting for you")).toHaveCount(0);
  await page.keyboard.press("Control+5");
  await expect(page.getByRole("table")).toContainText("Access beyond its grants was denied");
});

test("what a program needs is listed, and trust in its command withdrawn", async ({ page }) => {
  const server = await openServer(page, "search");
  await server.getByText(/^What else it can read \(\d+\)/).click();
  await expect(server.getByText("Its own home (read and write)")).toBeVisible();
  await page.keyboard.press("Control+1");
  await page.getByText("What programs need to run").click();
  await expect(page.getByText(/^its runtime, 1,284 files/).first()).toBeVisible();
  await page.getByRole("button", { name: /^Withdraw trust in search/ }).click();
  await expect(page.getByRole("button", { name: /^Withdraw trust in search/ })).toHaveCount(0);
  await page.keyboard.press("Control+2");
  await page.getByRole("button", { name: /^search/ }).click();
  await expect(server.getByText("This command has never run here.")).toBeVisible();
});

test("what a server missed becomes a question about its folder", async ({ page }) => {
  const server = await openServer(page, "sqlite");
  await expect(server.getByText(/It could not read \/opt\/sqlite/)).toBeVisible();
  await server.getByRole("button", { name: "Grant this folder… /opt/sqlite/3.50/lib" }).click();
  const asked = await showConsent(page);
  const question = asked.getByRole("region", { name: /^Let “sqlite” read lib ?\?$/ });
  await expect(question.getByRole("button", { name: "Don’t allow" })).toBeFocused();
});

test("enforcement that failed says why and what to do", async ({ page }) => {
  const server = await openServer(page, "Files");
  await app(page, (fake) =>
    fake.changeServer("Files", {
      inForce: { kind: "failed", reason: { code: "boundary-lost", details: {} } },
    }),
  );
  await expect(server.getByText("Enforcement failed").first()).toBeVisible();
  await expect(server.getByText(/is gone, so the server was stopped\./).first()).toBeVisible();
});
