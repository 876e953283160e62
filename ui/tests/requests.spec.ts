import type { Page } from "@playwright/test";
import type { UrlWarning } from "../src/backend/types";
import {
  app,
  closes,
  consent,
  expect,
  expectToFit,
  open,
  settle,
  showConsent,
  test,
} from "./window";

async function openRequests(page: Page): Promise<void> {
  await open(page);
  await page.keyboard.press("Control+4");
  await expect(page.getByRole("heading", { name: "Requests", exact: true })).toBeVisible();
}

async function turnTo(page: Page, name: RegExp): Promise<void> {
  await page
    .getByRole("navigation", { name: "What waits for you" })
    .getByRole("button", { name })
    .click();
  await settle(page);
}

const asked = (page: Page, name: RegExp) => page.getByRole("region", { name });
const answered = (page: Page) => app(page, (fake) => fake.requests.answered);

test("a request is sent, its answer read as it grows, changed and delivered", async ({ page }) => {
  await openRequests(page);
  const request = asked(page, /^“filesystem” asks for a model/);
  await expect(request.getByText("during write_release_notes")).toBeVisible();
  await expect(request.getByText("Chosen because the server asked for qwen3.")).toBeVisible();
  await expect(request.getByText("Stays on this computer: Ollama.")).toBeVisible();
  await expect(request.getByText(/Nothing is added\.$/)).toBeVisible();

  await request.getByRole("button", { name: "Edit: User, message 1" }).click();
  const text = request.getByRole("textbox", { name: "User, message 1" });
  await expect(text).toBeFocused();
  await text.fill("Summarise acme 4.2.");
  await request.getByRole("button", { name: "Done editing: User, message 1" }).click();
  await expect(request.getByText("Edited by you")).toBeVisible();
  await request.getByLabel("Token limit").fill("0");
  await settle(page);
  await request.getByRole("button", { name: "Send", exact: true }).click();
  await expect(
    request.getByText("A whole number from 1 to 400: the server asked for no more."),
  ).toBeVisible();
  await request.getByLabel("Token limit").fill("90");
  await request.getByRole("button", { name: "Send", exact: true }).click();

  await expect(request.getByText("Answer of qwen3:8b")).toBeVisible();
  await page.clock.runFor(200);
  await expect(request.getByText(/^acme 4.2/)).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(page.getByText(/^The answer for filesystem is ready/)).toBeAttached();
  const answer = request.getByRole("textbox", { name: "Answer of qwen3:8b" });
  await expect(answer).toHaveValue(/use \/v2\/quotes in its place\.$/i);
  await answer.fill("acme 4.2 is out.");
  await request.getByRole("button", { name: "Deliver" }).click();
  await expect(request).toBeHidden();
  expect(await answered(page)).toMatchObject([{ how: "answer", text: "acme 4.2 is out." }]);
});

