import type {
  AnswerView,
  ModelChoice,
  PrioritiesView,
  ProviderView,
  SamplingEdit,
  SamplingView,
} from "../../backend/types";
import { t } from "../../shared/i18n";

/** Requests that are let through at once when a person says so. */
export const NEXT = 5;

/** The choice of answering without a model. */
export const BY_HAND = "by hand";

/** What a person changes of a request before it goes to a model. */
export type Draft = {
  systemPrompt: string;
  /** New texts, by `placeOf` message and part. */
  texts: Record<string, string>;
  /** `keyOfModel`, or `BY_HAND`; null as long as the choice of the rules stands. */
  model: string | null;
  maxTokens: string;
  temperature: string;
  allowNext: boolean;
  written: string;
};

export type DraftProblems = { maxTokens?: string; temperature?: string };

export function draftOf(view: SamplingView): Draft {
  return {
    systemPrompt: view.systemPrompt ?? "",
    texts: {},
    model: null,
    maxTokens: String(view.maxTokens),
    temperature: view.temperature === null ? "" : String(view.temperature),
    allowNext: false,
    written: "",
  };
}

export function placeOf(message: number, part: number): string {
  return `${message} ${part}`;
}

export function keyOfModel({ provider, model }: ModelChoice): string {
  return `${provider} ${model}`;
}

export function modelOf(key: string): ModelChoice | null {
  const at = key.indexOf(" ");
  const provider = Number(key.slice(0, at));
  return at > 0 && Number.isInteger(provider) ? { provider, model: key.slice(at + 1) } : null;
}

/** What stands in the picker: the person's choice, or that of the rules. */
export function pickedOf(view: SamplingView, draft: Draft): string {
  return draft.model ?? (view.chosen ? keyOfModel(view.chosen) : "");
}

/** The models of a provider, with the preferred one even if it was not named among them. */
export function modelsOf({ models, preferred }: ProviderView): string[] {
  return preferred === null || models.includes(preferred) ? models : [preferred, ...models];
}

/** What goes to the app, or what is wrong with it. What stays as the server wants it is left out. */
export function editOf(
  view: SamplingView,
  draft: Draft,
): { edit: SamplingEdit } | { problems: DraftProblems } {
  const problems: DraftProblems = {};
  const maxTokens = Number(draft.maxTokens);
  if (!/^\s*\d+\s*$/.test(draft.maxTokens) || maxTokens < 1 || maxTokens > view.maxTokens) {
    problems.maxTokens = t("sampling-bad-tokens", { most: view.maxTokens });
  }
  const warm = draft.temperature.trim();
  const temperature = warm === "" ? null : Number(warm);
  if (temperature === null ? view.temperature !== null : !(temperature >= 0 && temperature <= 2)) {
    problems.temperature = t("sampling-bad-temperature");
  }
  if (Object.keys(problems).length > 0) return { problems };
  const systemPrompt = draft.systemPrompt === (view.systemPrompt ?? "") ? null : draft.systemPrompt;
  const texts = Object.entries(draft.texts).flatMap(([place, text]) => {
    const [message, part] = place.split(" ").map(Number) as [number, number];
    const was = view.messages[message]?.parts[part];
    return was?.kind === "text" && was.text !== text ? [{ message, part, text }] : [];
  });
  return {
    edit: {
      model: modelOf(pickedOf(view, draft)),
      maxTokens: maxTokens === view.maxTokens ? null : maxTokens,
      temperature: temperature === view.temperature ? null : temperature,
      systemPrompt,
      texts,
      allowNext: draft.allowNext ? NEXT : 0,
    },
  };
}

/** What matters to the server in the choice of a model, in words. */
export function prioritiesText({ cost, speed, intelligence }: PrioritiesView): string[] {
  const words: [number | null, string][] = [
    [cost, "sampling-wish-cost"],
    [speed, "sampling-wish-speed"],
    [intelligence, "sampling-wish-intelligence"],
  ];
  return words.flatMap(([weight, what]) =>
    weight === null ? [] : [t(what, { weight: t(weightOf(weight)) })],
  );
}

function weightOf(weight: number): string {
  if (weight < 0.34) return "sampling-weight-little";
  return weight < 0.67 ? "sampling-weight-some" : "sampling-weight-much";
}

const contexts: Record<string, string> = {
  thisServer: "sampling-context-this",
  allServers: "sampling-context-all",
};

/** What the server would like added, in words; nothing when it would like nothing. */
export function contextText(context: string | null): string | null {
  const id = context === null ? undefined : contexts[context];
  return id ? t(id) : null;
}

const stops: Record<string, string> = {
  stopSequence: "sampling-stop-sequence",
  maxTokens: "sampling-stop-tokens",
  toolUse: "sampling-stop-tool",
};

/** Why the model stopped, where that is worth saying. */
export function stopText(reason: string | null): string | null {
  const id = reason === null ? undefined : stops[reason];
  return id ? t(id) : null;
}

/** The text of an answer, null when it is more than text. */
export function textOf(answer: AnswerView | null): string | null {
  const parts = answer?.parts ?? [];
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === parts.length ? texts.join("\n\n") : null;
}

/**
 * An answer as it was told, with what was said since it was asked for. What is told may hold the
 * beginning of what was said.
 */
export function joined(told: string, since: string): string {
  for (let known = Math.min(told.length, since.length); known > 0; known -= 1) {
    if (told.endsWith(since.slice(0, known))) return told + since.slice(known);
  }
  return told + since;
}
