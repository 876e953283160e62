import type { Locator } from "@playwright/test";
import type { Failure } from "../src/backend/types";
import {
  app,
  closes,
  consent,
  expect,
  expectAccessible,
  expectForEverybody,
  open,
  readToEnd,
  settle,
  showConsent,
  test,
} from "./window";

const acme = { path: "/home/ada/src/acme", projects: ["git", "rust"] };

test("a folder is added, granted, counted down, revoked and granted again", async ({ page }) => {
  await open(page, "empty");
  await expect(page.getByText("No folder access")).toBeVisible();
  await app(page, (fake, spec) => fake.nextPick(spec), acme);
  await page.getByRole("button", { name: "Add folder", exact: true }).first().click();

  await expect(page.getByText("1 question waits for your consent.")).toBeVisible();
  await expect(page.getByText("No folder access")).toBeVisible();
  const asked = await showConsent(page);
  const question = asked.getByRole("region", { name: "Let “Files” read acme?" });
  await expect(question.getByRole("button", { name: "Don’t allow" })).toBeFocused();
  await expect(question.getByText("/home/ada/src/acme", { exact: true })).toBeVisible();
  await expect(question.getByText("Rust", { exact: true })).toBeVisible();
  await expect(question.getByRole("radio", { name: "Read only" })).toBeChecked();
  await expect(question.getByRole("radio", { name: "Until I revoke" })).toBeChecked();
  await expect(question.getByText("The operating system enforces this, live.")).toBeVisible();

  await question.getByLabel("Server", { exact: true }).selectOption("filesystem");
  const other = asked.getByRole("region", { name: "Let “filesystem” read acme?" });
  await other.getByText("1 hour", { exact: true }).click();
  await expect(other.getByText("npx -y @modelcontextprotocol/server-filesystem")).toBeVisible();
  await readToEnd(asked);
  await settle(page);
  await closes(asked, () => other.getByRole("button", { name: "Allow", exact: true }).click());

  const left = page.getByLabel("How long filesystem may use acme").locator("option:checked");
  await expect(left).toHaveText(/^(60|59) min left$/);
  await page.clock.fastForward("18:30");
  await expect(left).toHaveText("41 min left");

  await page.getByRole("button", { name: "Revoke filesystem’s access to acme" }).click();
  await expect(page.getByText("No folder access")).toBeVisible();
  await expect(page.getByText(/^Revoked 10:/)).toBeVisible();
  await expect(page.getByText(/nothing prevents it until it is restarted/)).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "Revoked" })).toBeFocused();

  await page.getByRole("button", { name: "Grant again: filesystem, acme" }).click();
  await expect(page.getByText("Waiting for your consent", { exact: true })).toBeVisible();
  await consent(page, "Grant again");
  await expect(page.getByRole("list", { name: "Folders with access" })).toContainText("acme");
});

test("access runs out by itself and is said aloud", async ({ page }) => {
  await open(page, "empty");
  await app(page, (fake) =>
    fake.give("/home/ada/notes", "Files", "read", { kind: "until", at: Date.now() + 90_000 }),
  );
  await expect(page.getByText("1 min left")).toBeAttached();
  await page.clock.runFor(61_000);
  await expect(page.getByText("Less than a minute left")).toBeAttached();
  await page.clock.runFor(31_000);
  await expect(page.getByText("Files’s access to notes expired.")).toBeAttached();
  await expect(page.getByText(/^Expired/)).toBeVisible();
});

test("a dropped folder is announced and takes no focus", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Check a path" }).focus();
  await app(page, (fake, spec) => fake.drop(spec), acme);
  await expect(page.getByText("1 question waits for your consent.")).toBeVisible();
  await expect(page.getByText("A question about acme is waiting.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Check a path" })).toBeFocused();
});

test("the keyboard adds a folder", async ({ page }) => {
  await open(page, "empty");
  await app(page, (fake, spec) => fake.nextPick(spec), acme);
  await page.keyboard.press("Control+o");
  await expect(page.getByText("1 question waits for your consent.")).toBeVisible();
});

