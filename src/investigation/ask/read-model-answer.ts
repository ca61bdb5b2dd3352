/** Reads what a model said as a reply to its pack: plain data, with labels as the handles they stand for. */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import type { CanonicalValue } from '../../kernel/index.ts';
import type { ModelAnswer } from '../../pipeline/agents/index.ts';

const MOST_DEPTH = 32;
const LONGEST_RAW = 100_000;
/** Decimals are kept in ten-thousandths. */
const STEPS = 10_000;
const LABEL = /^\[?([TMS]\d{1,6})\]?$/;

/** Returns the reply; what holds no JSON is a text, which no schema takes. */
export function readModelAnswer({ parsed, raw }: ModelAnswer, { citations }: PromptPack): CanonicalValue {
  const handleOf = (text: string): string => {
    const label = LABEL.exec(text.trim())?.[1];
    return (label !== undefined && Object.hasOwn(citations, label) && citations[label]) || text;
  };
  const read = (value: unknown, depth: number): CanonicalValue => {
    if (depth > MOST_DEPTH) throw new RangeError('too deep');
    if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * STEPS) / STEPS;
    if (typeof value === 'string') return handleOf(value).toWellFormed();
    if (Array.isArray(value)) return value.map((item) => read(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value as CanonicalValue;
    // Many models write null for what is left out.
    const members = Object.entries(value).filter(([, item]) => item !== null);
    return Object.fromEntries(members.map(([key, item]) => [key.toWellFormed(), read(item, depth + 1)]));
  };
  try {
    if (parsed !== undefined) return read(parsed, 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return raw.slice(0, LONGEST_RAW).toWellFormed();
}
