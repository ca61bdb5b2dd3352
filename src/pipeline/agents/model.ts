/**
 * The port to a language model, or to anything that answers in its place, such as a recording. What it is sent is the
 * text of one pack and nothing else; what it answers is data to be checked, never trusted.
 */
import type { CanonicalValue, Sha256 } from '../../kernel/index.ts';

/** Which model is asked, where, and how: everything that its answers depend on beside the pack. */
export type ModelSettings = {
  /** The protocol that is spoken. */
  readonly provider: 'openai' | 'anthropic';
  /** The name under which the provider knows the model. */
  readonly model: string;
  /** Where it is asked, without a trailing slash. */
  readonly endpoint: string;
  /** How long one answer may be. */
  readonly max_output_tokens: number;
};

/** What a model is asked: the compiled pack's text and the JSON Schema of the answer. */
export type ModelRequest = {
  readonly packHash: Sha256;
  readonly text: string;
  readonly schema: CanonicalValue;
  readonly settings: ModelSettings;
};

/** What a model answered, before it is checked. */
export type ModelAnswer = {
  /** The JSON value of the answer; `undefined` where it holds none. */
  readonly parsed: unknown;
  readonly raw: string;
  readonly usage: ModelUsage;
  readonly identity: { readonly provider: string; readonly model: string };
  /** The hash of the exact bytes of the request that was answered. */
  readonly sent: Sha256;
};

/** What an answer took, as its provider counts it; what it does not count is estimated from the length of the texts. */
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

/** Returns the JSON value in an answer, fenced, or with words around it; `undefined` where there is none. */
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

/** Characters in a token, at least, of the languages and code that packs hold. */
const CHARACTERS_PER_TOKEN = 3;

/** Estimates how many tokens a text comes to; rather too many than too few. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
