/**
 * Puts placeholders where secrets stand. A placeholder says what kind of secret it stands for and nothing that could be
 * computed from it; a text has as many lines afterwards as before.
 */
import { sourceText } from '../scan/source-text.ts';

/** A secret and what stands in its stead. */
export type PlacedSecret = FoundSecret & { readonly placeholder: string };

const encoder = new TextEncoder();

/** Tells what is screened already, so that nobody takes a placeholder for a secret. */
const PLACEHOLDER = /‹secret(?: \d{1,6})?: [^›\n]{1,60}›/;

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

/** Finds the secrets of a text, those that a line break splits included. */
export function findSecrets(scanner: SecretScanner, text: string): readonly FoundSecret[] {
  const whole = scanner.find(text);
  const joined = joinedAtBreaks(text);
  if (joined === '') return whole.filter(isNoPlaceholder);
  const known = new Set(whole.map(({ value }) => value));
  const split = scanner.find(joined).filter(({ value }) => !known.has(value) && !text.includes(value));
  return [...whole, ...split].filter(isNoPlaceholder);
}

function isNoPlaceholder({ value }: FoundSecret): boolean {
  return !PLACEHOLDER.test(value);
}

/** How many lines one secret may be spread over. */
const MOST_LINES = 5;
const LAST_WORD = /[\w+/=.-]{8,200}[ \t\r]*$/;
const FIRST_WORD = /^[ \t]{0,40}([\w+/=.-]{4,200})/;
/** How much of a line before its last word is looked at: the name that makes a value a secret stands there. */
const BEFORE = 300;

/** The lines that something may have wrapped, put together again as far as a word may go on. */
function joinedAtBreaks(text: string): string {
  if (!text.includes('\n')) return '';
  const lines = text.split('\n');
  const joined: string[] = [];
  for (let at = 0; at + 1 < lines.length; at++) {
    const end = (lines[at] as string).slice(-BEFORE);
    const first = FIRST_WORD.exec(lines[at + 1] as string)?.[1];
    const last = first === undefined ? undefined : LAST_WORD.exec(end)?.[0];
    // No secret that has a form of its own is without a digit.
    if (first === undefined || last === undefined || !/\d/.test(last + first)) continue;
    let whole = end.trimEnd();
    // How far a word goes on is not known, so each length is tried.
    for (let next = at + 1; next < Math.min(lines.length, at + MOST_LINES); next++) {
      const line = lines[next] as string;
      const word = FIRST_WORD.exec(line)?.[1];
      if (word === undefined) break;
      whole += word;
      joined.push(whole);
      // Only a line that is all of one word can be the middle of a longer one.
      if (word.length < line.trim().length) break;
    }
  }
  return joined.join('\n');
}

/** Replaces secrets that are known by their values, wherever they stand and however lines are broken. */
export function replaceSecrets(text: string, secrets: readonly PlacedSecret[]): string {
  // A secret that is part of another one would leave the rest of it.
  const longestFirst = secrets.toSorted((left, right) => right.value.length - left.value.length);
  let screened = text;
  for (const { value, placeholder } of longestFirst) {
    if (screened.includes(value)) screened = screened.replaceAll(value, () => placeholder + breaksIn(value));
    if (value.length > LONGEST_WRAPPED || !screened.includes('\n')) continue;
    if (!screened.replace(LINE_BREAK, '').includes(value.replace(LINE_BREAK, ''))) continue;
    screened = screened.replace(wrapped(value), (match) => placeholder + breaksIn(match));
  }
  return screened;
}

const LINE_BREAK = /[ \t]*\n[ \t]*/g;
const LONGEST_WRAPPED = 2_000;

function breaksIn(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1);
}

function wrapped(value: string): RegExp {
  const characters = Array.from(value.replace(LINE_BREAK, ''), (character) =>
    character.replace(/[!-/:-@[-^`{-~]/, '\\$&'),
  );
  return new RegExp(characters.join('(?:[ \\t]*\\n[ \\t]*)?'), 'g');
}

/**
 * A secret as it stands in a text, and what kind of secret it is, in words for people. An adapter brings the rules;
 * whoever keeps or tells a text screens it first.
 */
export type FoundSecret = { readonly kind: string; readonly value: string };

/** Finds secrets; the same text gives the same secrets in the same order. */
export type SecretScanner = {
  /** Goes up with every change of what is found. */
  readonly version: string;
  /** Returns the secrets of a text, each once, by where they begin. */
  find(text: string): readonly FoundSecret[];
};
