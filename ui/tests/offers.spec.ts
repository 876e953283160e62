import type { Page } from "@playwright/test";
import { app, expect, open, settle, stopTime, test } from "./window";

test.beforeEach(async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+2");
});

const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

async function unfold(page: Page, list: string, name: string) {
  const item = page
    .getByRole("list", { name: list })
    .getByRole("listitem")
    .filter({
      has: page.locator("summary").getByText(name, { exact: true }),
    });
  await item.getByText(name, { exact: true }).first().click();
  return item;
}

test("a form holds references, ways, lists and names, and says what is wrong", async ({ page }) => {
  await tab(page, "Tools");
  const tool = await unfold(page, "Tools", "Archive");
  await expect(tool.getByText("The server claims, unverified: reaches outside.")).toBeVisible();
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await expect(tool.getByLabel("folder")).toBeFocused();
  await expect(tool.getByText("Required.")).toBeVisible();

  await tool.getByLabel("Kind of target").selectOption("A server");
  await tool.getByLabel("address").fill("nowhere");
  await tool.getByLabel("port").fill("0");
  await tool.getByLabel("format").selectOption("Tar, Zstandard");
  await tool.getByLabel("hidden files").check();
  await tool.getByRole("button", { name: "Add an entry" }).click();
  await expect(tool.getByLabel("Name", { exact: true })).toBeFocused();
  await tool.getByLabel("Name", { exact: true }).fill("team");
  await tool.getByLabel("Value").fill("springs");
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await expect(tool.getByText(/^This has to be a whole address/)).toBeVisible();
  await expect(tool.getByText("Too small: 1 or more.")).toBeVisible();
  await tool.getByLabel("address").fill("sftp://backup");
  await tool.getByLabel("port").fill("2222");

  await tool.getByText("JSON", { exact: true }).click();
  const whole = tool.getByLabel("Arguments as JSON");
  await expect(whole).toHaveValue(/"port": 2222/);
  await whole.fill('{"target":{"folder":"/srv"},"unheard":1}');
  await tool.getByText("Form", { exact: true }).click();
  await expect(tool.getByText(/^This does not fit the form: unheard\./)).toBeVisible();
  await whole.fill('{"target":{"folder":"/srv"},"labels":{"a":"b"}}');
  await tool.getByText("Form", { exact: true }).click();
  await expect(tool.getByLabel("folder")).toHaveValue("/srv");

  await tool.getByRole("button", { name: "Call", exact: true }).click();
  const sure = tool.getByRole("region", { name: /reaches outside of it/ });
  await expect(sure).toContainText('"folder": "/srv"');
  await settle(page);
  await sure.getByRole("button", { name: "Yes, call it" }).click();
  await expect(tool.getByRole("region", { name: "Result" })).toContainText(
    'archive {"target":{"folder":"/srv"},"labels":{"a":"b"}}',
  );
});

test("a tool whose description lies elsewhere is written as JSON", async ({ page }) => {
  await tab(page, "Tools");
  const tool = await unfold(page, "Tools", "query");
  await expect(tool.getByText(/points to another address, which Paddock does not/)).toBeVisible();
  await tool.getByLabel("Arguments as JSON").fill("[1]");
  await expect(tool.getByText("Arguments are an object, in braces.")).toBeVisible();
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await expect(tool.getByRole("region", { name: "Result" })).toBeHidden();
  await tool.getByLabel("Arguments as JSON").fill('{"q":1}');
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await expect(tool.getByRole("region", { name: "Result" })).toContainText('query {"q":1}');
});

