/** Imports whose specifiers are literals: of JavaScript and its kin, of Ruby, and the includes of C. */

import type { ReadImports } from './import-sink.ts';
import type { SourceToken } from './lex-source.ts';

/** Words that a specifier may follow at once. */
const BEFORE_LITERAL = new Set(['from', 'import', 'require', 'part']);
/** Functions that take a specifier, and what they must be called on, where the name alone says too little. */
const LOADERS = new Map<string, ReadonlySet<string> | null>([
  ['import', null],
  ['require', null],
  ['requireActual', null],
  ['requireMock', null],
  ['importActual', null],
  ['importMock', null],
  ['proxyquire', null],
  ['rewire', null],
  ['esmock', null],
  ['resolve', new Set(['require', 'meta'])],
  ['glob', new Set(['meta'])],
  ['mock', new Set(['jest', 'vi', 'mock'])],
  ['doMock', new Set(['jest', 'vi'])],
]);
const RUBY_LOADERS = new Set(['require', 'require_relative', 'load', 'autoload']);
/** How many tokens a name in angle brackets may have. */
const INCLUDE_TOKENS = 40;

/** Reads imports, exports from elsewhere, requires, mocks and addresses beside the source. */
export const readScriptImports: ReadImports = (tokens, { add }) => {
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier') continue;
    const loadsFrom = LOADERS.get(text);
    const isBefore = BEFORE_LITERAL.has(text);
    if (loadsFrom === undefined && !isBefore && text !== 'URL') continue;
    const next = tokens[index + 1];
    if (isBefore && next?.kind === 'literal') add(next.text);
    if (next?.text !== '(') continue;
    const given = tokens[index + 2];
    if (given?.kind !== 'literal') continue;
    if (text === 'URL' ? isOwnAddress(tokens, index) : isCalledOn(tokens, index, loadsFrom)) {
      add(fixedPart(given.text));
    }
  }
};

/** Reads what Ruby loads; what is relative to the source begins with a dot. */
export const readRubyImports: ReadImports = (tokens, { add }) => {
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || !RUBY_LOADERS.has(text)) continue;
    const skipped = text === 'autoload' ? 4 : tokens[index + 1]?.text === '(' ? 2 : 1;
    const given = tokens[index + skipped];
    if (given?.kind !== 'literal') continue;
    add(text === 'require_relative' && !given.text.startsWith('.') ? `./${given.text}` : given.text);
  }
};

/** Reads what the sources of C include or import, in quotes or in angle brackets. */
export const readIncludes: ReadImports = (tokens, { add }) => {
  for (const [index, { text }] of tokens.entries()) {
    if (text !== 'include' && text !== 'import') continue;
    if (tokens[index - 1]?.text !== '#') continue;
    const next = tokens[index + 1];
    if (next?.kind === 'literal') add(next.text);
    else if (next?.text === '<') add(inBrackets(tokens, index + 2));
  }
};

function inBrackets(tokens: readonly SourceToken[], start: number): string {
  let name = '';
  for (const { text } of tokens.slice(start, start + INCLUDE_TOKENS)) {
    if (text === '>') return name;
    name += text;
  }
  return '';
}

/** `new URL('./x', import.meta.url)`; other addresses lead elsewhere. */
function isOwnAddress(tokens: readonly SourceToken[], index: number): boolean {
  return tokens[index + 3]?.text === ',' && tokens[index + 4]?.text === 'import';
}

function isCalledOn(
  tokens: readonly SourceToken[],
  index: number,
  receivers: ReadonlySet<string> | null | undefined,
): boolean {
  if (receivers === null) return true;
  return tokens[index - 1]?.text === '.' && receivers?.has(tokens[index - 2]?.text ?? '') === true;
}

/** What is put together when the program runs may be anything there: `./locales/${name}.js` is `./locales/*.js`. */
function fixedPart(specifier: string): string {
  return specifier.replace(/\$\{[^}]*\}/g, '*');
}