test("all folders of a workspace file are one question, and what is ticked is granted", async ({
  page,
}) => {
  await open(page, "empty");
  await app(page, (fake) =>
    fake.nextPick(
      { path: "/w/one" },
      {
        path: "/w/two",
        warnings: [{ level: "amber", code: "likely-secrets", subject: ".env" }],
      },
      { path: "/w/three" },
    ),
  );
  await page.getByRole("button", { name: "More ways to add folders" }).click();
  await page.getByRole("menuitem", { name: "From a workspace file…" }).click();
  await expect(page.getByText("1 question waits for your consent.")).toBeVisible();
  const asked = await showConsent(page);
  const question = asked.getByRole("region", { name: "Let “Files” read 3 folders?" });
  const rows = question.getByRole("list", { name: "Folders" }).locator("> li");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(".env");
  await settle(page);
  const allow = question.getByRole("button", { name: "Allow", exact: true });
  await readToEnd(asked);
  await expect(allow).toHaveAttribute("aria-disabled", "false");
  await expectAccessible(asked, "bulk consent");
  await question.getByRole("checkbox", { name: "Grant /w/two" }).uncheck();
  const fewer = asked.getByRole("region", { name: "Let “filesystem” read 2 folders?" });
  await asked.getByLabel("Server", { exact: true }).selectOption("filesystem");
  await expect(fewer).toBeVisible();
  await readToEnd(asked);
  await settle(page);
  await closes(asked, () => fewer.getByRole("button", { name: "Allow", exact: true }).click());
  const grants = await app(page, (fake) => fake.view().grants.map(({ folder }) => folder.name));
  expect(grants).toEqual(["one", "three"]);
});

test("reachability is shown as it changes", async ({ page }) => {
  await open(page);
  await app(page, (fake) => fake.setReachability("/home/ada/src/acme", "replaced"));
  await expect(page.getByText(/^A different folder is here now/)).toBeVisible();
  await app(page, (fake) => fake.setReachability("/home/ada/src/acme", "reachable"));
  await expect(page.getByText(/^A different folder is here now/)).toBeHidden();
});

test("a folder that was replaced is reviewed wherever it is shown", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await app(page, (fake) => fake.setReachability("/home/ada/src/acme", "replaced"));
  const review = page.getByRole("button", { name: "Review the folder that is now acme" });
  await expect(review).toHaveCount(1);
  await page.getByText("Grid", { exact: true }).click();
  const cells = page.getByRole("row").filter({ hasText: "acme" }).getByRole("gridcell");
  await cells
    .filter({ has: page.locator(".held") })
    .first()
    .press("Enter");
  const item = page.getByRole("menuitem", { name: "Review the new folder" });
  await item.press("Enter");
  await expect(item).toBeHidden();
  const proposed = await app(page, (fake) => fake.view().picks.map(({ folder }) => folder.path));
  expect(proposed).toContain("/home/ada/src/acme");

  await page.getByText("By server", { exact: true }).click();
  await expect(review.first()).toBeVisible();
  await expectForEverybody(page);
});

test("what was used last is read by the keyboard, also while the server starts", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await app(page, (fake) => {
    const { id } = fake.servers.named("Files");
    fake.access.use(id, "read_text_file", "/home/ada/src/acme/crates/a-rather-long-name/main.rs");
    fake.changeServer("Files", { state: { kind: "starting", since: Date.now() } });
  });
  const line = page.getByRole("listitem").filter({ hasText: "read_text_file" }).last();
  await expect(line).toContainText("Server is starting");
  const path = line.getByText("/home/ada/src/acme/crates/a-rather-long-name/main.rs");
  await expect(path).toBeHidden();
  await line.locator("summary").press("Enter");
  await expect(path).toBeVisible();
  await expectForEverybody(page);
});

test("what was refused is said where it was asked", async ({ page }) => {
  await open(page);
  await app(page, (fake) => fake.fail("revoke", "storage-full"));
  await page.getByRole("button", { name: "Revoke Files’s access to acme" }).click();
  await expect(page.getByRole("list", { name: "Folders with access" })).toContainText(
    "The disk is full, so the change was not made.",
  );

  await app(page, (fake) => fake.fail("setAccess", "storage-read-only"));
  const access = page.getByLabel("What Files may do in acme");
  await access.selectOption("Write everything");
  await expect(page.getByText(/^Paddock’s data folder is read-only/)).toBeVisible();
  await expect(access).toHaveValue("read");
});

test("what is less is changed in place, and what is more waits for consent", async ({ page }) => {
  await open(page);
  const access = page.getByLabel("What Files may do in acme");
  await access.selectOption("Write everything");
  await expect(page.getByText("Waiting for your consent: Write everything")).toBeVisible();
  await expect(access).toHaveValue("read");
  await consent(page);
  await expect(access).toHaveValue("readWrite");
  await expect(page.getByText(/^Waiting for your consent/)).toHaveCount(0);

  const lifetime = page.getByLabel("How long Files may use acme");
  await lifetime.selectOption("1 hour");
  await expect(lifetime.locator("option:checked")).toHaveText(/min left$/);
  await lifetime.selectOption("Until I revoke");
  await expect(page.getByText("Waiting for your consent: Until I revoke")).toBeVisible();
  await expect(lifetime.locator("option:checked")).toHaveText(/min left$/);
  await access.selectOption("Read only");
  await expect(access).toHaveValue("read");
});

