import type { PartView } from "../../backend/types";

/** What can be taken along as text; the rest is named by its kind. */
export function plainText(parts: PartView[]): string {
  return parts.map(plain).join("\n");
}

function plain(part: PartView): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `[${part.mimeType}]`;
    case "link":
      return part.shown;
    case "resource":
      return part.text ?? `[${part.shown}]`;
    case "toolUse":
      return `${part.name} ${part.json}`;
    case "toolResult":
      return plainText(part.parts);
    case "other":
      return part.json;
  }
}
