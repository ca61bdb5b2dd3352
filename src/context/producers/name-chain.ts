/** Names with a separator between them, as most languages write what they import. */
import type { SourceToken } from './lex-source.ts';

/** A name as it is written, and the position of the first token behind it. */
export type NameChain = { readonly name: string; readonly end: number };

/** How many parts a name may have; what is longer is cut there. */
const PARTS = 64;

/** Reads `a.b.c`, or nothing of length where no identifier stands at the position; `*` may be the last part. */
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
