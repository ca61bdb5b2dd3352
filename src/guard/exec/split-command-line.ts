/**
 * Splits the operator's own command line into words. It is not a shell: quotes and backslashes are read as by
 * a shell, but anything a shell would act on is an error, because it would otherwise be silently ignored
 * here.
 */
import { PenumbraError } from '../../kernel/index.ts';
import { execLimits, isCommandLine } from './exec-policy.ts';

type Mark = { readonly at: number; readonly what: string };

const SEPARATOR = /[ \t]/;
const ACTIVE = /[|;&<>()`\n\r]/;
const REPLACED = /^\$[A-Za-z_0-9({?!#@*$-]/;
const IN_DOUBLE_QUOTES = /[$`"\\]/;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/**
 * Returns the words of a command line.
 *
 * @example splitCommandLine(`pytest -k '{test}'`) // ['pytest', '-k', '{test}']
 */
export function splitCommandLine(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (SEPARATOR.test(character)) {
      if (word !== null) words.push(word);
      word = null;
      at++;
      continue;
    }
    const part = readPart(text, at);
    word = (word ?? '') + part.text;
    at = part.end;
  }
  if (word !== null) words.push(word);
  return requireCommand(words);
}

type Part = { readonly text: string; readonly end: number };

function readPart(text: string, at: number): Part {
  const character = text[at] as string;
  if (character === "'") return readSingleQuoted(text, at);
  if (character === '"') return readDoubleQuoted(text, at);
  if (character === '\\') {
    const next = text[at + 1];
    if (next === undefined || next === '\n') refuse(text, { at, what: 'ends in a backslash' });
    return { text: next, end: at + 2 };
  }
  requirePlain(text, at);
  if (ACTIVE.test(character)) refuse(text, { at, what: 'is for a shell, and there is none' });
  return { text: character, end: at + 1 };
}

function readSingleQuoted(text: string, at: number): Part {
  const end = text.indexOf("'", at + 1);
  if (end < 0) refuse(text, { at, what: 'is not closed' });
  return { text: text.slice(at + 1, end), end: end + 1 };
}

function readDoubleQuoted(text: string, at: number): Part {
  let read = '';
  for (let index = at + 1; index < text.length; index++) {
    const character = text[index] as string;
    if (character === '"') return { text: read, end: index + 1 };
    if (character === '\\' && IN_DOUBLE_QUOTES.test(text[index + 1] ?? '')) {
      read += text[++index];
      continue;
    }
    requirePlain(text, index);
    if (character === '`') refuse(text, { at: index, what: 'is for a shell, and there is none' });
    read += character;
  }
  return refuse(text, { at, what: 'is not closed' });
}

/** Rejects what a shell would expand, including in double quotes. */
function requirePlain(text: string, at: number): void {
  if (REPLACED.test(text.slice(at, at + 2))) refuse(text, { at, what: 'is for a shell, and there is none' });
}

function refuse(text: string, { at, what }: Mark): never {
  const character = /\n|\r/.test(text[at] ?? '') ? 'the line break' : `\`${text[at]}\``;
  const message = `the command line cannot be split: ${character} in column ${at + 1} ${what}`;
  throw new PenumbraError('usage', message, {
    data: { column: at + 1 },
    hint: 'put it in single quotes if it is meant as it stands; else put the command into a script and name that',
  });
}

function requireCommand(words: readonly string[]): readonly string[] {
  if (ASSIGNMENT.test(words[0] ?? '')) {
    throw new PenumbraError('usage', 'the command line begins with a variable, not with a program', {
      hint: 'set the variable before, and let the policy pass it on',
    });
  }
  if (isCommandLine(words)) return Object.freeze(words);
  throw new PenumbraError('usage', 'the command line names no program, or has too much in it', {
    hint: `write a program and at most ${execLimits.words - 1} words of at most ${execLimits.wordBytes} bytes`,
  });
}
