/**
 * Command lines as words: read from text like a POSIX shell reads them, but with nothing expanded, and told apart into
 * options and operands.
 */
import { PenumbraError } from '../../kernel/index.ts';

/** A part of a command line: a word, or an operator that stood there without quotes. */
type Token = { readonly word: string } | { readonly operator: string };

const OPERATOR = /^(?:&&|\|\||;;|[|;&<>()`]|\$\(|\n)/;

/**
 * Reads a command line: quotes and backslashes work as in a shell, and nothing is expanded.
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

/** Reads the script of a manifest into the commands that `&&` joins; null where it needs more of a shell than that. */
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

/** Reads what stands at the beginning of a text: something in quotes, an escaped character, or a plain one. */
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

/** The words after a program, told apart. */
export type ToldWords = {
  /** Options with their values, in order. */
  readonly options: readonly string[];
  /** Files, filters and the like. */
  readonly operands: readonly string[];
  /** What follows a bare `--`. */
  readonly rest: readonly string[];
};

type WordRules = {
  /** The options whose value is the next word. */
  readonly valued: readonly string[];
  /** Whether these are all; else an unknown option is taken to have a value where a word follows that is no path. */
  readonly isWhole?: true;
  /** Options to leave out, with their values; a name that ends with `*` stands for all that begin like it. */
  readonly without?: readonly string[];
};

/** Tells options and operands apart, by the options that are known to take the next word as their value. */
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

/** Words that mean the same in every shell when they stand in single or double quotes. */
const PLAIN = /^[^\p{Cc}"'`$\\!%]*\$?$/u;

/** Tells whether a word comes through a script runner that quotes it in a way of its own, and changes nothing. */
export function isPlainWord(word: string): boolean {
  return PLAIN.test(word);
}
