import type { CallView, PartView, PromptView, ResourceView, TemplateView, ToolView } from "./types";

const object = (properties: object, required: string[] = [], rest: object = {}) =>
  JSON.stringify({ type: "object", properties, required, ...rest });

const tool = (name: string, about: Partial<ToolView>): ToolView => ({
  name,
  title: null,
  description: null,
  schema: object({}),
  outputSchema: null,
  claims: [],
  task: null,
  ...about,
});

export const fakeTools: ToolView[] = [
  tool("read_file", {
    title: "Read file",
    description: "Read the whole of a text file inside the folders this server was given.",
    schema: object(
      {
        path: { type: "string", description: "Absolute path of the file" },
        head: { type: "integer", description: "Only the first lines", minimum: 1 },
        encoding: { type: "string", enum: ["utf-8", "latin-1"], default: "utf-8" },
        numbered: { type: "boolean", description: "Put a number before each line" },
      },
      ["path"],
    ),
    claims: ["readOnly", "idempotent"],
  }),
  tool("search_files", {
    description: "Find files by a pattern.",
    schema: object(
      {
        pattern: { type: "string" },
        exclude: { type: "array", items: { type: "string" }, description: "Patterns to leave out" },
      },
      ["pattern"],
    ),
    outputSchema: object({ matches: { type: "integer" } }, ["matches"]),
    claims: ["readOnly"],
  }),
  tool("archive", {
    title: "Archive",
    description: "Pack files into an archive.",
    schema: object(
      {
        target: { $ref: "#/$defs/Target" },
        format: {
          oneOf: [
            { const: "tar.zst", title: "Tar, Zstandard" },
            { const: "zip", title: "Zip" },
          ],
          default: "zip",
        },
        parts: {
          type: "array",
          uniqueItems: true,
          items: { enum: ["files", "links", "hidden files"] },
          description: "What goes into it",
        },
        since: { anyOf: [{ type: "string", format: "date" }, { type: "null" }], default: null },
        split: {
          type: "object",
          description: "Several archives instead of one",
          properties: {
            size: { type: "integer", minimum: 1, description: "Megabytes" },
            name: { type: "string", pattern: "^[a-z]+$" },
          },
          required: ["size"],
        },
        labels: { type: "object", additionalProperties: { type: "string" } },
      },
      ["target"],
      {
        $defs: {
          Target: {
            description: "Where it is written",
            oneOf: [
              {
                title: "A folder",
                type: "object",
                properties: { folder: { type: "string" } },
                required: ["folder"],
              },
              {
                title: "A server",
                type: "object",
                properties: {
                  address: { type: "string", format: "uri" },
                  port: { type: "integer", minimum: 1, maximum: 65_535, default: 22 },
                },
                required: ["address"],
              },
            ],
          },
        },
      },
    ),
    claims: ["openWorld"],
    task: "optional",
  }),
  tool("reindex", {
    title: "Index again",
    description: "Read every granted folder and build the index of names anew.",
    claims: ["idempotent"],
  }),
  tool("preview", {
    title: "Preview",
    description: "What the folder looks like, in each kind of content there is.",
    claims: ["readOnly"],
    outputSchema: object({ kinds: { type: "integer" } }, ["kinds"]),
  }),
  tool("wait_for_change", {}),
  tool("query", {
    description: "Asks the index. Its description lies at another address.",
    schema: JSON.stringify({ $ref: "https://schemas.example.org/query.json" }),
  }),
  tool("delete_file", {
    title: "Delete file",
    description: "Delete a file for good.",
    schema: object({ path: { type: "string" } }, ["path"]),
    claims: ["destructive"],
  }),
];

const names: [string, string, string | null, number][] = [
  ["README.md", "What acme is and how it is built", "text/markdown", 3_412],
  ["CHANGELOG.md", "What changed, newest first", "text/markdown", 18_204],
  ["docs/logo.png", "The logo on the light background", "image/png", 12_880],
  ["src/main.rs", "Where it starts", "text/x-rust", 2_105],
  ["src/springs.rs", "Springs and how far they go", "text/x-rust", 9_770],
  ["target/acme", "The built program", "application/octet-stream", 4_200_000],
];

export const fakeResources: ResourceView[] = names.map(([name, description, mimeType, size]) => ({
  uri: `file:///home/ada/src/acme/${name}`,
  shown: `file:///home/ada/src/acme/${name}`,
  name,
  description,
  mimeType,
  size,
}));

