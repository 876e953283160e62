// What tests of components begin with. The browser's own tests do not read this.
import { afterEach, beforeEach, vi } from "vitest";
import { Fake } from "../src/backend/fake";
import { app } from "../src/shared/app.svelte";

/** The app behind the window, another one for each test. */
export let fake: Fake;

/** Each test has an app of its own, furnished that way and connected to the main page. */
export function playing(furnish: () => unknown = () => undefined): void {
  beforeEach(async () => {
    await begin(furnish);
    await app.connect(fake);
  });
  afterEach(() => app.disconnect());
}

/** The same for the page in which a person consents, where time passes when the test says so. */
export function consenting(furnish: () => unknown = () => undefined): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    await begin(furnish);
    await app.watch(fake.consenting);
  });
  afterEach(() => {
    app.disconnect();
    vi.useRealTimers();
  });
}

async function begin(furnish: () => unknown): Promise<void> {
  fake = new Fake();
  fake.furnish();
  await furnish();
}
