import { expect, test } from "vitest";
import { frameOf } from "./frame";

const shown = (page: ParentNode, language: string) =>
  [...page.querySelectorAll("nav li")].map(
    (it) => it.querySelector(`[lang="${language}"]`)?.textContent,
  );

test(
  "the frame says its places in every language, and nothing in one alone",
  { timeout: 60_000 },
  async () => {
    const page = document.createElement("div");
    page.innerHTML = await frameOf();
    expect(shown(page, "en")).toEqual([
      "Access",
      "Servers",
      "Apps",
      "Requests",
      "Activity",
      "Settings",
    ]);
    expect(shown(page, "de")[0]).toBe("Zugriff");
    for (const language of ["ko", "zh-CN"]) expect(shown(page, language)).not.toContain(undefined);
    for (const said of page.querySelectorAll("[lang]")) said.remove();
    expect(page.textContent?.replaceAll("Paddock", "").trim()).toMatch(/^\??$/);
    expect(page.innerHTML).not.toMatch(/[\ue000\ue001]|<!--|aria-label/);
    expect(page.querySelector("nav")!.hasAttribute("inert")).toBe(true);
  },
);
