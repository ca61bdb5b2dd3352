/**
 * Recordings of models as files: a line of JSON that says who was asked, and one for each exchange, by their keys. A
 * recording is a model, too: it answers what it holds and nothing else. It holds answers; packs it knows by their hashes.
 */
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type CanonicalValue, canonicalText, cite, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import type { Model, ModelSettings } from '../../pipeline/agents/index.ts';
import {
  answerOf,
  exchangeKey,
  exchangeShape,
  type ModelExchange,
  requestKey,
  settingsShape,
} from './model-exchange.ts';

/** A recording that was read. */
export type Recording = { readonly settings: ModelSettings; readonly model: Model };

const FORMAT = 'penumbra.recording/1';
const LARGEST_FILE = 512 * 1024 * 1024;
const LONGEST_LINE = 32 * 1024 * 1024;
const headerShape = z.strictObject({ format: z.literal(FORMAT), settings: settingsShape });

/** Writes exchanges as the text of a recording; the same exchanges give the same text in whatever order they came. */
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
