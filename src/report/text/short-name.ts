/** Shortens ids for display; other text is only limited in length. */
import { digestOf, isId, isSha256, shortId } from '../../kernel/index.ts';
import { cutText } from './fit-text.ts';
import { visibleLine } from './visible-text.ts';

const COMMIT_DIGITS = 7;
const HASH_DIGITS = 16;
const LONGEST_NAME = 128;

/** Returns the short form of an id or a bare hash. */
export function shortName(id: string): string {
  if (isId(id)) return shortId(id);
  return isSha256(id) ? id.slice(0, HASH_DIGITS) : visibleLine(cutText(id, LONGEST_NAME));
}

/** Returns the first digits of a commit id. */
export function shortCommit(id: string): string {
  return /^[0-9a-f]{40,64}$/.test(id) ? id.slice(0, COMMIT_DIGITS) : visibleLine(cutText(id, LONGEST_NAME));
}

const DIGITS = 12;

/** Returns the first digits of an id, which commands accept. */
export function briefId(id: string): string {
  return isId(id) ? digestOf(id).slice(0, DIGITS) : shortName(id);
}
