/** Decides whether a change can alter what the code does, by where the file is and by comparing tokens. */

import { sourceText } from '../scan/byte-text.ts';
import type { ChangeEffect, CommitDiff, DiffBatch, FileDiff } from './recent-changes.ts';
import { sourceExtension } from './source-syntax.ts';

/**
 * How a family of languages is tokenised for comparison; stricter than for search terms, as equal must mean
 * equal.
 */
type Reading = {
  /** Matches comments, literals, words, operators, and any other single character. */
  readonly token: RegExp;
  readonly comment: RegExp;
  /** Whether line breaks and indentation are significant. */
  readonly hasLines: boolean;
  /** Whether a line break may end a statement; blank lines are ignored. */
  readonly hasStatementLines: boolean;
  /** Whether a slash may start a regular expression. */
  readonly hasRegex: boolean;
  /** Whether both kinds of quotes are equivalent. */
  readonly hasEqualQuotes: boolean;
};

const BLOCK = String.raw`\/\*[\s\S]*?(?:\*\/|$)`;
const LINE = String.raw`(?<!:)\/\/[^\n]*`;
const HASH = String.raw`#[^\n]*`;
const DOUBLE = String.raw`"(?:[^"\\\n]|\\[\s\S])*"?`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\[\s\S])*'?`;
const CHARACTER = String.raw`'(?:\\.[^'\n]{0,10}|[^\\'\n])'`;
const TEMPLATE = String.raw`\x60(?:[^\x60\\]|\\[\s\S])*\x60?`;
const RAW = String.raw`\x60[^\x60]*\x60?`;
const LONG_DOUBLE = String.raw`"""[\s\S]*?(?:"""|$)`;
const LONG_SINGLE = String.raw`'''[\s\S]*?(?:'''|$)`;
const REST = String.raw`[\p{L}\p{N}_$]+|[-+*%=<>!&|^~?:.@]+|\/=?|\n|\S`;

function reading(parts: readonly string[], options: Partial<Reading> = {}): Reading {
  const comments = parts.filter((part) => part === BLOCK || part === LINE || part === HASH);
  return {
    token: new RegExp([...parts, REST].join('|'), 'gu'),
    comment: new RegExp(`^(?:${comments.map((part) => part.replace('(?<!:)', '')).join('|')})$`, 'u'),
    hasLines: false,
    hasStatementLines: false,
    hasRegex: false,
    hasEqualQuotes: false,
    ...options,
  };
}

const script = reading([BLOCK, LINE, DOUBLE, SINGLE, TEMPLATE], { hasRegex: true, hasEqualQuotes: true });
const compiled = reading([BLOCK, LINE, LONG_DOUBLE, DOUBLE, CHARACTER]);
const go = reading([BLOCK, LINE, DOUBLE, CHARACTER, RAW], { hasStatementLines: true });
const python = reading([HASH, LONG_DOUBLE, LONG_SINGLE, DOUBLE, SINGLE], {
  hasLines: true,
  hasEqualQuotes: true,
});

/** Languages with markup in scripts are excluded: its text may look like comments and quotes. */
const readings: ReadonlyMap<string, Reading> = new Map([
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((extension) => [extension, script] as const),
  ...['java', 'cs'].map((extension) => [extension, compiled] as const),
  ['go', go] as const,
  ['py', python] as const,
  ['pyi', python] as const,
]);

/** Literals this tokeniser gets wrong: nested templates and verbatim strings. */
const DOUBTFUL = /\x60[^\x60]*\$\{[^}\x60]*\x60|@\$?"|\$@"/;
/** In Go, such a comment holds a test's expected output. */
const EXPECTED_OUTPUT = /\/\/ (?:Unordered o|O)utput:/;

