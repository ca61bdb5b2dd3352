/** Imports by qualified names, in languages whose sources name their own package or namespace. */

import type { ImportSink, ReadImports } from './import-sink.ts';
import type { SourceToken } from './lex-source.ts';
import { readChain } from './name-chain.ts';

/** How many tokens an import with a list or the path of an include may have. */
const STATEMENT_TOKENS = 400;

/** Reads Java, Kotlin, Scala and Groovy; a wildcard ends with `.*` in all of them. */
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

/** Reads the namespaces that C# uses. */
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

/** Reads what PHP uses by name, and the files it requires; what is relative to the source begins with a dot. */
export const readPhpImports: ReadImports = (tokens, { add, enter }) => {
  let readUpTo = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'identifier' || index < readUpTo) continue;
    if (text === 'namespace') enter(readChain(tokens, index + 1, '\\').name);
    else if (text === 'use') readUpTo = readPhpUse(tokens, index + 1, add);
    else if (/^(?:require|include)(?:_once)?$/.test(text)) add(requiredFile(tokens, index + 1));
  }
};

/** Reads the names of a `use` and returns the position behind them. */
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

/** Reads `{B, C as D}` behind a prefix, with the names of one level. */
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

/** The path of `require __DIR__ . '/x.php'`, from the folder that its call or constant stands for. */
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
