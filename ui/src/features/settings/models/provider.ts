import type { KeyView, ProviderApi, ProviderDraft, ProviderView } from "../../../backend/types";
import { t } from "../../../shared/i18n";

/** What is usually set up. Its name is what its makers call it, in every language. */
export type Preset = { name: string; api: ProviderApi; url: string };

export const presets: Preset[] = [
  { name: "Ollama", api: "openAi", url: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", api: "openAi", url: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", api: "openAi", url: "http://127.0.0.1:8080/v1" },
  { name: "vLLM", api: "openAi", url: "http://127.0.0.1:8000/v1" },
  { name: "OpenAI", api: "openAi", url: "https://api.openai.com/v1" },
  { name: "Anthropic", api: "anthropic", url: "https://api.anthropic.com" },
];

/** A provider as typed. */
export type Typed = {
  name: string;
  api: ProviderApi;
  url: string;
  key: string;
  dropKey: boolean;
  preferred: string;
};

export function toTyped(provider: ProviderView | null): Typed {
  const { name, api, url } = provider ?? presets[0]!;
  return { name, api, url, key: "", dropKey: false, preferred: provider?.preferred ?? "" };
}

/** The key is absent when it is to stay, and empty when it is to go. */
export function toDraft(typed: Typed): ProviderDraft {
  const { name, api, url, preferred } = typed;
  const key = typed.dropKey ? "" : typed.key.trim() || null;
  return { name: name.trim(), api, url: url.trim(), key, preferred: preferred || null };
}

/** Whether two addresses lead to the same place, as far as a key is concerned. */
export function sameHost(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a !== null && b !== null && a.origin === b.origin;
}

const apis: Record<ProviderApi, string> = {
  openAi: "models-api-open-ai",
  anthropic: "models-api-anthropic",
};

const keys: Record<KeyView, string> = {
  none: "models-key-none",
  kept: "models-key-kept",
  untilQuit: "models-key-until-quit",
};

export function apiText(api: ProviderApi): string {
  return t(apis[api]);
}

export function keyText(key: KeyView): string {
  return t(keys[key]);
}
