/** The imports of Python: modules, and the names taken from them, which may be modules as well. */

import type { ImportSink, ReadImports } from './import-sink.ts';
import type { SourceToken } from './lex-source.ts';
import { readChain } from './name-chain.ts';

/** Reads `import a.b` as `a.b`, and `from a import b` as `a` and `a.b`; leading dots are kept. */
export const readPythonImports: ReadImports = (tokens, sink) => {
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

/** Reads the modules of an `import` and returns the position behind them. */
function readModules(tokens: readonly SourceToken[], start: number, { add }: ImportSink): number {
  let at = start;
  do {
    const { name, end } = readChain(tokens, at, '.');
    add(name);
    at = behindAlias(tokens, end) + 1;
  } while (tokens[at - 1]?.text === ',');
  return at - 1;
}

/** Reads a `from` and returns the position behind it. */
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
