import { fireEvent, render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PartView } from "../backend/types";
import Parts from "./Parts.svelte";

const show = (parts: PartView[], read?: (uri: string) => void) =>
  render(Parts, { parts, from: "weather", read });

const link: PartView = {
  kind: "link",
  uri: "https://example.org/\u202etxt.exe",
  shown: "https://example.org/\\u{202e}txt.exe",
  name: "Report",
  description: null,
  mimeType: "text/plain",
};

test("text is text, and not markup", () => {
  show([{ kind: "text", text: "<img src=x onerror=alert(1)>" }]);
  expect(screen.getByText("<img src=x onerror=alert(1)>")).toBeTruthy();
  expect(document.querySelector("img")).toBeNull();
});

const showPicture = (about: string) =>
  userEvent.click(screen.getByRole("button", { name: `Show picture · ${about}` }));

test("a picture waits to be shown, and one that could run something never is", async () => {
  show([
    { kind: "image", mimeType: "image/png", base64: "iVBORw0KGgo=" },
    { kind: "image", mimeType: "image/svg+xml", base64: "PHN2Zy8+" },
  ]);
  expect(document.querySelector("img")).toBeNull();
  await showPicture("image/png, 8 bytes");
  expect(screen.getAllByRole("img")).toHaveLength(1);
  expect(screen.getByRole("img", { name: "Picture sent by weather" })).toBeTruthy();
  expect(screen.getByText(/6 bytes, not shown here/).textContent).toContain("image/svg+xml");
});

test("a picture that is none is said to be none", async () => {
  show([{ kind: "image", mimeType: "image/png", base64: "AAAA" }]);
  await showPicture("image/png, 3 bytes");
  await fireEvent.error(screen.getByRole("img"));
  expect(screen.getByText("A picture was sent that cannot be read.")).toBeTruthy();
});

test("a sound waits to be shown and then to be played, and loads nothing before", async () => {
  show([{ kind: "audio", mimeType: "audio/wav", base64: "UklGRg==" }]);
  expect(document.querySelector("audio")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show sound · audio/wav, 4 bytes" }));
  const sound = screen.getByLabelText<HTMLAudioElement>("Sound sent by weather");
  expect(sound.getAttribute("preload")).toBe("none");
  expect(sound.hasAttribute("controls")).toBe(true);
  expect(sound.hasAttribute("autoplay")).toBe(false);
});

test("a link leads nowhere by itself and is read when asked", async () => {
  const read = vi.fn();
  show([link], read);
  expect(screen.getByText("https://example.org/\\u{202e}txt.exe")).toBeTruthy();
  expect(document.querySelector("a")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Read Report" }));
  expect(read).toHaveBeenCalledExactlyOnceWith("https://example.org/\u202etxt.exe");
});

test("where nothing can read it a link is only shown", () => {
  show([link]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a resource shows its text, its picture when wanted, or its size", async () => {
  const resource = {
    kind: "resource",
    shown: "file:///a",
    mimeType: null,
    text: null,
    image: null,
  };
  show([
    { ...resource, text: "hello", size: 5 } as PartView,
    { ...resource, mimeType: "image/png", image: "AAAA", size: 3 } as PartView,
    { ...resource, mimeType: "application/zip", size: 2_400_000 } as PartView,
  ]);
  expect(screen.getByText("hello")).toBeTruthy();
  expect(document.querySelector("img")).toBeNull();
  await showPicture("image/png, 3 bytes");
  expect(screen.getAllByRole("img")).toHaveLength(1);
  expect(screen.getByText(/2.4 MB, not shown here/)).toBeTruthy();
});

test("what a tool is asked and gave is shown, in each other up to a depth", () => {
  const nested = (inner: PartView[]): PartView => ({
    kind: "toolResult",
    isError: false,
    parts: inner,
  });
  let deep: PartView = { kind: "text", text: "bottom" };
  for (let level = 0; level < 9; level += 1) deep = nested([deep]);
  show([
    { kind: "toolUse", name: "search", json: '{"q":1}' },
    { kind: "toolResult", isError: true, parts: [{ kind: "text", text: "no luck" }] },
    deep,
  ]);
  expect(screen.getByText('{"q":1}')).toBeTruthy();
  expect(screen.getByText("A tool reported an error")).toBeTruthy();
  expect(screen.getByText("no luck")).toBeTruthy();
  expect(screen.queryByText("bottom")).toBeNull();
  expect(screen.getByText("There is more inside, nested too deep to show.")).toBeTruthy();
});

test("anything else is shown as it came", () => {
  show([{ kind: "other", label: "hologram", json: "{}" }]);
  expect(screen.getByText("hologram")).toBeTruthy();
});
