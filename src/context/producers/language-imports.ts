/** Reads imports by qualified names, in languages whose sources declare their own package or namespace. */
import type { SourceToken } from './source-syntax.ts';

/** The most tokens in a grouped import or an include path. */
const STATEMENT_TOKENS = 400;

/** Reads Java, Kotlin, Scala and Groovy; a wildcard import ends with `.*` in all of them. */
export const readJvmImports: ReadImports = (tokens, { add, enter }) => {
  let readUpTo = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || index < readUpTo) continue;
    if (text === 'package') enter(readChain(tokens, index + 1, '.').name);
    if (text !== 'import') continue;
    let at = tokens[index + 1]?.text === 'static' ? index + 2 : index + 1;
    do {
      const { name, end } = readChain(tokens, at, '.');
      if (name.endsWith('.')) readGroup(tokens, end, { prefix: name, add });
      else add(name.replace(/\._$/, '.*'));
      at = end + 1;
    } while (tokens[at - 1]?.text === ',');
    readUpTo = at - 1;
  }
};

/** Reads the namespaces used by C#. */
export const readNetImports: ReadImports = (tokens, { add, enter }) => {
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier') continue;
    if (text === 'namespace') enter(readChain(tokens, index + 1, '.').name);
    if (text !== 'using') continue;
    const isStatic = tokens[index + 1]?.text === 'static';
    const first = readChain(tokens, isStatic ? index + 2 : index + 1, '.');
    const used = tokens[first.end]?.text === '=' ? readChain(tokens, first.end + 1, '.') : first;
    if (tokens[used.end]?.text === ';') add(used.name);
  }
};

/** Reads the names PHP uses and the files it requires; paths relative to the source begin with a dot. */
export const readPhpImports: ReadImports = (tokens, { add, enter }) => {
  let readUpTo = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || index < readUpTo) continue;
    if (text === 'namespace') enter(readChain(tokens, index + 1, '\\').name);
    else if (text === 'use') readUpTo = readPhpUse(tokens, index + 1, add);
    else if (/^(?:require|include)(?:_once)?$/.test(text)) add(requiredFile(tokens, index + 1));
  }
};

/** Reads the names of a `use` and returns the position after them. */
function readPhpUse(tokens: readonly SourceToken[], start: number, add: ImportSink['add']): number {
  const word = tokens[start]?.text;
  let at = word === 'function' || word === 'const' ? start + 1 : start;
  do {
    if (tokens[at]?.text === '\\') at += 1;
    const { name, end } = readChain(tokens, at, '\\');
    if (name.endsWith('\\')) readGroup(tokens, end, { prefix: name, add });
    else if (name.includes('\\') || tokens[end]?.text === ';') add(name);
    at = (tokens[end]?.text === 'as' ? end + 2 : end) + 1;
  } while (tokens[at - 1]?.text === ',');
  return at - 1;
}

/** Reads `{B, C as D}` after a prefix; only one level of names. */
function readGroup(
  tokens: readonly SourceToken[],
  start: number,
  { prefix, add }: { readonly prefix: string; readonly add: ImportSink['add'] },
): void {
  if (tokens[start]?.text !== '{') return;
  const separator = prefix.slice(-1);
  for (let at = start + 1; at < start + STATEMENT_TOKENS; ) {
    const { name, end } = readChain(tokens, at, separator);
    if (name !== '') add(prefix + (name === '_' ? '*' : name));
    at = end;
    while (at < start + STATEMENT_TOKENS && tokens[at]?.text !== ',') {
      if (tokens[at] === undefined || tokens[at]?.text === '}') return;
      at += 1;
    }
    at += 1;
  }
}

/**
 * Reads the path of `require __DIR__ . '/x.php'`, relative to the folder that its call or constant refers to.
 */
function requiredFile(tokens: readonly SourceToken[], start: number): string {
  let above = 0;
  let isOwn = false;
  for (const { kind, text } of tokens.slice(start, start + 12)) {
    if (text === ';') return '';
    if (text === 'dirname') above += 1;
    if (text === '__DIR__' || text === '__FILE__') isOwn = true;
    if (text === '__FILE__') above -= 1;
    if (kind !== 'literal') continue;
    return isOwn ? `./${'../'.repeat(Math.max(0, above))}${text.replace(/^\/+/, '')}` : text;
  }
  return '';
}

/** A qualified name, and the position of the token after it. */
type NameChain = { readonly name: string; readonly end: number };

/** The most parts in a name; longer ones are cut. */
const PARTS = 64;

/** Reads `a.b.c`, empty if there is no identifier at the position; `*` may be the last part. */
export function readChain(tokens: readonly SourceToken[], start: number, separator: string): NameChain {
  let name = '';
  let at = start;
  for (let part = 0; part < PARTS; part++) {
    const token = tokens[at];
    const isPart = token?.kind === 'identifier' || (token?.text === '*' && name !== '');
    if (!isPart) return { name, end: at };
    name += token.text;
    at += 1;
    for (const mark of separator) {
      if (tokens[at]?.kind !== 'mark' || tokens[at]?.text !== mark) return { name, end: at };
      at += 1;
    }
    name += separator;
  }
  return { name, end: at };
}

/** Receives the imports of a source. */
export interface ImportSink {
  /** Adds a specifier. */
  add(specifier: string): void;
  /** Sets the source's package or namespace; the first one counts. */
  enter(namespace: string): void;
}

/** Reads the imports of one language. */
export type ReadImports = (tokens: readonly SourceToken[], sink: ImportSink) => void;

/** Words that a specifier may directly follow. */
const BEFORE_LITERAL = new Set(['from', 'import', 'require', 'part']);
/** Functions that take a specifier, and their required receivers if the name alone is ambiguous. */
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
/** The most tokens in a name in angle brackets. */
const INCLUDE_TOKENS = 40;

/** Reads imports, re-exports, requires, mocks and URLs relative to the source. */
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

/** Reads what Ruby loads; paths relative to the source begin with a dot. */
export const readRubyImports: ReadImports = (tokens, { add }) => {
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || !RUBY_LOADERS.has(text)) continue;
    const skipped = text === 'autoload' ? 4 : tokens[index + 1]?.text === '(' ? 2 : 1;
    const given = tokens[index + skipped];
    if (given?.kind !== 'literal') continue;
    add(text === 'require_relative' && !given.text.startsWith('.') ? `./${given.text}` : given.text);
  }
};

/** Reads C includes and imports, in quotes or angle brackets. */
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

/** `new URL('./x', import.meta.url)`; other URLs point elsewhere. */
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

/** Parts computed at run time become wildcards: `./locales/${name}.js` is `./locales/*.js`. */
function fixedPart(specifier: string): string {
  return specifier.replace(/\$\{[^}]*\}/g, '*');
}
