/**
 * A source as operators see it: beside its text a masked copy of the same length, in which comments are blank and the
 * insides of strings and regular expressions are filled, so that a pattern over it meets code only.
 */
import type { Language } from './recipe.ts';

/** A string or a regular expression of a source; `start` and `end` are those of its inside. */
interface Literal {
  readonly kind: 'string' | 'pattern';
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/** A file that a fault or a harmless edit may go to. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  /** As long as the text: comments are spaces, the insides of literals are `§`. */
  readonly masked: string;
  readonly literals: readonly Literal[];
  readonly isExecutable: boolean;
}

const FILL = '§';

const comments: Record<Language, readonly (readonly [string, string])[]> = {
  javascript: [
    ['//', '\n'],
    ['/*', '*/'],
  ],
  typescript: [
    ['//', '\n'],
    ['/*', '*/'],
  ],
  java: [
    ['//', '\n'],
    ['/*', '*/'],
  ],
  go: [
    ['//', '\n'],
    ['/*', '*/'],
  ],
  python: [['#', '\n']],
};

const quotes: Record<Language, readonly string[]> = {
  javascript: ["'", '"', '`'],
  typescript: ["'", '"', '`'],
  java: ['"""', '"', "'"],
  go: ['"', '`', "'"],
  python: ["'''", '"""', "'", '"'],
};

/** Reads the language of a file by its name; nothing for what no operator knows. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  if (['js', 'cjs', 'mjs'].includes(extension)) return 'javascript';
  if (['ts', 'mts', 'cts'].includes(extension)) return 'typescript';
  if (extension === 'py') return 'python';
  if (extension === 'go') return 'go';
  return extension === 'java' ? 'java' : undefined;
}

/** Makes the masked copy of a source. */
export function readSource(path: string, text: string, isExecutable = false): SourceFile {
  const language = languageOf(path) ?? 'javascript';
  const masked = [...Array(text.length).keys()].map((at) => text.charAt(at));
  const literals: Literal[] = [];
  let at = 0;
  const skipTo = (end: number) => {
    at = end;
  };
  while (at < text.length) {
    const comment = comments[language].find(([open]) => text.startsWith(open, at));
    if (comment !== undefined) {
      const close = text.indexOf(comment[1], at + comment[0].length);
      const end = close < 0 ? text.length : close + (comment[1] === '\n' ? 0 : comment[1].length);
      fill(masked, text, { start: at, end, by: ' ' });
      skipTo(end);
      continue;
    }
    const quote = quotes[language].find((mark) => text.startsWith(mark, at));
    if (quote !== undefined) {
      const start = at + quote.length;
      const end = closingQuote(text, { start, quote, isRaw: quote === '`' && language === 'go' });
      literals.push({ kind: 'string', start, end, quote });
      fill(masked, text, { start, end, by: FILL });
      skipTo(end + quote.length);
      continue;
    }
    if (text[at] === '/' && isPatternStart(language, masked, at)) {
      const end = closingSlash(text, at + 1);
      if (end > 0) {
        literals.push({ kind: 'pattern', start: at + 1, end, quote: '/' });
        fill(masked, text, { start: at + 1, end, by: FILL });
        skipTo(end + 1);
        continue;
      }
    }
    at++;
  }
  return { path, text, language, masked: masked.join(''), literals, isExecutable };
}

function fill(
  masked: string[],
  text: string,
  { start, end, by }: { readonly start: number; readonly end: number; readonly by: string },
): void {
  for (let at = start; at < end; at++) if (text[at] !== '\n') masked[at] = by;
}

function closingQuote(
  text: string,
  { start, quote, isRaw }: { readonly start: number; readonly quote: string; readonly isRaw: boolean },
): number {
  const spansLines = quote.length === 3 || quote === '`';
  for (let at = start; at < text.length; at++) {
    if (text.startsWith(quote, at)) return at;
    if (text[at] === '\n' && !spansLines) return at;
    if (text[at] === '\\' && !isRaw) at++;
  }
  return text.length;
}

function isPatternStart(language: Language, masked: readonly string[], at: number): boolean {
  if (language !== 'javascript' && language !== 'typescript') return false;
  let before = at - 1;
  while (before >= 0 && /\s/.test(masked[before] ?? '')) before--;
  if (before < 0 || /[(,=:[!&|?{};+<>~*%^-]/.test(masked[before] ?? '')) return true;
  return /\b(?:return|typeof|case|in|of)$/.test(masked.slice(Math.max(0, before - 9), before + 1).join(''));
}

/** The slash that ends a regular expression on the same line, or -1. */
function closingSlash(text: string, start: number): number {
  let inClass = false;
  for (let at = start; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at;
  }
  return -1;
}

/** A line of a source with where it starts. */
export interface SourceLine {
  readonly text: string;
  readonly masked: string;
  readonly start: number;
  /** The offset of the line after it. */
  readonly next: number;
  readonly indent: number;
}

/** Cuts a source into lines. */
export function linesOf({ text, masked }: SourceFile): readonly SourceLine[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const own = { text: line, masked: masked.slice(start, start + line.length), start };
    start += line.length + 1;
    return { ...own, next: start, indent: line.length - line.trimStart().length };
  });
}

/** The number of the line, from 1, that an offset lies on. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Finds the bracket that closes the one at an offset, or -1. */
export function closingBracket(masked: string, open: number): number {
  let depth = 0;
  for (let at = open; at < masked.length; at++) {
    const character = masked.charAt(at);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth === 0) return at;
  }
  return -1;
}