test("tool_1 a tool that destroys is called after its arguments were seen", async ({ page }) => {
  await tab(page, "Tools");
  const tool = await unfold(page, "Tools", "Delete file");
  await tool.getByLabel("path").fill("/home/ada/src/acme/old.txt");
  await page.keyboard.press("Enter");
  const sure = tool.getByRole("region", { name: /can destroy something/ });
  await expect(sure).toContainText('"path": "/home/ada/src/acme/old.txt"');
  await expect(sure.getByRole("button", { name: "Don’t call" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sure).toBeHidden();
  await expect(tool.getByRole("button", { name: "Call", exact: true })).toBeFocused();

  await page.keyboard.press("Enter");
  await tool.getByLabel("path").fill("/home/ada/src/acme/other.txt");
  await expect(sure).toBeHidden();
  await stopTime(page);
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await sure.getByRole("button", { name: "Yes, call it" }).dblclick();
  await expect(tool.getByRole("region", { name: "Result" })).toBeHidden();
  await settle(page);
  await sure.getByRole("button", { name: "Yes, call it" }).click();
  await expect(tool.getByRole("region", { name: "Result" })).toContainText("other.txt");
});

test("progress is followed, and a call is cancelled", async ({ page }) => {
  await tab(page, "Tools");
  const tool = await unfold(page, "Tools", "Index again");
  await stopTime(page);
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  const bar = tool.getByRole("progressbar");
  await page.clock.runFor(1_600);
  await expect(bar).toHaveAttribute("value", "50");
  await expect(tool.getByText("Folder 4 of 6")).toBeVisible();
  await expect(tool.getByText("50 %, 1 s")).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(tool.getByRole("region", { name: "Result" })).toBeVisible();
  await expect(bar).toBeHidden();

  await tool.getByRole("button", { name: "Call", exact: true }).click();
  await tool.getByRole("button", { name: "Cancel call" }).click();
  await expect(tool.getByText("The call was cancelled.")).toBeVisible();
});

test("a result shows each kind of content, and a promise that was not kept", async ({ page }) => {
  await tab(page, "Tools");
  const tool = await unfold(page, "Tools", "Preview");
  await tool.getByRole("button", { name: "Call", exact: true }).click();
  const result = tool.getByRole("region", { name: "Result" });
  await expect(
    result.getByText(/^This does not match the result that preview declares/),
  ).toBeVisible();
  await expect(result.getByRole("img")).toHaveCount(0);
  await result.getByRole("button", { name: /^Show picture · image\/png, / }).click();
  await result.getByRole("button", { name: /^Show sound · audio\// }).click();
  const picture = result.getByRole("img", { name: "Picture sent by Files" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(96);
  const sound = result.getByLabel("Sound sent by Files");
  await sound.evaluate(
    (it: HTMLAudioElement) =>
      new Promise((done, failed) => {
        it.onloadedmetadata = done;
        it.onerror = () => failed(new Error("the sound was not let in"));
        it.load();
        it.preload = "metadata";
      }),
  );
  await result.getByRole("button", { name: "Read README.md" }).click();
  await expect(result.getByRole("region", { name: "Content of README.md" })).toContainText(
    "Springs, rockets and paint",
  );
});

test("a list that changes keeps what is typed", async ({ page }) => {
  await tab(page, "Tools");
  const tool = await unfold(page, "Tools", "Read file");
  await tool.getByLabel("path").fill("/home/ada/a.txt");
  await tool.getByLabel("head").fill("3");
  await app(page, (fake) => {
    const other = (schema: string) => schema.replace('"head"', '"first"');
    fake.offers.tools = [
      { ...fake.offers.tools[0]!, schema: other(fake.offers.tools[0]!.schema) },
      { ...fake.offers.tools[5]!, name: "wait_longer" },
    ];
    fake.listChanged("Files", "tools");
  });
  await expect(page.getByText("wait_longer")).toBeVisible();
  await expect(tool.getByLabel("path")).toHaveValue("/home/ada/a.txt");
  await expect(tool.getByLabel("first")).toHaveValue("");
  await stopTime(page);
  await app(page, (fake) => fake.commands.restartServer(fake.view().servers[0]!.id));
  await expect(page.getByText("Still starting.")).toBeVisible();
  await expect(tool.getByLabel("path")).toHaveValue("/home/ada/a.txt");
  await expect(tool.getByRole("button", { name: "Call", exact: true })).toBeDisabled();
});

test("a resource is read, followed, and said to have changed", async ({ page }) => {
  await tab(page, "Resources");
  const item = await unfold(page, "Resources", "docs/logo.png");
  await item.getByRole("button", { name: "Read", exact: true }).click();
  await item.getByRole("button", { name: /^Show picture · image\/png, / }).click();
  await expect(item.getByRole("img", { name: "Picture sent by Files" })).toBeVisible();
  await item.getByRole("button", { name: "Follow changes" }).click();
  await expect(item.getByText("Followed", { exact: true })).toBeVisible();
  await app(page, (fake) => fake.touch("Files", "file:///home/ada/src/acme/docs/logo.png"));
  await expect(item.getByText("Followed, changed once")).toBeVisible();
  await expect(item.getByText("Changed since you read it.")).toBeVisible();
  await item.getByRole("button", { name: "Read again" }).click();
  await expect(item.getByText("Changed since you read it.")).toBeHidden();
  await item.getByRole("button", { name: "Stop following" }).click();
  await expect(item.getByText(/^Followed/)).toBeHidden();

  await page.getByLabel("Read by address").fill("nowhere");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("The call failed: no such resource.", { exact: false }),
  ).toBeVisible();
});

test("a template is completed while it is typed", async ({ page }) => {
  await tab(page, "Resources");
  const item = await unfold(page, "Templates", "A file on a branch");
  const branch = item.getByLabel("branch");
  await branch.fill("release");
  await page.clock.runFor(400);
  await expect(item.locator("datalist").first().locator("option")).toHaveCount(2);
  await branch.fill("release/1.1");
  await item.getByLabel("path").fill("src/main.rs");
  await page.keyboard.press("Enter");
  await expect(item.getByText("git://acme/release/1.1/src/main.rs")).toBeVisible();
});

test("ten thousand resources are found and not all drawn", async ({ page }) => {
  await app(page, (fake) => {
    const [first] = fake.offers.resources;
    fake.offers.resources = Array.from({ length: 10_000 }, (_, at) => ({
      ...first!,
      uri: `file:///many/${at}`,
      shown: `file:///many/${at}`,
      name: `entry ${at}`,
    }));
    fake.listChanged("Files", "resources");
  });
  await tab(page, "Resources");
  const rows = page.getByRole("list", { name: "Resources" }).getByRole("listitem");
  await expect(rows).toHaveCount(100);
  await page.getByRole("button", { name: "Show more (9,900)" }).click();
  await expect(rows).toHaveCount(300);
  await page.getByLabel("Find a resource").fill("entry 777");
  await expect(page.getByText("11 of 10,000")).toBeVisible();
  await expect(rows).toHaveCount(11);
});

test("a prompt is got, and its messages say who speaks", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab(page, "Prompts");
  const prompt = await unfold(page, "Prompts", "Review a change");
  await prompt.getByRole("button", { name: "Get" }).click();
  await expect(prompt.getByLabel("Branch")).toBeFocused();
  await expect(prompt.getByText("Required.")).toBeVisible();
  await page.keyboard.type("main");
  await page.keyboard.press("Enter");
  const messages = prompt.getByRole("region", { name: "Messages of the prompt" });
  await expect(messages.getByRole("listitem").first()).toContainText("branch: main");
  await expect(messages.getByRole("listitem").last()).toContainText("Model");
  await messages.getByRole("button", { name: "Copy as text" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^You:\nPlease look[^]*Model:\nI begin with what it promises\.$/);
});

test("messages are paged, filtered, opened and copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab(page, "Messages");
  const rows = page.getByRole("list", { name: "Messages of Files" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await app(page, (fake) => {
    const { id } = fake.view().servers[0]!;
    return fake.commands.readResource(id, "nowhere", 1).catch(() => undefined);
  });
  await page.clock.runFor(2_000);
  await expect(rows).toHaveCount(5);
  await page.getByLabel("Errors only").check();
  await expect(rows).toHaveCount(1);
  await rows.first().locator("summary").click();
  await expect(rows.first()).toContainText('"message": "no such resource"');
  await rows.first().getByRole("button", { name: "Copy as a script" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("resources/read");
  await page.getByLabel("Errors only").uncheck();
  await page.getByLabel("Direction").selectOption("To the server");
  await expect(rows).toHaveCount(3);
  await page.getByLabel("Find in messages").fill("nothing like it");
  await expect(page.getByText("No matches.")).toBeVisible();
});

test("many messages come by the page", async ({ page }) => {
  await app(page, (fake) => {
    for (let at = 0; at < 250; at += 1) fake.touch("Files", `file:///${at}`);
  });
  await tab(page, "Messages");
  const rows = page.getByRole("list", { name: "Messages of Files" }).getByRole("listitem");
  await expect(rows).toHaveCount(200);
  await page.getByRole("button", { name: "Show older" }).click();
  await expect(rows).toHaveCount(253);
  await expect(page.getByRole("button", { name: "Show older" })).toBeHidden();
});

test("when a server starts, stops and is asked is chosen", async ({ page }) => {
  const held = () => app(page, (fake) => fake.view().servers[0]!.lifecycle);
  await page.getByLabel("When it stops by itself").selectOption("Leave it stopped");
  await page.getByLabel("Start when it is first used").check();
  await page.getByLabel("Stop when nothing uses it").selectOption("After 15 min");
  await page.getByLabel("Health check", { exact: true }).selectOption("Other…");
  const other = page.getByLabel("Health check (s)");
  await other.fill("0");
  await page.keyboard.press("Enter");
  await expect(other).toHaveAttribute("aria-invalid", "true");
  expect((await held()).keepAlive).toBeNull();
  await other.fill("45");
  await page.keyboard.press("Enter");
  expect(await held()).toEqual({
    restart: "never",
    keepAlive: 45,
    onDemand: true,
    stopWhenIdle: 15,
  });
});

test("a server that sleeps is started, or asked for what it has", async ({ page }) => {
  await app(page, (fake) => fake.changeServer("Files", { state: { kind: "asleep" } }));
  const server = page.getByRole("article", { name: "Files" });
  await expect(server.getByText("Starts on demand")).toBeVisible();
  await tab(page, "Tools");
  await expect(server.getByText(/^It starts when it is used: ask for its tools/)).toBeVisible();
  await server.getByRole("button", { name: "Start", exact: true }).click();
  await page.clock.runFor(1_000);
  await expect(server.getByRole("list", { name: "Tools" })).toBeVisible();
});

test("a revision says how the server learns of its folders", async ({ page }) => {
  const server = page.getByRole("article", { name: "Files" });
  await expect(server.getByText(/^2025-11-25, with a session/)).toBeVisible();
  await app(page, (fake) =>
    fake.changeServer("Files", { revision: "2026-07-28", told: "waitingForCall" }),
  );
  await expect(server.getByText("2026-07-28, stateless: told in its next call")).toBeVisible();
});
