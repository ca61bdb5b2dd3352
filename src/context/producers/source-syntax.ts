/**
 * What is needed to tokenise a language without a parser: comments, strings, and whether blocks use braces,
 * indentation or an end word. Chosen by file extension.
 */
import { producerLimits } from './producer.ts';

/** How blocks are delimited. */
type BlockStyle = 'braces' | 'indent' | 'end-word';

/** How a family of languages is tokenised. */
export interface SourceSyntax {
  readonly blocks: BlockStyle;
  /** Markers of comments that end with the line. */
  readonly lineComments: readonly string[];
  /** Start and end of a block comment. */
  readonly blockComment?: readonly [string, string];
  /** Quotes of strings that may span lines. */
  readonly longQuotes: readonly string[];
}

const cLike: SourceSyntax = {
  blocks: 'braces',
  lineComments: ['//'],
  blockComment: ['/*', '*/'],
  longQuotes: ['"""', '`'],
};
const php: SourceSyntax = { ...cLike, lineComments: ['//', '#'], longQuotes: [] };
const python: SourceSyntax = {
  blocks: 'indent',
  lineComments: ['#'],
  longQuotes: ['"""', "'''"],
};
const ruby: SourceSyntax = {
  blocks: 'end-word',
  lineComments: ['#'],
  blockComment: ['=begin', '=end'],
  longQuotes: [],
};
const lua: SourceSyntax = {
  blocks: 'end-word',
  lineComments: ['--'],
  blockComment: ['--[[', ']]'],
  longQuotes: [],
};
const shell: SourceSyntax = { blocks: 'braces', lineComments: ['#'], longQuotes: [] };

const families: readonly (readonly [SourceSyntax, string])[] = [
  [
    cLike,
    'java kt kts scala groovy clj js jsx mjs cjs ts tsx mts cts vue svelte coffee go rs c h cc cpp cxx hh hpp hxx m mm cs fs swift dart zig proto',
  ],
  [php, 'php'],
  [python, 'py pyx pyi nim'],
  [ruby, 'rb ex exs cr jl'],
  [lua, 'lua sql hs elm'],
  [shell, 'pl pm r'],
];

const byExtension = new Map(
  families.flatMap(([syntax, extensions]) => extensions.split(' ').map((extension) => [extension, syntax])),
);

/** Returns the syntax for a path, or undefined for an unknown language. */
export function sourceSyntax(path: string): SourceSyntax | undefined {
  const extension = sourceExtension(path);
  return extension === undefined ? undefined : byExtension.get(extension);
}

/** Returns the lower-case extension of a path, which determines its syntax. */
export function sourceExtension(path: string): string | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : path.slice(dot + 1).toLowerCase();
}

type TokenKind = 'identifier' | 'literal' | 'mark';

/**
 * A token and its offset; a literal's text excludes its quotes. Corner cases such as a quote inside a regular
 * expression are misread, but tokenising recovers at the end of the line.
 */
export interface SourceToken {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

const IDENTIFIER = '[\\p{L}_$][\\p{L}\\p{M}\\p{N}_$]*';
const SHORT_STRING = '"(?:[^"\\\\\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\n]|\\\\.)*\'?';

const QUOTES = /^["'`]+|["'`]+$/g;

const patterns = new Map<SourceSyntax, RegExp>();

/** Splits a source into tokens. */
export function lexSource(text: string, syntax: SourceSyntax): SourceToken[] {
  const tokens: SourceToken[] = [];
  // Numbered groups, because an object of named groups per token would cost more than the match.
  for (const { 1: identifier, 2: literal, 3: mark, index: offset } of text.matchAll(patternOf(syntax))) {
    if (identifier !== undefined) {
      if (identifier.length <= producerLimits.identifierLength)
        tokens.push({ kind: 'identifier', text: identifier, offset });
    } else if (mark !== undefined) {
      tokens.push({ kind: 'mark', text: mark, offset });
    } else if (literal !== undefined) {
      tokens.push({ kind: 'literal', text: literal.replace(QUOTES, ''), offset });
    }
  }
  return tokens;
}

function patternOf(syntax: SourceSyntax): RegExp {
  const known = patterns.get(syntax);
  if (known !== undefined) return known;
  const made = makePattern(syntax);
  patterns.set(syntax, made);
  return made;
}

function makePattern({ lineComments, blockComment, longQuotes }: SourceSyntax): RegExp {
  const comments = lineComments.map((start) => `${escaped(start)}[^\\n]*`);
  if (blockComment !== undefined) comments.unshift(span(...blockComment));
  const literals = [...longQuotes.map((quote) => span(quote, quote)), SHORT_STRING];
  return new RegExp(`(${IDENTIFIER})|${comments.join('|')}|(${literals.join('|')})|\\d[\\w.]*|(\\S)`, 'gsu');
}

/** Matches from one mark to another or to the end of the text. */
function span(start: string, end: string): string {
  return `${escaped(start)}.*?(?:${escaped(end)}|$)`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