test("what a server may do is read whole in every language", async ({ page }) => {
  await open(page);
  const cut = () =>
    page.evaluate(() => {
      const pen = document.createElement("canvas").getContext("2d")!;
      return [...document.querySelectorAll<HTMLSelectElement>("li select")].flatMap((it) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(it);
        pen.font = font;
        const room = it.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const words = [...it.options].map(({ text }) => text);
        return words.filter((text) => pen.measureText(text).width > room + 1);
      });
    });
  for (const language of ["de", "ko", "zh-CN", "en"] as const) {
    await page.evaluate(`window.__speak("${language}")`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    expect(await cut(), language).toEqual([]);
  }
});

test("the grid is edited by the keyboard: less at once, more by consent", async ({ page }) => {
  await open(page);
  await page.getByText("Grid", { exact: true }).click();
  const grid = page.getByRole("grid", { name: "Folders and servers" });
  const cell = grid.getByRole("gridcell", { name: "Read only", exact: true }).first();
  await cell.focus();
  await page.keyboard.press("Enter");
  const choices = page.getByRole("menu", { name: "What Files may do in acme" });
  await expect(choices.getByRole("menuitemradio", { name: "Read only" })).toBeFocused();
  await expectAccessible(page, "choices of a cell");
  await page.keyboard.press("Escape");
  await expect(choices).toBeHidden();
  await expect(cell).toBeFocused();

  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const waits = grid.getByRole("gridcell", { name: "Read only, waiting for your consent" });
  await expect(waits).toBeFocused();
  await consent(page);
  const more = grid.getByRole("gridcell", { name: "Write everything", exact: true }).first();
  await more.focus();
  await page.keyboard.press("r");
  await expect(cell).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(grid.getByRole("gridcell", { name: /for a limited time/ }).first()).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByText(/^Revoked/)).toBeVisible();
});

test("a cell answers a key pressed as its choices go", async ({ page }) => {
  await open(page);
  await page.getByText("Grid", { exact: true }).click();
  const grid = page.getByRole("grid", { name: "Folders and servers" });
  const cell = grid.getByRole("gridcell", { name: "Read only", exact: true }).first();
  await cell.focus();
  await page.keyboard.press("Enter");
  const choices = page.getByRole("menu", { name: "What Files may do in acme" });
  await expect(choices).toBeVisible();
  await cell.evaluate((it) => {
    document.querySelector<HTMLElement>("[role=menu]:popover-open")!.hidePopover();
    it.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  });
  await expect(choices.getByRole("menuitemradio", { name: "Read only" })).toBeFocused();
});

test("choices stay with their cell as rows go, and go with it", async ({ page }) => {
  await open(page);
  await page.getByText("Grid", { exact: true }).click();
  const grid = page.getByRole("grid", { name: "Folders and servers" });
  const row = (name: string) => grid.getByRole("row").filter({ hasText: name });
  const revoke = (path: string) =>
    app(
      page,
      (fake, path) => {
        const grants = fake.view().grants.filter(({ folder }) => folder.path === path);
        for (const { id } of grants) void fake.access.commands().revoke(id);
      },
      path,
    );
  await row("quarterly").getByRole("gridcell", { name: "No access" }).first().click();
  const grant = page.getByRole("menuitem", { name: "Grant…" });
  await expect(grant).toBeVisible();
  await revoke("/home/ada/src/acme");
  await expect(row("acme")).toBeHidden();
  await grant.click();
  const asked = await showConsent(page);
  await expect(asked.getByRole("region", { name: /read quarterly-planning/ })).toBeVisible();

  await page.bringToFront();
  await row("Notes").getByRole("gridcell").last().click();
  const choices = page.getByRole("menu");
  await expect(choices).toBeVisible();
  await revoke("/home/ada/Notes");
  await expect(choices).toBeHidden();
});

test("a cell without access asks for it, without a folder dialog", async ({ page }) => {
  await open(page);
  await page.getByText("Grid", { exact: true }).click();
  const grid = page.getByRole("grid", { name: "Folders and servers" });
  const row = grid.getByRole("row").filter({ hasText: "Notes" });
  await row.getByRole("gridcell", { name: "No access" }).first().click();
  await page.getByRole("menuitem", { name: "Grant…" }).click();
  await expect(
    row.getByRole("gridcell", { name: "No access, waiting for your consent" }),
  ).toBeFocused();
  const asked = await showConsent(page);
  await expect(asked.getByRole("region", { name: "Let “Files” read Notes?" })).toBeVisible();
});

test("a folder is given to another server where it stands", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Give Notes to another server…" }).click();
  const asked = await showConsent(page);
  await expect(asked.getByRole("region", { name: "Let “Files” read Notes?" })).toBeVisible();
});

