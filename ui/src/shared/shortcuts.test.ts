import { expect, test } from "vitest";
import { shortcutOf } from "./shortcuts";

const press = (init: KeyboardEventInit, on: HTMLElement = document.createElement("div")) => {
  document.body.append(on);
  let found: ReturnType<typeof shortcutOf> = null;
  on.addEventListener("keydown", (event) => (found = shortcutOf(event)), { once: true });
  on.dispatchEvent(new KeyboardEvent("keydown", init));
  return found;
};

test("keys lead to their screens", () => {
  expect(press({ key: "3", ctrlKey: true })).toEqual({ kind: "go", screen: "apps" });
  expect(press({ key: "2", ctrlKey: true })).toEqual({ kind: "go", screen: "servers" });
  expect(press({ key: ",", metaKey: true })).toEqual({ kind: "go", screen: "settings" });
  expect(press({ key: "o", ctrlKey: true })).toEqual({ kind: "add", screen: "access" });
  expect(press({ key: "f", ctrlKey: true })).toEqual({ kind: "find" });
  expect(press({ key: "2" })).toBeNull();
  expect(press({ key: "2", ctrlKey: true, altKey: true })).toBeNull();
});

test("a question mark that is typed stays a question mark", () => {
  expect(press({ key: "?" }, document.createElement("button"))).toEqual({ kind: "help" });
  expect(press({ key: "?" }, document.createElement("textarea"))).toBeNull();
});
