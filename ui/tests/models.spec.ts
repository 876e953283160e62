import { app, expect, open, stopTime, test } from "./window";

test.beforeEach(async ({ page }) => {
  await open(page);
  await page.keyboard.press("Control+,");
});

test("models are set up from a preset, without a pointer", async ({ page }) => {
  const models = page.getByRole("region", { name: "Models", exact: true });
  await models.getByRole("button", { name: "Add provider" }).focus();
  await page.keyboard.press("Enter");
  const form = models.getByRole("form", { name: "Add a provider" });
  const preset = form.getByLabel("Start with");
  await expect(preset).toBeFocused();
  await preset.selectOption("OpenAI");
  await expect(form.getByLabel("Address")).toHaveValue("https://api.openai.com/v1");
  await expect(form.getByLabel("Key")).toHaveAttribute("type", "password");
  await expect(form.getByText(/go to this address, and nowhere else\.$/)).toBeVisible();
  await form.getByLabel("Key").fill("sk-secret");
  await stopTime(page);
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  const added = models.getByRole("listitem").filter({ hasText: "api.openai.com" });
  await expect(added.getByText("Not used: you have not allowed its address")).toBeVisible();
  await expect(added.getByRole("button", { name: "Allow OpenAI…" })).toBeVisible();
  await expect(added.getByText("Waiting for your consent")).toBeVisible();
  await app(page, async (fake) => {
    const asked = fake.view().consents.find(({ what }) => what.kind === "provider")!;
    await fake.consenting.commands.agree(asked.id);
  });
  await expect(added.getByText("Loading its models…")).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(added.getByText("2 models")).toBeVisible();
  await expect(added.getByText("Leaves this computer")).toBeVisible();
  await expect(added.getByText("Key in the keyring")).toBeVisible();
  expect(await page.content()).not.toContain("sk-secret");
});

test("a key is never shown, kept when left empty, and taken away", async ({ page }) => {
  const models = page.getByRole("region", { name: "Models", exact: true });
  await models.getByRole("button", { name: "Edit Anthropic" }).click();
  const form = models.getByRole("form", { name: "Anthropic" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByLabel("Key", { exact: true })).toHaveValue("");
  await form.getByLabel("Preferred model").selectOption("claude-sonnet-4-5");
  await form.getByRole("button", { name: "Save" }).click();
  await page.clock.runFor(1_000);
  const line = models.getByRole("listitem").filter({ hasText: "api.anthropic.com" });
  await expect(line.getByText("prefers claude-sonnet-4-5")).toBeVisible();
  await expect(line.getByText("Key in the keyring")).toBeVisible();

  await models.getByRole("button", { name: "Edit Anthropic" }).click();
  await form.getByLabel("Remove the key").check();
  await expect(form.getByLabel("Key", { exact: true })).toBeDisabled();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(line.getByText("No key")).toBeVisible();
});

test("what does not answer says why, and is removed after a question", async ({ page }) => {
  const models = page.getByRole("region", { name: "Models", exact: true });
  await app(page, (fake) =>
    fake.requests.providers.furnish("Lab", "http://10.0.0.9:8000/v1", {
      state: { kind: "failed", reason: { code: "storage-full", details: {} } },
    }),
  );
  const line = models.getByRole("listitem").filter({ hasText: "10.0.0.9" });
  await expect(line.getByText(/^The disk is full/)).toBeVisible();
  await line.getByRole("button", { name: "Remove Lab" }).click();
  await line.getByRole("button", { name: "Keep it" }).click();
  await line.getByRole("button", { name: "Remove Lab" }).click();
  await line.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(line).toBeHidden();
  await expect(models.getByRole("heading", { name: "Models" })).toBeFocused();
});

test("a bad address is refused where it was typed", async ({ page }) => {
  const models = page.getByRole("region", { name: "Models", exact: true });
  await models.getByRole("button", { name: "Add provider" }).click();
  const form = models.getByRole("form", { name: "Add a provider" });
  await form.getByLabel("Start with").selectOption("Something else");
  await form.getByLabel("Name").fill("Mine");
  await form.getByLabel("Address").fill("localhost");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByRole("alert")).not.toBeEmpty();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
});
