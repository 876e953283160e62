/** Pictures that a page can show without running anything. */
const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

const SOUNDS = new Set([
  "audio/wav",
  "audio/mpeg",
  "audio/ogg",
  "audio/mp4",
  "audio/webm",
  "audio/flac",
]);

/** The address under which a picture is shown, null when it is of a kind that is not shown. */
export function pictureUrl(mimeType: string | null, base64: string): string | null {
  return dataUrl(PICTURES, mimeType, base64);
}

/** The address under which a sound is played, null when it is of a kind that is not played. */
export function soundUrl(mimeType: string, base64: string): string | null {
  return dataUrl(SOUNDS, mimeType, base64);
}

/** Bytes that a Base64 text stands for. */
export function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/[\s=]/g, "").length * 3) / 4);
}

/** What kind such an address is of, in the words of the lists above. */
export function kindOf(url: string): string {
  return url.slice("data:".length, url.indexOf(";"));
}

function dataUrl(known: Set<string>, mimeType: string | null, base64: string): string | null {
  // What was sent as the kind is only looked up; the words of the list go into the address.
  const kind = (mimeType ?? "").split(";")[0]!.trim().toLowerCase();
  return known.has(kind) ? `data:${kind};base64,${base64}` : null;
}
