/** The imports of Rust: modules it declares, paths it uses, and paths of its own crate anywhere in the code. */

import type { ImportSink, ReadImports } from './import-sink.ts';
import type { SourceToken } from './lex-source.ts';
import { readChain } from './name-chain.ts';

/** How deep lists in lists of a `use` are read, and how many tokens it may have. */
const GROUP_DEPTH = 8;
const USE_TOKENS = 2_000;

/**
 * Reads `mod x;` as `self::x`, and `use a::{b, c::d}` as the whole paths. Within `mod tests { … }` the module above is
 * the source itself, so `super::` is `self::` there.
 */
export const readRustImports: ReadImports = (tokens, { add }) => {
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

/** Reads one path or list of paths and returns the position behind it. */
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
