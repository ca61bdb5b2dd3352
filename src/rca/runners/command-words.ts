/**
 * Command lines as words: split like a POSIX shell but without expansion, and separated into options and
 * operands.
 */
import { PenumbraError } from '../../kernel/index.ts';

/** A part of a command line: a word, or an unquoted operator. */
type Token = { readonly word: string } | { readonly operator: string };

const OPERATOR = /^(?:&&|\|\||;;|[|;&<>()`]|\$\(|\n)/;

/**
 * Splits a command line: quotes and backslashes work as in a shell, and nothing is expanded.
 *
 * @example
 * parseCommandLine(`pytest 'tests/a b.py' -k "x or y"`); // ['pytest', 'tests/a b.py', '-k', 'x or y']
 */
export function parseCommandLine(text: string): readonly string[] {
  return tokensOf(text).map((token) => {
    if ('word' in token) return token.word;
    throw new PenumbraError(
      'usage',
      `the command has \`${shown(token.operator)}\` in it, which needs a shell`,
      {
        hint: "quote it, or write the command as sh -c '…'",
      },
    );
  });
}

/** Splits a manifest script into the commands joined by `&&`; null if it needs other shell features. */
export function readScript(text: string): readonly (readonly string[])[] | null {
  const commands: string[][] = [[]];
  try {
    for (const token of tokensOf(text.trim())) {
      if ('word' in token) commands.at(-1)?.push(token.word);
      else if (token.operator === '&&') commands.push([]);
      else return null;
    }
  } catch {
    return null;
  }
  return commands.every((words) => words.length > 0) ? commands : null;
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let word: string | undefined;
  let rest = text;

  function endWord(): void {
    if (word !== undefined) tokens.push({ word });
    word = undefined;
  }

  while (rest !== '') {
    if (rest.startsWith('\\\n')) {
      rest = rest.slice(2);
      continue;
    }
    const operator = OPERATOR.exec(rest)?.[0];
    const piece = operator === undefined ? /^[ \t\r]+/.exec(rest)?.[0] : operator;
    if (piece !== undefined) {
      endWord();
      if (operator !== undefined) tokens.push({ operator });
      rest = rest.slice(piece.length);
    } else {
      const { length, value } = pieceOf(rest);
      word = (word ?? '') + value;
      rest = rest.slice(length);
    }
  }
  endWord();
  return tokens;
}

/** Reads the first piece of a text: a quoted string, an escaped character, or a plain one. */
function pieceOf(text: string): { readonly length: number; readonly value: string } {
  if (text[0] === '\\') {
    return { length: Math.min(2, text.length), value: text[1] ?? '\\' };
  }
  if (text[0] !== "'" && text[0] !== '"') return { length: 1, value: text[0] ?? '' };
  const quoted = (text[0] === "'" ? /^'([^']*)'/ : /^"((?:[^"\\]|\\[\s\S])*)"/).exec(text);
  if (quoted === null) {
    throw new PenumbraError(
      'usage',
      `a quote of the command is not closed: \`${shown(text.slice(0, 40))}\``,
      {
        hint: 'close it, or put a backslash before it',
      },
    );
  }
  const inner = quoted[1] ?? '';
  const value = text[0] === "'" ? inner : inner.replace(/\\([$`"\\\n])/g, (_, it) => (it === '\n' ? '' : it));
  return { length: quoted[0].length, value };
}

function shown(text: string): string {
  return text.replaceAll('\n', '\\n');
}

/** The words after a program, separated. */
export type ToldWords = {
  /** Options with their values, in order. */
  readonly options: readonly string[];
  /** Files, filters and the like. */
  readonly operands: readonly string[];
  /** The words after a bare `--`. */
  readonly rest: readonly string[];
};

type WordRules = {
  /** The options that take the next word as their value. */
  readonly valued: readonly string[];
  /**
   * Whether the list is complete. Otherwise an unknown option is assumed to take the next word, unless that
   * is a path.
   */
  readonly isWhole?: true;
  /** Options to remove, with their values; a name that ends with `*` matches all with that prefix. */
  readonly without?: readonly string[];
};

/** Separates options from operands, given the options that take the next word as their value. */
export function tellWords(words: readonly string[], { valued, isWhole, without = [] }: WordRules): ToldWords {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const options: string[] = [];
  const operands: string[] = [];
  for (let index = 0; index < own.length; index++) {
    const word = own[index] ?? '';
    if (!isOption(word)) {
      operands.push(word);
      continue;
    }
    const name = word.split('=', 1)[0] ?? '';
    const value = own[index + 1];
    const takesNext =
      value !== undefined &&
      !word.includes('=') &&
      (valued.includes(word) ||
        (!isWhole && word.startsWith('--') && !isOption(value) && !looksLikePath(value)));
    if (!without.some((left) => isNamed(name, left))) options.push(word, ...(takesNext ? [value] : []));
    if (takesNext) index++;
  }
  return { options, operands, rest: end < 0 ? [] : words.slice(end + 1) };
}

function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

function looksLikePath(word: string): boolean {
  return /[/*\\]|[.]\w{1,5}$|^(?:tests?|specs?|src|lib)$/.test(word);
}

/** Words that mean the same in every shell when in single or double quotes. */
const PLAIN = /^[^\p{Cc}"'`$\\!%]*\$?$/u;

/** Returns whether a word passes unchanged through a script runner that does its own quoting. */
export function isPlainWord(word: string): boolean {
  return PLAIN.test(word);
}
