import { expect, test } from "vitest";
import type { EnforcementView, Failure, InForceView } from "../backend/types";
import { enforcementFace, supportedText } from "./enforcement";

const enforcement = (
  inForce: InForceView,
  rest: Partial<EnforcementView> = {},
  foldersInCommand = false,
) =>
  enforcementFace({
    enforcement: { asked: "enforced", supported: "liveMounts", ...rest, inForce },
    foldersInCommand,
  });

test("every state has its own words", () => {
  const states: [InForceView, string, string][] = [
    [{ kind: "notRunning" }, "Enforced when it runs", "off"],
    [{ kind: "starting" }, "Enforced from the start", "busy"],
    [{ kind: "enforced", tier: "liveMounts" }, "Active", "ok"],
    [{ kind: "changing" }, "Changing", "busy"],
    [{ kind: "restarting" }, "Restarting server", "busy"],
    [{ kind: "openHandles", count: 1 }, "1 file still open", "warn"],
    [{ kind: "openHandles", count: 3 }, "3 files still open", "warn"],
    [{ kind: "advisory" }, "Not enforced", "warn"],
    [{ kind: "failed", reason: { code: "leaks", details: {} } }, "Enforcement failed", "danger"],
  ];
  for (const [state, text, tone] of states)
    expect(enforcement(state)).toMatchObject({ text, tone });
});

test("a failure says its reason and what to do", () => {
  const reason: Failure = { code: "boundary-lost", details: {} };
  expect(enforcement({ kind: "failed", reason }).detail).toMatch(/gone.*Start it again/);
});

test("whether a change restarts the server is said", () => {
  expect(enforcement({ kind: "enforced", tier: "liveMounts" }).detail).toContain("while it runs");
  expect(enforcement({ kind: "enforced", tier: "landlock" }).detail).toContain("restarts it");
  const live: InForceView = { kind: "enforced", tier: "liveMounts" };
  expect(enforcement(live, {}, true).detail).toContain("restarts it");
  expect(supportedText("landlock")).toBe("Landlock, a change restarts the server");
});

test("nothing weaker is shown as enforcement", () => {
  const asked = { asked: "advisory" } as const;
  const stopped: InForceView = { kind: "notRunning" };
  expect(enforcement(stopped, asked).text).toBe("Not enforced");
  expect(enforcement({ kind: "enforced", tier: "landlock" }, asked).text).toBe("Not enforced");
  expect(enforcement(stopped, { supported: null }).text).toBe("Cannot be enforced");
});