test("many folders fit on a screen, folded, in lists and as a grid", async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await open(page, "many");
  const folders = page.getByRole("list", { name: "Folders with access" }).locator("> li");
  await expect(folders).toHaveCount(30);
  const seen = async (rows: Locator) => {
    const boxes = await rows.evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect().bottom),
    );
    return boxes.filter((bottom) => bottom <= 800).length;
  };
  expect(await seen(folders)).toBeGreaterThanOrEqual(12);
  await expectAccessible(page, "many folders");
  const first = page.getByRole("button", { name: "project-01", exact: true });
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await first.click();
  await expect(page.getByRole("button", { name: /^Revoke .* access to project-01$/ })).toHaveCount(
    15,
  );
  await page.getByRole("searchbox").fill("project-30");
  await expect(folders).toHaveCount(1);
  await page.getByRole("searchbox").fill("");

  await page.getByText("Grid", { exact: true }).click();
  const grid = page.getByRole("grid", { name: "Folders and servers" });
  await expect(grid.getByRole("gridcell")).toHaveCount(450);
  expect(await seen(grid.locator("tbody tr"))).toBeGreaterThanOrEqual(12);
  await expectAccessible(page, "a large grid");
  await grid.getByRole("gridcell").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  // The heads stay where they are, and what has the focus is not under them.
  const [head, cell] = await Promise.all([
    grid.getByRole("rowheader", { name: "project-21" }).boundingBox(),
    grid.locator('[tabindex="0"]').boundingBox(),
  ]);
  expect(cell!.x).toBeGreaterThanOrEqual(head!.x + head!.width - 1);
  await expect(grid.getByRole("columnheader", { name: "server-13" })).toBeInViewport();
});

test("a path is checked against the grants", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Check a path" }).click();
  const paths = page.getByLabel("Paths, one per line");
  await expect(paths).toBeFocused();
  await paths.fill("/home/ada/src/acme/main.rs\n/etc/passwd\nnowhere");
  await page.getByLabel("For", { exact: true }).selectOption("Files");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText("May read Through /home/ada/src/acme");
  await expect(rows.nth(2)).toContainText("Outside");
  await expect(rows.nth(3)).toContainText("Not an absolute path");
});

test("everything is revoked at once", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Revoke all access" }).click();
  await expect(page.getByText("No folder access")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Grant again/ })).toHaveCount(7);
});

test("every row says what is in force, and what stays open can be closed", async ({ page }) => {
  await open(page);
  const acme = page.getByRole("listitem").filter({ hasText: "/home/ada/src/acme" }).first();
  await expect(acme.getByText("Active", { exact: true })).toHaveCount(3);
  await expect(acme.getByText("3 files still open")).toBeVisible();
  await expect(page.getByText(/^Not enforced: notes\./)).toBeVisible();
  await acme.getByRole("button", { name: "Restart server" }).click();
  await page.clock.runFor(1_000);
  await expect(acme.getByText("Active", { exact: true })).toHaveCount(4);
  await expect(page.getByText(/still open/)).toHaveCount(0);
});

test("enforcement that failed says why in its rows", async ({ page }) => {
  await open(page);
  const reason: Failure = { code: "proof-failed", details: {} };
  await app(
    page,
    (fake, reason) => fake.changeServer("search", { inForce: { kind: "failed", reason } }),
    reason,
  );
  await expect(page.getByText("Enforcement failed", { exact: true })).toBeVisible();
  await expect(page.getByText(/so it was stopped\. Look at its latest check/)).toBeVisible();
});

test("the folder of a server that is not enforced stays within its reach", async ({ page }) => {
  await open(page);
  await app(page, (fake) => fake.changeServer("filesystem", { asked: "advisory" }));
  await page.getByRole("button", { name: "Revoke filesystem’s access to acme" }).click();
  await expect(page.getByText(/nothing prevents it until it is restarted/)).toBeVisible();
});

test("where nothing can enforce, it is said with what is missing", async ({ page }) => {
  await open(page, "empty");
  await app(page, (fake) =>
    fake.changeSystem({
      best: null,
      tiers: [{ tier: "landlock", works: false, lacking: "landlock" }],
    }),
  );
  const panel = page.getByRole("region", { name: "Nothing is enforced here" });
  await expect(panel).toContainText("Servers stay stopped unless you let one run");
  await panel.getByRole("button", { name: "What is missing" }).click();
  await expect(
    page.getByRole("heading", { name: "What is enforced on this computer" }),
  ).toBeFocused();
  await expect(page.getByRole("row", { name: /^Landlock/ })).toContainText(
    "Missing: Landlock in this kernel",
  );
});

test("a control keeps the focus while the app answers", async ({ page }) => {
  await open(page);
  const add = page.getByRole("button", { name: "Add folder", exact: true });
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(add).toBeFocused();
  const access = page.getByLabel("What filesystem may do in acme");
  await access.focus();
  await access.selectOption("Read only");
  await expect(access).toHaveValue("read");
  await expect(access).toBeFocused();
});
