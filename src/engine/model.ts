/** The port to a language model, or to anything that answers in its place (the heuristics, a recording, a worker). */
import type { CanonicalValue } from '../kernel/index.ts';

/** What a model is asked: the compiled pack's text and the JSON Schema of the answer. */
export type ModelRequest = {
  readonly packHash: string;
  readonly text: string;
  readonly schema: CanonicalValue;
  readonly settings: CanonicalValue;
};

/** What a model answered, before it is checked. */
export type ModelAnswer = {
  readonly parsed: unknown;
  readonly raw: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  readonly identity: { readonly provider: string; readonly model: string };
};

/** Answers requests; the answer is data to be checked, never trusted. */
export interface Model {
  answer(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}
