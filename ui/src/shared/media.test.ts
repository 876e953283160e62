import { expect, test } from "vitest";
import { bytesOf, pictureUrl, soundUrl } from "./media";

test("only pictures that run nothing have an address", () => {
  expect(pictureUrl("image/png", "AA==")).toBe("data:image/png;base64,AA==");
  expect(pictureUrl("IMAGE/JPEG; charset=x", "AA==")).toBe("data:image/jpeg;base64,AA==");
  for (const kind of ["image/svg+xml", "text/html", "application/pdf", "", null]) {
    expect(pictureUrl(kind, "AA==")).toBeNull();
  }
});

test("only sounds have an address to be played from", () => {
  expect(soundUrl("audio/wav", "AA==")).toBe("data:audio/wav;base64,AA==");
  for (const kind of ["audio/midi", "video/mp4", "image/png"]) {
    expect(soundUrl(kind, "AA==")).toBeNull();
  }
});

test("bytes are counted without the padding", () => {
  expect(["", "AA==", "AAA=", "AAAA", "AA\nAA"].map(bytesOf)).toEqual([0, 1, 2, 3, 3]);
});
