/** The short form of an id in lists of records: digits alone, enough to name the one that is meant. */
import { digestOf, isId } from '../../kernel/index.ts';
import { shortName } from '../short-name.ts';

const DIGITS = 12;

/** Returns the first digits of an id; commands take them as they are. */
export function briefId(id: string): string {
  return isId(id) ? digestOf(id).slice(0, DIGITS) : shortName(id);
}
