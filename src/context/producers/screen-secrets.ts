/**
 * Replaces secrets by placeholders. A placeholder names the kind of secret and nothing computed from its
 * value; line counts are preserved.
 */
import { sourceText } from '../scan/byte-text.ts';
import {
  plainForm,
  replaceCompared,
  spelledIn,
  spellings,
  unescaped,
  unescapedLines,
  withoutUnseen,
} from './spelled-secrets.ts';
import { type FoundSecret, headsOf, joinedAtBreaks, type SecretScanner } from './wrapped-secrets.ts';

/** A secret and its placeholder. */
export type PlacedSecret = FoundSecret & { readonly placeholder: string };

const encoder = new TextEncoder();

/** Matches existing placeholders, which must not be mistaken for secrets. */
const PLACEHOLDER = /‹secret(?: \d{1,6})?: [^›\n]{1,60}›/;

/** Checks whether a text contains a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Returns the placeholder of a secret; the number distinguishes secrets within a run. */
export function placeholderOf({ kind }: Pick<FoundSecret, 'kind'>, number?: number): string {
  return `‹secret${number === undefined ? '' : ` ${number}`}: ${kind}›`;
}

/** Replaces all secrets in a text by unnumbered placeholders, so that the result depends only on the text. */
export function screenText(scanner: SecretScanner, text: string): string {
  const found = findSecrets(scanner, text);
  return found.length === 0 ? text : replaceSecrets(text, withoutNumbers(found));
}

/** Replaces secrets in a text file; files without secrets and binary files are returned unchanged. */
export function screenBytes(scanner: SecretScanner, bytes: Uint8Array): Uint8Array {
  const text = sourceText(bytes);
  if (text === undefined) return bytes;
  const screened = screenText(scanner, text);
  return screened === text ? bytes : encoder.encode(screened);
}

/** Gives secrets unnumbered placeholders. */
export function withoutNumbers(found: readonly FoundSecret[]): readonly PlacedSecret[] {
  return found.map((secret) => ({ ...secret, placeholder: placeholderOf(secret) }));
}

/** Finds the secrets of a text, including those split by line breaks or invisible characters. */
export function findSecrets(scanner: SecretScanner, text: string): readonly FoundSecret[] {
  const seen = withoutUnseen(text);
  const whole = findWhole(scanner, seen);
  const { lines, heads } = joinedAtBreaks(seen, { whole, scanner });
  if (lines.length === 0) return whole.filter(isNoPlaceholder);
  const known = new Set(whole.map(({ value }) => value));
  const split = scanner
    .find(lines.join('\n'))
    .filter(({ value }) => !known.has(value) && !seen.includes(value));
  // INVARIANT (one secret, one placeholder): the part before a break is not a separate secret.
  const parts = headsOf(split, heads);
  return [...whole.filter(({ value }) => !parts.has(value)), ...split].filter(isNoPlaceholder);
}

/** Finds secrets, including those that are escaped or have escaped names; these are returned unescaped. */
function findWhole(scanner: SecretScanner, text: string): readonly FoundSecret[] {
  const found = scanner.find(text);
  const lines = unescapedLines(text);
  if (lines === '') return found;
  const known = new Set(found.map(({ value }) => value));
  const hidden = scanner.find(lines).filter(({ value }) => !known.has(value));
  if (hidden.length === 0) return found;
  // INVARIANT (one secret, one placeholder): the part of a secret before an escape is not another secret.
  const rest = replaceSecrets(text, withoutNumbers(hidden));
  const isPart = (value: string) => hidden.some((one) => one.value.includes(unescaped(value)));
  return [...found.filter(({ value }) => rest.includes(value) || !isPart(value)), ...hidden];
}

/** The shortest line of a multi-line secret that is replaced on its own. */
const SHORTEST_LINE = 16;

/**
 * Finds the secrets of an excerpt, given the whole text: the marker of a value may be outside the excerpt,
 * and part of a key lacks its first or last line.
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
  const isInPart = spelledIn(part);
  return found.filter(({ value }) => isInPart(value));
}

function isNoPlaceholder({ value }: FoundSecret): boolean {
  return !PLACEHOLDER.test(value);
}

/** Replaces known secret values wherever they occur and however they are spelled or split. */
export function replaceSecrets(text: string, secrets: readonly PlacedSecret[]): string {
  if (secrets.length === 0) return text;
  // Replacing a secret contained in a longer one first would leave the rest of the longer one.
  const longestFirst = secrets.toSorted((left, right) => right.value.length - left.value.length);
  let screened = replaceCompared(text, longestFirst);
  let plain = plainForm(screened);
  for (const { value, placeholder } of longestFirst) {
    const replace = (pattern: string | RegExp) => {
      screened = screened.replaceAll(pattern, (match) => placeholder + breaksIn(match));
      plain = plainForm(screened);
    };
    if (screened.includes(value)) replace(value);
    const form = value.length > LONGEST_SPELLED ? '' : plainForm(value);
    if (form.length >= SHORTEST_SPELLED && (plain !== screened || form !== value) && plain.includes(form))
      replace(spellings(value));
  }
  return screened;
}

const SHORTEST_SPELLED = 4;
const LONGEST_SPELLED = 2_000;

function breaksIn(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1);
}