test("a model is stopped, fails, and is tried again", async ({ page }) => {
  await openRequests(page);
  const request = asked(page, /^“filesystem” asks for a model/);
  await settle(page);
  await request.getByRole("button", { name: "Send", exact: true }).click();
  await page.clock.runFor(400);
  await request.getByRole("button", { name: "Stop" }).click();
  await expect(request.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  await app(page, (fake) =>
    fake.requests.nextAnswer({ code: "no-model", details: {} }, "At last."),
  );
  await settle(page);
  await request.getByRole("button", { name: "Send", exact: true }).click();
  await page.clock.runFor(400);
  await expect(request.getByText(/^No model is known/)).toBeVisible();
  await request.getByRole("button", { name: "Try again" }).click();
  await page.clock.runFor(400);
  await expect(request.getByRole("textbox", { name: /^Answer of/ })).toHaveValue("At last.");
  await settle(page);
  await request.getByRole("button", { name: "Send again" }).click();
  await expect(request.getByRole("button", { name: "Stop" })).toBeVisible();
});

test("the next ones pass when the person says so, and are asked about again", async ({ page }) => {
  await openRequests(page);
  const request = asked(page, /^“filesystem” asks for a model/);
  await request.getByRole("checkbox", { name: /^Also let the next 5 through/ }).check();
  await settle(page);
  await request.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Requests that servers may make").click();
  await expect(page.getByText("The next 5 requests pass without asking.")).toBeVisible();
  await page.getByRole("button", { name: "Ask me again about requests of filesystem" }).click();
  await expect(page.getByText("The next 5 requests pass without asking.")).toBeHidden();
});

test("a server that is denied for good is heard again when the person says so", async ({
  page,
}) => {
  await openRequests(page);
  const request = asked(page, /^“filesystem” asks for a model/);
  await request.getByRole("button", { name: "More ways to say no" }).click();
  await page.getByRole("menuitem", { name: "Deny, and block requests of filesystem" }).click();
  await page.getByRole("tab", { name: "Missed (2)" }).click();
  await expect(page.getByText("You blocked requests of this server.")).toBeVisible();
  await page.getByRole("button", { name: "Unblock requests of filesystem" }).first().click();
  await page.getByRole("button", { name: "Dismiss the missed request of filesystem" }).click();
  await expect(page.getByRole("tab", { name: "Missed (1)" })).toBeVisible();
});

test("limits are changed where they are shown", async ({ page }) => {
  await openRequests(page);
  const request = asked(page, /^“filesystem” asks for a model/);
  await expect(request.getByText("1 of 20 this hour · 0 of 100,000 tokens today")).toBeVisible();
  await request.getByRole("button", { name: "Change the limits of filesystem" }).click();
  await expect(request.getByLabel("Requests an hour")).toBeFocused();
  await request.getByLabel("Requests an hour").fill("x");
  await page.keyboard.press("Enter");
  await expect(request.getByText("Enter whole numbers. 0 refuses everything.")).toBeVisible();
  await request.getByLabel("Requests an hour").fill("3");
  await page.keyboard.press("Enter");
  await expect(request.getByText("1 of 3 this hour · 0 of 100,000 tokens today")).toBeVisible();
  await expect(request).toBeVisible();
});

test("a form is filled in without a pointer", async ({ page }) => {
  await openRequests(page);
  await turnTo(page, /^Form/);
  const form = asked(page, /^“filesystem” asks you for details/);
  await expect(form.getByRole("heading")).toBeFocused();
  await expect(form.getByText(/^Never give passwords/)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const title = form.getByRole("textbox", { name: /^Title/ });
  await expect(title).toBeFocused();
  await expect(title).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByText("Required.")).toBeVisible();
  await expect(form.getByText(/^1 answer needs another look/)).toBeVisible();

  await page.keyboard.type("Cart is lost");
  await page.keyboard.press("Tab");
  await expect(form.getByRole("radio", { name: "Checkout" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("3");
  await page.keyboard.press("Control+Enter");
  await expect(form).toBeHidden();
  const [sent] = (await answered(page)) as { text: string }[];
  expect(JSON.parse(sent!.text)).toEqual({
    title: "Cart is lost",
    component: "search",
    labels: ["bug", "regression"],
    estimate: 3,
    watch: true,
  });
});

test("what the app finds wrong is said at its field", async ({ page }) => {
  await openRequests(page);
  await app(page, (fake) => {
    const kind = {
      kind: "text",
      minLength: null,
      maxLength: null,
      pattern: "^[A-Z]+-\\d+$",
      format: null,
    } as const;
    const rest = { description: null, required: true, default: null };
    const fields = [{ name: "ticket", title: "Ticket", kind, ...rest }];
    fake.asks("notes", { kind: "form", message: "Which ticket?", fields });
  });
  const list = page.getByRole("navigation", { name: "What waits for you" });
  await list.getByRole("button", { name: /Which ticket/ }).click();
  await settle(page);
  const form = asked(page, /^“notes” asks you for details/);
  await form.getByRole("textbox", { name: /^Ticket/ }).fill("12");
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(form.getByText("This does not match ^[A-Z]+-\\d+$")).toBeVisible();
  await expect(form.getByRole("textbox", { name: /^Ticket/ })).toBeFocused();
  await form.getByRole("textbox", { name: /^Ticket/ }).fill("ACME-12");
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(form).toBeHidden();
});

test("an address is shown whole, and opened by its button only", async ({ page }) => {
  await openRequests(page);
  await app(page, (fake) =>
    fake.asks("notes", {
      kind: "url",
      message: "Sign in.",
      before: "http://user@",
      domain: "xn--pple-43d.com",
      after: `:8443/${"long/".repeat(60)}`,
      unicodeDomain: "аpple.com",
      warnings: ["punycode", "not-https", "credentials", "port", "brand-new" as UrlWarning],
    }),
  );
  const list = page.getByRole("navigation", { name: "What waits for you" });
  await list.getByRole("button", { name: /Sign in\.$/ }).click();
  const request = asked(page, /^“notes” asks you to open a web page/);
  await expect(request.getByRole("link")).toHaveCount(0);
  await expect(
    request.getByText(/^http:\/\/user@xn--pple-43d\.com:8443\/(long\/){60}$/),
  ).toBeVisible();
  await expect(request.getByText("Displays as аpple.com.")).toBeVisible();
  const warnings = request.getByRole("list", { name: "Warnings about the address" });
  await expect(warnings.getByRole("listitem")).toHaveCount(5);
  await expect(warnings).toContainText("no words for: brand-new");
  await page.setViewportSize({ width: 480, height: 720 });
  const wide = await request.evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(wide).toBe(0);
  await settle(page);
  await request.getByRole("button", { name: "Open in my browser" }).click();
  await expect(request).toBeHidden();
  expect(await answered(page)).toMatchObject([{ how: "url" }]);
});

test("a changed command is compared word by word, and stays stopped", async ({ page }) => {
  await openRequests(page);
  await app(page, async (fake) => {
    const server = fake.view().servers.find(({ name }) => name === "filesystem")!;
    const draft = await fake.commands.serverDraft(server.id);
    const args = [...draft.args.slice(0, 1), "server-filesystem@2", "--all"];
    await fake.commands.editServer(server.id, { ...draft, args, cwd: "/home/ada" });
  });
  await turnTo(page, /^Changed command/);
  const item = asked(page, /^The command of “filesystem” changed/);
  await item.getByRole("button", { name: "Trust…" }).click();
  await expect(item.getByText("Waiting for your consent", { exact: true })).toBeVisible();
  const window = await showConsent(page);
  const request = asked(window, /^The command of “filesystem” changed/);
  await expect(request.getByRole("listitem").filter({ hasText: "removed" })).toHaveText(
    /removed @modelcontextprotocol\/server-filesystem$/,
  );
  await expect(request.getByRole("listitem").filter({ hasText: "added" })).toHaveText([
    /added server-filesystem@2/,
    /added --all/,
    /added \/home\/ada/,
  ]);
  await settle(page);
  await closes(window, () => request.getByRole("button", { name: "Keep stopped" }).click());
  await expect(item.getByText("Waiting for your consent", { exact: true })).toHaveCount(0);
  await item.getByRole("button", { name: "Trust…" }).click();
  await consent(page, "Trust this version");
  await expect(item).toBeHidden();
});

test("the same words with another file say so", async ({ page }) => {
  await openRequests(page);
  await app(page, (fake) => fake.changeFiles("notes", "files"));
  await turnTo(page, /^Changed command/);
  await expect(page.getByText(/^The command is unchanged/)).toBeVisible();
});

test("held access leads to the question of its folder, or is denied", async ({ page }) => {
  await openRequests(page);
  await turnTo(page, /^Access outside/);
  const request = asked(page, /^“search” wants to read outside its folders/);
  await request.getByRole("button", { name: "Allow…" }).click();
  const window = await showConsent(page);
  await expect(asked(window, /^Let “search” read paddock-website ?\?$/)).toBeVisible();
  await expect(window.getByText("search tried to open it on its own.")).toBeVisible();
  await settle(page);
  await window.close();
  await request.getByRole("button", { name: "Don’t allow" }).click();
  await expect(request).toBeHidden();
  await expect(
    page.getByRole("button", { name: /^Requests 3 requests wait for you/ }),
  ).toBeVisible();
});

test("what was missed may pass next time", async ({ page }) => {
  await openRequests(page);
  await app(page, (fake) => fake.requests.end(fake.view().requests[0]!.id, "tooOften"));
  await expect(page.getByText("A request of filesystem ended without your answer.")).toBeAttached();
  await expect(
    page.getByText("The server had reached its limit of requests per hour."),
  ).toBeVisible();
  await page.getByRole("tab", { name: "Missed (2)" }).click();
  await page.getByRole("button", { name: "Allow next time: filesystem" }).click();
  await expect(
    page.getByText("The next request of “filesystem” passes without asking."),
  ).toBeAttached();
  await expect(page.getByRole("tab", { name: "Missed (1)" })).toBeVisible();
});

test("the only request, taken back while it is open, says so", async ({ page }) => {
  await openRequests(page);
  await app(page, (fake) => {
    for (const { id } of fake.view().requests.slice(1)) fake.requests.end(id, "callEnded");
  });
  await turnTo(page, /^Access outside/);
  await page.getByRole("button", { name: "Don’t allow" }).click();
  const request = asked(page, /^“filesystem” asks for a model/);
  await expect(request).toBeVisible();
  await app(page, (fake) => fake.requests.end(fake.view().requests[0]!.id, "cancelled"));
  await expect(request).toBeHidden();
  await expect(page.getByRole("heading", { name: "This request is over" })).toBeVisible();
  await expect(page.getByText("The server withdrew it before you answered.")).toBeVisible();
  await expect(page.getByText("Summarise these changes for the release notes")).toBeVisible();
});

test("without a model it is answered by hand", async ({ page }) => {
  await openRequests(page);
  await app(page, async (fake) => {
    for (const { id } of [...fake.view().providers]) await fake.commands.removeProvider(id);
  });
  const request = asked(page, /^“filesystem” asks for a model/);
  await expect(request.getByText(/^No model is set up/)).toBeVisible();
  await expect(request.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await request.getByRole("button", { name: "Answer by hand" }).click();
  await expect(request.getByRole("textbox", { name: "Answer" })).toBeFocused();
  await page.keyboard.type("By a person.");
  // Neither Enter in a field nor Escape is an answer.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(request).toBeVisible();
  await settle(page);
  await request.getByRole("button", { name: "Deliver" }).click();
  await expect(request).toBeHidden();
  expect(await answered(page)).toMatchObject([{ how: "answer", text: "By a person.\n" }]);
});

test("long words and words from right to left stay in their place", async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 720 });
  await openRequests(page);
  await app(page, (fake) => {
    const long = "x".repeat(4_000);
    const rest = { description: long, required: true, default: null } as const;
    const options = [
      { value: "a", title: "אבג" },
      { value: "b", title: long },
    ];
    const kind = { kind: "choice", options } as const;
    fake.asks("notes", {
      kind: "form",
      message: `שלום ${long}`,
      fields: [
        { name: "choice", title: long, kind, ...rest },
        { name: "box", title: long, kind: { kind: "boolean" }, ...rest },
        {
          name: "number",
          title: long,
          kind: { kind: "number", minimum: null, maximum: null, integer: true },
          ...rest,
        },
      ],
    });
  });
  await turnTo(page, /שלום/);
  const form = asked(page, /^“notes” asks you for details/);
  await expect(form.getByRole("radio", { name: "אבג" })).toBeVisible();
  expect(await form.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await expectToFit(page, "480 pixels");
  const message = form.getByText(/^שלום/);
  expect(await message.evaluate((it) => getComputedStyle(it).direction)).toBe("rtl");
});
