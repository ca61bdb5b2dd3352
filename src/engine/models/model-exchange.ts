/**
 * An exchange with a model as stored: the question, by hashes, and the answer. The ledger and recordings use
 * the same form, so that resuming a run and replaying one are the same.
 */

import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import {
  type CanonicalValue,
  canonicalHash,
  canonicalText,
  cite,
  PenumbraError,
  type Sha256,
} from '../../kernel/index.ts';
import {
  type Model,
  type ModelAnswer,
  type ModelRequest,
  type ModelSettings,
  parseModelAnswer,
} from '../../pipeline/agents/index.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/) as unknown as z.ZodType<Sha256>;
const count = z.int().min(0);

/** The schema of settings. */
const settingsShape = z.strictObject({
  provider: z.enum(['openai', 'anthropic']),
  model: z.string().min(1).max(256),
  endpoint: z.string().max(2_048),
  max_output_tokens: z.int().min(1).max(1_000_000),
}) satisfies z.ZodType<ModelSettings>;

/** The schema of exchanges. */
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

/** Returns the key of a question: the pack, the schema of its answer, and the model settings. */
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

/** A recording that was read. */
type Recording = { readonly settings: ModelSettings; readonly model: Model };

const FORMAT = 'penumbra.recording/1';
const LARGEST_FILE = 512 * 1024 * 1024;
const LONGEST_LINE = 32 * 1024 * 1024;
const headerShape = z.strictObject({ format: z.literal(FORMAT), settings: settingsShape });

/** Formats exchanges as the text of a recording; the text does not depend on their order. */
export function writeRecording(
  settings: ModelSettings,
  exchanges: ReadonlyMap<Sha256, ModelExchange>,
): string {
  const lines = [...exchanges]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, exchange]) => canonicalText(exchange as unknown as CanonicalValue));
  return [canonicalText({ format: FORMAT, settings }), ...lines, ''].join('\n');
}

/** Reads a recording. */
export async function readRecording(file: string): Promise<Recording> {
  const exchanges = new Map<Sha256, ModelExchange>();
  let settings: ModelSettings | null = null;
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    if (settings === null) {
      settings = readLine(headerShape, line, { file, number }).settings;
      continue;
    }
    const exchange = readLine(exchangeShape, line, { file, number });
    if (canonicalText(exchange.settings) !== canonicalText(settings))
      throw unreadable(file, `line ${number} is of another model than the first line says`);
    exchanges.set(exchangeKey(exchange), exchange);
  }
  if (settings === null) throw unreadable(file, 'it is empty');
  return { settings, model: modelOf(file, exchanges) };
}

function modelOf(file: string, exchanges: ReadonlyMap<Sha256, ModelExchange>): Model {
  return {
    async answer(request) {
      const exchange = exchanges.get(requestKey(request));
      if (exchange !== undefined) return answerOf(exchange);
      throw new PenumbraError('model-unavailable', `${cite(file)} holds no answer to this question`, {
        data: { pack: request.packHash },
        hint: 'a recording answers the run it was made of: the same reports, workspace, memory and version; record anew with --record',
      });
    },
  };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > LARGEST_FILE) throw unreadable(file, 'it is no file, or too large');
    for await (const line of createInterface({
      input: createReadStream(file),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      if (line.length > LONGEST_LINE) throw unreadable(file, 'it has a line that is too long');
      if (line !== '') yield line;
    }
  } catch (error) {
    if (error instanceof PenumbraError) throw error;
    throw unreadable(file, (error as NodeJS.ErrnoException).code ?? 'it cannot be read');
  }
}

function readLine<Value>(
  shape: z.ZodType<Value>,
  line: string,
  { file, number }: { readonly file: string; readonly number: number },
): Value {
  try {
    return shape.parse(JSON.parse(line));
  } catch {
    throw unreadable(file, `line ${number} is none of a recording`);
  }
}

function unreadable(file: string, why: string): PenumbraError {
  return new PenumbraError('unreadable-input', `the recording ${cite(file)} cannot be read: ${why}`, {
    hint: 'give a file that --record wrote',
  });
}
