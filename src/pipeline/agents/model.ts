/**
 * The port to a language model, or a stand-in such as a recording. It is sent the text of one pack and
 * nothing else; its answers are untrusted and always checked.
 */
import type { CanonicalValue, Sha256 } from '../../kernel/index.ts';

/** The model, its endpoint and its settings: everything answers depend on besides the pack. */
export type ModelSettings = {
  /** The protocol to use. */
  readonly provider: 'openai' | 'anthropic';
  /** The provider's name for the model. */
  readonly model: string;
  /** The URL, without a trailing slash. */
  readonly endpoint: string;
  /** The maximum length of an answer. */
  readonly max_output_tokens: number;
};

/** A request: the compiled pack's text and the JSON Schema of the answer. */
export type ModelRequest = {
  readonly packHash: Sha256;
  readonly text: string;
  readonly schema: CanonicalValue;
  readonly settings: ModelSettings;
};

/** A model's answer before it is checked. */
export type ModelAnswer = {
  /** The JSON value of the answer; `undefined` if there is none. */
  readonly parsed: unknown;
  readonly raw: string;
  readonly usage: ModelUsage;
  readonly identity: { readonly provider: string; readonly model: string };
  /** The hash of the exact bytes of the request that was answered. */
  readonly sent: Sha256;
};

/** The usage reported by the provider; unreported values are estimated from text lengths. */
export type ModelUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly isEstimated: boolean;
};

/** Answers requests. */
export interface Model {
  answer(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}

const FENCE = /^```[a-z]*\s*\n([\s\S]*?)\n?```\s*$/i;

/**
 * Returns the JSON value in an answer, also if it is fenced or surrounded by text; `undefined` if there is
 * none.
 */
export function parseModelAnswer(raw: string): unknown {
  const text = raw.trim();
  const whole = parseJson(FENCE.exec(text)?.[1] ?? text);
  if (whole !== undefined) return whole;
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  return start < 0 || end <= start ? undefined : parseJson(text.slice(start, end + 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lower bound of characters per token in the languages and code of packs. */
const CHARACTERS_PER_TOKEN = 3;

/** Estimates the number of tokens in a text; errs on the high side. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
