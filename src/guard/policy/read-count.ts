/** Reads a whole number of a policy's text within its bounds. */
import { cite, type ValuePath } from '../../kernel/index.ts';
import type { DraftReader } from './draft-reader.ts';

type CountBounds = {
  readonly path: ValuePath;
  readonly least: number;
  readonly most: number;
  readonly reader: DraftReader;
};

/** Returns the number, or the least one where what is written is none and was noted. */
export function readCount(value: unknown, { path, least, most, reader }: CountBounds): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
  if (isCount) return value;
  const needs = `a whole number from ${least} to ${most}`;
  reader.noteValue(path, {
    rule: 'wrong-value',
    message: `${cite(path.join('.'))} needs ${needs}`,
    remedy: `write ${needs}`,
  });
  return least;
}
