/**
 * Puts placeholders where secrets stand. A placeholder says what kind of secret it stands for and nothing that could be
 * computed from it; a text has as many lines afterwards as before.
 */
import { sourceText } from '../scan/byte-text.ts';
import { type FoundSecret, headsOf, joinedAtBreaks, type SecretScanner } from './wrapped-secrets.ts';

/** A secret and what stands in its stead. */
export type PlacedSecret = FoundSecret & { readonly placeholder: string };

const encoder = new TextEncoder();

/** Tells what is screened already, so that nobody takes a placeholder for a secret. */
const PLACEHOLDER = /‹secret(?: \d{1,6})?: [^›\n]{1,60}›/;

/** Tells whether a text has a placeholder in it. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Returns the placeholder of a secret; the number tells secrets of one run apart. */
export function placeholderOf({ kind }: Pick<FoundSecret, 'kind'>, number?: number): string {
  return `‹secret${number === undefined ? '' : ` ${number}`}: ${kind}›`;
}

/** Replaces whatever secrets a text holds by placeholders without numbers: they depend on the text alone. */
export function screenText(scanner: SecretScanner, text: string): string {
  const found = findSecrets(scanner, text);
  return found.length === 0 ? text : replaceSecrets(text, withoutNumbers(found));
}

/** Replaces the secrets of a text file; bytes without any, and those of no text, are returned as they are. */
export function screenBytes(scanner: SecretScanner, bytes: Uint8Array): Uint8Array {
  const text = sourceText(bytes);
  if (text === undefined) return bytes;
  const screened = screenText(scanner, text);
  return screened === text ? bytes : encoder.encode(screened);
}

/** Returns secrets with placeholders that have no numbers. */
export function withoutNumbers(found: readonly FoundSecret[]): readonly PlacedSecret[] {
  return found.map((secret) => ({ ...secret, placeholder: placeholderOf(secret) }));
}

/** Finds the secrets of a text, those that a line break or something that cannot be seen splits included. */
export function findSecrets(scanner: SecretScanner, text: string): readonly FoundSecret[] {
  const seen = withoutUnseen(text);
  const whole = scanner.find(seen);
  const { lines, heads } = joinedAtBreaks(seen, { whole, scanner });
  if (lines.length === 0) return whole.filter(isNoPlaceholder);
  const known = new Set(whole.map(({ value }) => value));
  const split = scanner
    .find(lines.join('\n'))
    .filter(({ value }) => !known.has(value) && !seen.includes(value));
  // INVARIANT (one secret, one placeholder): what stands before a break is no secret beside the one it is a part of.
  const parts = headsOf(split, heads);
  return [...whole.filter(({ value }) => !parts.has(value)), ...split].filter(isNoPlaceholder);
}

/** How long a line within a secret of several lines is at least, to be known by itself. */
const SHORTEST_LINE = 16;

/**
 * Finds the secrets of a part of a text, given the whole: what marks a value may stand outside of the part, and a part of
 * a key has neither its beginning nor its end.
 */
export function findSecretsOfPart(
  scanner: SecretScanner,
  { part, whole }: { readonly part: string; readonly whole: string },
): readonly FoundSecret[] {
  const found = findSecrets(scanner, whole).flatMap(({ kind, value }) => {
    const lines = value.includes('\n') ? value.split(/[^\w+/=.-]+/) : [];
    return [value, ...lines.filter((line) => line.length >= SHORTEST_LINE)].map((one) => ({
      kind,
      value: one,
    }));
  });
  const joined = part.replace(SPLIT.pattern, '');
  return found.filter(
    ({ value }) => part.includes(value) || joined.includes(value.replace(SPLIT.pattern, '')),
  );
}

function isNoPlaceholder({ value }: FoundSecret): boolean {
  return !PLACEHOLDER.test(value);
}

const ESCAPE = '\u001b';
const UNSEEN_CHARACTERS = '\u00ad\u200b-\u200f\u2060-\u2064\ufeff';
/** Colours of terminals, and characters without width, by which a value may be split without anybody seeing it. */
const UNSEEN = new RegExp(`${ESCAPE}\\[[0-9;:]{0,40}[A-Za-z]|[${UNSEEN_CHARACTERS}]`, 'g');
const MAY_BE_UNSEEN = new RegExp(`[${ESCAPE}${UNSEEN_CHARACTERS}]`);

function withoutUnseen(text: string): string {
  return MAY_BE_UNSEEN.test(text) ? text.replace(UNSEEN, '') : text;
}

/** Replaces secrets that are known by their values, wherever they stand and however they are split. */
export function replaceSecrets(text: string, secrets: readonly PlacedSecret[]): string {
  if (secrets.length === 0) return text;
  // A secret that is part of another one would leave the rest of it.
  const longestFirst = secrets.toSorted((left, right) => right.value.length - left.value.length);
  const gap = MAY_BE_UNSEEN.test(text) ? SPLIT_UNSEEN : text.includes('\n') ? SPLIT : undefined;
  let screened = text;
  for (const { value, placeholder } of longestFirst) {
    if (screened.includes(value)) screened = screened.replaceAll(value, () => placeholder + breaksIn(value));
    if (value.length > LONGEST_WRAPPED || gap === undefined) continue;
    if (!screened.replace(gap.pattern, '').includes(value.replace(gap.pattern, ''))) continue;
    screened = screened.replace(splitBy(gap, value), (match) => placeholder + breaksIn(match));
  }
  return screened;
}

/** What may stand between the characters of a value. */
type Gap = { readonly pattern: RegExp; readonly between: string };

const SPLIT: Gap = { pattern: /[ \t]*\n[ \t]*/g, between: '(?:[ \\t]*\\n[ \\t]*)?' };
const SPLIT_UNSEEN: Gap = {
  pattern: new RegExp(`[ \\t]*\\n[ \\t]*|${UNSEEN.source}`, 'g'),
  between: `(?:${UNSEEN.source})*(?:[ \\t]*\\n[ \\t]*(?:${UNSEEN.source})*)?`,
};
const LONGEST_WRAPPED = 2_000;

function breaksIn(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1);
}

function splitBy({ pattern, between }: Gap, value: string): RegExp {
  const characters = Array.from(value.replace(pattern, ''), (character) =>
    character.replace(/[!-/:-@[-^`{-~]/, '\\$&'),
  );
  return new RegExp(characters.join(between), 'g');
}
