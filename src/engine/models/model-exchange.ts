/**
 * An exchange with a model as it is kept: what was asked, by hashes, and what was answered. The same form is in the ledger
 * and in recordings, so that going on with a run and replaying one are the same.
 */
import { z } from 'zod';
import { type CanonicalValue, canonicalHash, type Sha256 } from '../../kernel/index.ts';
import {
  type ModelAnswer,
  type ModelRequest,
  type ModelSettings,
  parseModelAnswer,
} from '../../pipeline/agents/index.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/) as unknown as z.ZodType<Sha256>;
const count = z.int().min(0);

/** The shape of settings. */
export const settingsShape = z.strictObject({
  provider: z.enum(['openai', 'anthropic']),
  model: z.string().min(1).max(256),
  endpoint: z.string().max(2_048),
  max_output_tokens: z.int().min(1).max(1_000_000),
}) satisfies z.ZodType<ModelSettings>;

/** The shape of exchanges. */
export const exchangeShape = z.strictObject({
  pack: hash,
  schema: hash,
  settings: settingsShape,
  identity: z.strictObject({ provider: z.string().max(256), model: z.string().max(256) }),
  /** The hash of the exact bytes of the request. */
  sent: hash,
  usage: z.strictObject({ input_tokens: count, output_tokens: count, is_estimated: z.boolean() }),
  raw: z.string().max(4 * 1024 * 1024),
});

/** An exchange. */
export type ModelExchange = Readonly<z.infer<typeof exchangeShape>>;

/** Returns what tells one question from another: the pack, the schema of its answer, and who is asked how. */
export function exchangeKey({
  pack,
  schema,
  settings,
}: Pick<ModelExchange, 'pack' | 'schema' | 'settings'>): Sha256 {
  return canonicalHash({ pack, schema, settings } as CanonicalValue);
}

/** Returns the key of a question. */
export function requestKey(request: ModelRequest): Sha256 {
  return exchangeKey(questionOf(request));
}

/** Makes the exchange of an answered question. */
export function toExchange(request: ModelRequest, answer: ModelAnswer): ModelExchange {
  const { inputTokens, outputTokens, isEstimated } = answer.usage;
  return {
    ...questionOf(request),
    identity: answer.identity,
    sent: answer.sent,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens, is_estimated: isEstimated },
    raw: answer.raw,
  };
}

/** Returns the answer of an exchange. */
export function answerOf({ raw, usage, identity, sent }: ModelExchange): ModelAnswer {
  const { input_tokens, output_tokens, is_estimated } = usage;
  return {
    parsed: parseModelAnswer(raw),
    raw,
    usage: { inputTokens: input_tokens, outputTokens: output_tokens, isEstimated: is_estimated },
    identity,
    sent,
  };
}

function questionOf({ packHash, schema, settings }: ModelRequest) {
  return { pack: packHash, schema: canonicalHash(schema), settings };
}