export const fakeTemplates: TemplateView[] = [
  {
    template: "git://acme/{branch}/{+path}",
    shown: "git://acme/{branch}/{+path}",
    name: "A file on a branch",
    description: "The file as it was last committed there",
    mimeType: null,
    variables: ["branch", "path"],
  },
];

export const fakePrompts: PromptView[] = [
  {
    name: "review",
    title: "Review a change",
    description: "Looks at one change as a careful colleague would.",
    arguments: [
      { name: "branch", title: "Branch", description: "The branch to look at", required: true },
      { name: "focus", title: null, description: "What to look at above all", required: false },
    ],
  },
  { name: "summary", title: null, description: "The week in ten lines.", arguments: [] },
];

/** What can be proposed for each argument. */
export const fakeIdeas: Record<string, string[]> = {
  branch: ["main", "main-next", "release/1.0", "release/1.1", "spring-loading"],
  path: ["README.md", "src/main.rs", "src/springs.rs"],
  focus: ["security", "speed", "style"],
};

/** A landscape, 96 by 60. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAGAAAAA8CAMAAACuCk+GAAAADFBMVEXh7uePvqUcakfsslp1R4HmAAAAu0lEQVR42u2UQQ7DIAwE7fX//xwVoqYC3BjIHiJ5jkTMKAgjkiTJS7AK208rmHELZtyCGbmQgQy8YA74k8x5i7RAe031C+dI9BeyvkvsV3VE/+lZ/58oz79WUJ0u6JofhUhh5k8afSBxbhrLIv7bxLkrNKhDfZdol/rBcO6Cuv5LOKqK5/FAmCYQBJgsCM9fCwKevxQE4Pk/bvGu8mAVC9QAXNOuH5BO5IwRsBXY9twHWGQgAxnIQAae4AATLRU0X0xJNQAAAABJRU5ErkJggg==";

export function contentOf(uri: string): PartView[] {
  const known = fakeResources.find((it) => it.uri === uri);
  const part = { kind: "resource" as const, shown: uri, text: null, image: null };
  if (uri.endsWith(".png")) {
    return [{ ...part, mimeType: "image/png", image: PICTURE, size: 12_880 }];
  }
  if (known?.mimeType === "application/octet-stream") {
    return [{ ...part, mimeType: known.mimeType, size: known.size ?? 0 }];
  }
  const text = `# ${uri.split("/").at(-1)}\n\nSprings, rockets and paint, shipped overnight.\n`;
  return [{ ...part, mimeType: known?.mimeType ?? "text/plain", text, size: text.length }];
}

export function preview(): CallView {
  return {
    isError: false,
    parts: [
      { kind: "text", text: "The folder holds 6 files, the newest from this morning." },
      { kind: "image", mimeType: "image/png", base64: PICTURE },
      { kind: "audio", mimeType: "audio/wav", base64: tone() },
      {
        kind: "link",
        uri: fakeResources[0]!.uri,
        shown: fakeResources[0]!.shown,
        name: "README.md",
        description: "What acme is and how it is built",
        mimeType: "text/markdown",
      },
      ...contentOf(fakeResources[3]!.uri),
    ],
    structured: JSON.stringify({ kinds: "five" }, null, 2),
    brokenPromise: '/kinds: "five" is not of type "integer"',
    milliseconds: 31,
  };
}

/** A quarter of a second of 440 Hz as a WAV file: 8 bits, 8 kHz, one channel. */
function tone(): string {
  const rate = 8_000;
  const samples = Array.from({ length: rate / 4 }, (_, at) =>
    Math.round(128 + 90 * Math.sin((2 * Math.PI * 440 * at) / rate) * (1 - at / (rate / 4))),
  );
  const number = (value: number, bytes: number) =>
    Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 0xff);
  const word = (text: string) => [...text].map((char) => char.charCodeAt(0));
  const format = [...number(1, 2), ...number(1, 2), ...number(rate, 4), ...number(rate, 4)];
  const bytes = [
    ...word("RIFF"),
    ...number(36 + samples.length, 4),
    ...word("WAVEfmt "),
    ...number(16, 4),
    ...format,
    ...number(1, 2),
    ...number(8, 2),
    ...word("data"),
    ...number(samples.length, 4),
    ...samples,
  ];
  return btoa(String.fromCharCode(...bytes));
}
