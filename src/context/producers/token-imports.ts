/**
 * Finds a source's imports and its own package or namespace from its tokens; specifiers are as written,
 * deduplicated and in order. Resolving them requires knowledge of other files and is done elsewhere.
 */
import {
  type ImportSink,
  type ReadImports,
  readChain,
  readIncludes,
  readJvmImports,
  readNetImports,
  readPhpImports,
  readRubyImports,
  readScriptImports,
} from './language-imports.ts';
import { producerLimits } from './producer.ts';
import { type SourceToken, sourceExtension } from './source-syntax.ts';

/** The deepest nesting of groups in a `use`, and its most tokens. */
const GROUP_DEPTH = 8;
const USE_TOKENS = 2_000;

/**
 * Reads `mod x;` as `self::x`, and `use a::{b, c::d}` as full paths. Within `mod tests { … }` the parent
 * module is the source itself, so `super::` becomes `self::` there.
 */
const readRustImports: ReadImports = (tokens, { add }) => {
  const inline: number[] = [];
  let depth = 0;
  const fromFile = (path: string) => {
    let own = path;
    for (let level = inline.length; level > 0 && own.startsWith('super::'); level--)
      own = level === 1 ? own.replace('super::', 'self::') : own.slice('super::'.length);
    add(own);
  };
  for (let index = 0; index < tokens.length; index++) {
    const text = tokens[index]?.text;
    if (text === '{') depth += 1;
    else if (text === '}') {
      depth -= 1;
      if (inline.at(-1) === depth) inline.pop();
    } else if (tokens[index]?.kind !== 'identifier') continue;
    else if (text === 'mod') {
      const after = tokens[index + 2]?.text;
      if (after === ';') add(`self::${tokens[index + 1]?.text}`);
      if (after === '{') inline.push(depth);
    } else if (text === 'use') {
      index =
        readUse(tokens, index + 1, { prefix: '', add: fromFile, depth: 0, end: index + USE_TOKENS }) - 1;
    } else if (text === 'crate' && tokens[index - 1]?.text === 'extern') {
      add(tokens[index + 1]?.text ?? '');
    } else if (text === 'crate' || text === 'super') {
      const { name, end } = readChain(tokens, index, '::');
      if (name.includes('::')) fromFile(name);
      index = Math.max(index, end - 1);
    }
  }
};

type Use = {
  readonly prefix: string;
  readonly add: ImportSink['add'];
  readonly depth: number;
  readonly end: number;
};

/** Reads one path or group and returns the position after it. */
function readUse(tokens: readonly SourceToken[], start: number, use: Use): number {
  let at = start;
  while (tokens[at]?.text === ':') at += 1;
  const { name, end } = readChain(tokens, at, '::');
  const path = use.prefix + name;
  if (tokens[end]?.text !== '{' || (name !== '' && !name.endsWith('::'))) {
    if (name !== '') use.add(path.endsWith('::self') ? path.slice(0, -'::self'.length) : path);
    return tokens[end]?.text === 'as' ? end + 2 : end;
  }
  at = end + 1;
  while (at < use.end && use.depth < GROUP_DEPTH && tokens[at] !== undefined && tokens[at]?.text !== '}') {
    const behind = readUse(tokens, at, { ...use, prefix: path, depth: use.depth + 1 });
    at = tokens[behind]?.text === '}' ? behind : Math.max(behind, at) + 1;
  }
  return at + 1;
}

/** Reads `import a.b` as `a.b`, and `from a import b` as `a` and `a.b`; leading dots are kept. */
const readPythonImports: ReadImports = (tokens, sink) => {
  let readUpTo = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || index < readUpTo) continue;
    if (text === 'from') readUpTo = readFrom(tokens, index + 1, sink);
    else if (isImport(text)) readUpTo = readModules(tokens, index + 1, sink);
  }
};

function isImport(text: string | undefined): boolean {
  return text === 'import' || text === 'cimport';
}

/** Reads the modules of an `import` and returns the position after them. */
function readModules(tokens: readonly SourceToken[], start: number, { add }: ImportSink): number {
  let at = start;
  do {
    const { name, end } = readChain(tokens, at, '.');
    add(name);
    at = behindAlias(tokens, end) + 1;
  } while (tokens[at - 1]?.text === ',');
  return at - 1;
}

/** Reads a `from` and returns the position after it. */
function readFrom(tokens: readonly SourceToken[], start: number, { add }: ImportSink): number {
  let dots = '';
  let at = start;
  for (; tokens[at]?.text === '.'; at++) dots += '.';
  const module = isImport(tokens[at]?.text) ? { name: '', end: at } : readChain(tokens, at, '.');
  const name = dots + module.name;
  if (name === '' || !isImport(tokens[module.end]?.text)) return start;
  add(name);
  at = module.end + 1;
  while (tokens[at]?.text === '(' || tokens[at]?.text === '\\') at += 1;
  while (tokens[at]?.kind === 'identifier') {
    add(name.endsWith('.') ? name + tokens[at]?.text : `${name}.${tokens[at]?.text}`);
    at = behindAlias(tokens, at + 1);
    if (tokens[at]?.text !== ',') return at;
    do at += 1;
    while (tokens[at]?.text === '\\');
  }
  return at;
}

function behindAlias(tokens: readonly SourceToken[], at: number): number {
  return tokens[at]?.text === 'as' ? at + 2 : at;
}

/** Reads the paths of imports, single or grouped, and the package name. */
const readGoImports: ReadImports = (tokens, { add, enter }) => {
  let readUpTo = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || index < readUpTo) continue;
    if (text === 'package') enter(tokens[index + 1]?.text ?? '');
    if (text !== 'import') continue;
    if (tokens[index + 1]?.text === '(') {
      for (readUpTo = index + 2; readUpTo < tokens.length && tokens[readUpTo]?.text !== ')'; readUpTo++)
        if (tokens[readUpTo]?.kind === 'literal') add(tokens[readUpTo]?.text ?? '');
    } else {
      const given = [tokens[index + 1], tokens[index + 2]].find((token) => token?.kind === 'literal');
      add(given?.text ?? '');
    }
  }
};

/** The imports of a source and its package or namespace, which is empty if not declared. */
export type TokenImports = { readonly imports: readonly string[]; readonly namespace: string };

const families: readonly (readonly [ReadImports, string])[] = [
  [readJvmImports, 'java kt kts scala groovy'],
  [readNetImports, 'cs'],
  [readPhpImports, 'php'],
  [readGoImports, 'go'],
  [readRustImports, 'rs'],
  [readPythonImports, 'py pyx pyi'],
  [readRubyImports, 'rb'],
  [readIncludes, 'c h cc cpp cxx hh hpp hxx m mm'],
];

const byExtension = new Map(
  families.flatMap(([read, extensions]) => extensions.split(' ').map((extension) => [extension, read])),
);

const UNKEPT = /[\s\p{Cc}\p{Cs}]/u;

/** Reads the imports of a source; languages without their own rules are read like JavaScript. */
export function tokenImports(path: string, tokens: readonly SourceToken[]): TokenImports {
  const found = new Set<string>();
  let namespace = '';
  const read = byExtension.get(sourceExtension(path) ?? '') ?? readScriptImports;
  read(tokens, {
    add(specifier) {
      if (found.size < producerLimits.imports && isKept(specifier)) found.add(specifier);
    },
    enter(name) {
      if (namespace === '' && isKept(name)) namespace = name;
    },
  });
  return { imports: [...found], namespace };
}

function isKept(specifier: string): boolean {
  return specifier !== '' && specifier.length <= producerLimits.specifierLength && !UNKEPT.test(specifier);
}
