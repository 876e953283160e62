import type {
  AnswerView,
  AskingView,
  FormView,
  MissedWhy,
  RequestDetail,
  SamplingEdit,
  SamplingView,
} from "./types";

/** Why a server may not ask now. */
export function refusal(asking: AskingView, sampling: boolean): MissedWhy | null {
  if (asking.muted) return "muted";
  if (!sampling) return null;
  if (asking.requestsThisHour >= asking.limits.requestsAnHour) return "tooOften";
  return asking.tokensToday >= asking.limits.tokensADay ? "overBudget" : null;
}

/** Does to a request what the person changed of it. */
export function edited(detail: SamplingView, edit: SamplingEdit): void {
  detail.maxTokens = edit.maxTokens ?? detail.maxTokens;
  detail.temperature = edit.temperature ?? detail.temperature;
  if (edit.systemPrompt !== null) detail.systemPrompt = edit.systemPrompt || null;
  for (const { message, part, text } of edit.texts) {
    detail.messages[message]!.parts[part] = { kind: "text", text };
  }
}

/** What a form does not take. The app checks patterns, which the window does not. */
export function problemsOf(
  form: FormView,
  values: Record<string, unknown>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { name, kind } of form.fields) {
    const value = values[name];
    if (kind.kind !== "text" || kind.pattern === null || typeof value !== "string") continue;
    if (!new RegExp(kind.pattern, "u").test(value)) problems[name] = "pattern";
  }
  return problems;
}

export function summaryOf(detail: RequestDetail): string {
  if (detail.kind !== "sampling") return detail.message;
  const texts = detail.messages.flatMap(({ parts }) => parts);
  return texts.find((part) => part.kind === "text")?.text.split("\n")[0] ?? "";
}

export function textOf(answer: AnswerView): string {
  return answer.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}