/** Comments that tools interpret. */
const DIRECTIVE =
  /^(?:#!|\/\/go:|\/\/ ?\+build|\/\/export |# ?-\*-|# ?(?:type|mypy|pylint|noqa|pragma)\b|(?:\/\/|\/\*)[\s*]*(?:@|#\w|eslint|istanbul|c8|v8|prettier))/;
/** After these, a line break always ends the statement in scripts. */
const ENDS_BY_LINE = /^(?:return|throw|break|continue|yield|async|\+\+|--)$/;
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,1000}\/[a-z]*/y;
/** After these, a slash is a division. */
const OPERAND = /^(?:[\p{L}\p{N}_$]+|[)\]}]|["'\x60].*)$/su;
const BEFORE_REGEX = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|yield|await)$/;
const PLAIN_STRING = /^(["'])[^"'\\]*\1$/;

/** Checks whether sources with this path can be compared. */
function hasComparableTokens(path: string): boolean {
  return readings.has(sourceExtension(path) ?? '');
}

/** Checks whether two versions of a source are the same program. Returns false in case of doubt. */
export function haveEqualTokens(path: string, before: string, after: string): boolean {
  const reading = readings.get(sourceExtension(path) ?? '');
  if (
    reading === undefined ||
    [before, after].some((text) => DOUBTFUL.test(text) || EXPECTED_OUTPUT.test(text))
  )
    return false;
  const [left, right] = [tokensOf(before, reading), tokensOf(after, reading)];
  return left.length === right.length && left.every((token, at) => token === right[at]);
}

function tokensOf(text: string, reading: Reading): readonly string[] {
  const { token, comment, hasLines, hasStatementLines, hasRegex, hasEqualQuotes } = reading;
  const tokens: string[] = [];
  const lastWord = () => tokens.findLast((one) => one !== '\n');
  let depth = 0;
  if (hasLines) pushLine(tokens, text, 0);
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    let [found] = match;
    if (hasRegex && found.startsWith('/') && !comment.test(found) && !endsOperand(lastWord())) {
      REGEX.lastIndex = match.index;
      const expression = REGEX.exec(text)?.[0];
      if (expression !== undefined) {
        found = expression;
        token.lastIndex = match.index + expression.length;
      }
    }
    if (found === '\n') {
      if (hasStatementLines && depth === 0 && (tokens.at(-1) ?? '\n') !== '\n') tokens.push('\n');
      if (hasLines && depth === 0) pushLine(tokens, text, match.index + 1);
      else if (hasRegex && ENDS_BY_LINE.test(tokens.at(-1) ?? '')) tokens.push('\n');
      continue;
    }
    if (comment.test(found) && !DIRECTIVE.test(found)) {
      // A comment that spans lines ends a statement like a line break does.
      if (hasRegex && found.includes('\n') && ENDS_BY_LINE.test(tokens.at(-1) ?? '')) tokens.push('\n');
      continue;
    }
    if ('([{'.includes(found)) depth++;
    if (')]}'.includes(found)) depth = Math.max(0, depth - 1);
    tokens.push(hasEqualQuotes && PLAIN_STRING.test(found) ? `"${found.slice(1, -1)}"` : found);
  }
  return tokens;
}

function endsOperand(token: string | undefined): boolean {
  return token !== undefined && OPERAND.test(token) && !BEFORE_REGEX.test(token);
}

/** Records the indentation of the line that starts here, unless it is blank or only a comment. */
function pushLine(tokens: string[], text: string, start: number): void {
  const indent = /^[ \t]*(?![ \t\r\n#]|$)/.exec(text.slice(start, start + 1_000))?.[0];
  if (indent !== undefined) tokens.push(`\n${indent}`);
}

/** Prose by file name; among tests and their data, a test may read it. */
const DOCUMENT =
  /(?:^|\/)(?:docs?\/(?:[^/]+\/)*[^/]+\.(?:txt|html?|png|svg)|(?:change(?:s|log)|history|licen[cs]e|readme|notice|authors|contributors|contributing|security|code_of_conduct|news|upgrading|release-?notes)(?:[_-][^/.]*)?(?:\.(?:md|txt|rst|html))?|[^/]+\.(?:md|mdx|rst|adoc|asciidoc))$/i;
const IN_TESTS = /(?:^|\/)(?:tests?|testing|specs?|__tests__|fixtures?|test-?data|examples?|templates?)\//i;
/** Generated files, by name. */
const GENERATED =
  /(?:^|\/)dist\/|[.-]min\.\w+$|\.map$|\.pb\.(?:go|cc|h)$|_pb2(?:_grpc)?\.pyi?$|(?:^|\/)generated\//i;
/** Generated files, by their first lines. */
const GENERATED_HEAD =
  /@generated\b|\bCode generated\b.{0,200}\bDO NOT EDIT\b|\bDO NOT EDIT\b.{0,100}\bgenerated\b|<auto-generated/i;
const HEAD_LENGTH = 1_000;

/** Returns the files of a change whose bytes are needed to tell its effect. */
export function comparedFiles({ files }: CommitDiff): readonly FileDiff[] {
  return files.filter(isCompared);
}

/** Returns the effect of a change on a file: `live` unless proven otherwise. */
export function effectOf(file: FileDiff, blobs: DiffBatch['blobs']): ChangeEffect {
  const { path, before, after } = file;
  if (file.kind === 'mode') return 'live';
  if (DOCUMENT.test(path) && !IN_TESTS.test(path)) return 'document';
  if (GENERATED.test(path) && !IN_TESTS.test(path)) return 'generated';
  if (!isCompared(file) || before === null || after === null) return 'live';
  const [then, now] = [textIn(blobs, before), textIn(blobs, after)];
  if (then === undefined || now === undefined) return 'live';
  if (GENERATED_HEAD.test(now.slice(0, HEAD_LENGTH))) return 'generated';
  return haveEqualTokens(path, then, now) ? 'inert' : 'live';
}

/** A renamed file is a different file to everything that refers to it. */
function isCompared({ path, kind, before, after }: FileDiff): boolean {
  return kind === 'modified' && before !== null && after !== null && hasComparableTokens(path);
}

function textIn(blobs: DiffBatch['blobs'], id: string): string | undefined {
  const bytes = blobs.get(id);
  return bytes && sourceText(bytes);
}
