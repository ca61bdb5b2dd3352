/** Parsers for option values: single values, words, counts, dates, names and roots. */

import type { Command } from 'commander';
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';

/** Creates a parser that rejects a repeated option. */
export function once(option: string): (value: string, previous: string | undefined) => string {
  return (value, previous) => {
    if (previous === undefined) return value;
    throw new PenumbraError('usage', `\`${option}\` is given twice`, {
      hint: 'run the command once for each',
    });
  };
}

/** Creates a parser that accepts only the given words. */
export function oneOf(option: string, names: readonly string[]): (text: string) => string {
  return (text) => {
    if (names.includes(text)) return text;
    throw new PenumbraError('usage', `${cite(text)} is not a value for ${option}${didYouMean(text, names)}`, {
      hint: `use one of: ${names.join(', ')}`,
    });
  };
}

/** Parses a non-negative integer, or throws `usage`. */
export function readCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new PenumbraError('usage', `${cite(text)} is not a whole number`, {
    hint: 'write it in digits, for instance 20',
  });
}

const FORM = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/** Parses a date (its beginning in UTC) or time to milliseconds, or throws `usage`. */
export function readDate(text: string): number {
  const day = FORM.exec(text)?.[1];
  if (day !== undefined && isInCalendar(day)) {
    const ms = Date.parse(text);
    if (Number.isFinite(ms)) return ms;
  }
  throw new PenumbraError('usage', `${cite(text)} is not a date`, {
    hint: 'write 2026-01-31 or 2026-01-31T12:00:00Z (UTC)',
  });
}

/** Date.parse accepts February 31 as a day in March. */
function isInCalendar(day: string): boolean {
  const ms = Date.parse(day);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day);
}

const DAY_MS = 86_400_000;
const NUMBER = /^[1-9]\d{0,8}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the start of a range as a number or time, or throws `usage`. */
export function readSince(text: string): number | Date {
  return NUMBER.test(text) ? Number(text) : new Date(timeOf(text));
}

/** Parses the end of a range as a number or time; a date is included to its end. */
export function readUntil(text: string): number | Date {
  if (NUMBER.test(text)) return Number(text);
  return new Date(timeOf(text) + (DAY.test(text) ? DAY_MS - 1 : 0));
}

function timeOf(text: string): number {
  try {
    return readDate(text);
  } catch (cause) {
    throw new PenumbraError('usage', `${cite(text)} is neither a number in a history nor a date`, {
      hint: 'write 3 for the third record of a path, 2026-01-31, or 2026-01-31T12:00:00Z (UTC)',
      cause,
    });
  }
}

type ReadMore = (value: string, previous: readonly string[] | undefined) => readonly string[];

/** Creates a parser for a repeatable list of names. */
export function readNames(option: string): ReadMore {
  return (value, previous = []) => {
    const names = value.split(',').map((name) => name.trim());
    if (!names.includes('')) return [...previous, ...names];
    throw new PenumbraError('usage', `\`${option}\` has an empty name`, {
      hint: 'write names with a comma between them, for instance note,digest',
    });
  };
}

/** Collects values of a repeatable option unchanged, for values that may contain commas. */
export function readAll(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Parses directories by root key, or throws `usage`. */
export function readRoots(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
      throw new PenumbraError('usage', `${cite(text)} is no root`, {
        hint: 'write its key and directory, as in repo=.',
      });
    }),
  );
}

/** Throws `usage` if a list command is followed by an unexpected word, suggesting the nearest subcommand. */
export function requireNoWord(parent: Command, { args: [word] }: Command): void {
  if (word === undefined) return;
  const names = parent.commands.map((command) => command.name());
  if (parent.args[0] === 'list')
    throw new PenumbraError('usage', `\`${parent.name()} list\` takes no arguments`, {
      hint: 'leave out what follows it',
    });
  throw new PenumbraError('usage', `unknown command ${cite(word)}${didYouMean(word, names)}`, {
    hint: `use one of: ${names.join(', ')}`,
  });
}
