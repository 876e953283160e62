import { expect, test } from "vitest";
import { variables } from "./variables";

test("a variable is shown with its value, and a secret by its name", () => {
  const envValues = [{ name: "LEVEL", value: "debug" }];
  expect(variables({ envNames: ["LEVEL", "TOKEN"], envValues })).toEqual({
    shown: ["LEVEL=debug"],
    hidden: ["TOKEN"],
  });
});
