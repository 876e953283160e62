import { expect, test } from "vitest";
import { keepsMenu, zoomStepOf } from "./page";

const press = (key: string, held: KeyboardEventInit = { ctrlKey: true }) =>
  zoomStepOf(new KeyboardEvent("keydown", { key, ...held }));

test("keys draw the page larger, smaller and as usual", () => {
  expect([press("+"), press("="), press("-"), press("0")]).toEqual([1, 1, -1, 0]);
  expect(press("+", { metaKey: true })).toBe(1);
  expect([press("+", {}), press("1"), press("-", { ctrlKey: true, altKey: true })]).toEqual([
    null,
    null,
    null,
  ]);
});

test("only what is typed into keeps the menu with copy and paste", () => {
  document.body.innerHTML = `<p>x</p><input type="checkbox"><input type="search"><textarea></textarea>`;
  const kept = [...document.body.children].filter(keepsMenu).map(({ localName }) => localName);
  expect(kept).toEqual(["input", "textarea"]);
});
