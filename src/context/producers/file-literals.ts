/**
 * Literals that may name a file or a module, beside those that read like a path already: words with dots between them,
 * and paths that are joined from parts, as `join(__dirname, '..', 'lib')` and `HERE / "data" / "a.json"` are.
 */
import type { SourceToken } from './lex-source.ts';
import { producerLimits } from './producer-limits.ts';

const DOTTED = /^[A-Za-z_@.][\w@-]*(?:\.[\w-]+)+$/;
const SEGMENT = /^[\w@.~-]+(?:\/[\w@.~-]+)*\/?$/;
const JOINERS = new Set(['join', 'Join', 'resolve', 'combine', 'Combine', 'joinpath', 'expand_path']);
/** How many tokens a call that joins a path may have. */
const CALL_TOKENS = 24;

/** Returns the literals of tokens that may name a file or module, in order. */
export function fileLiterals(tokens: readonly SourceToken[]): Set<string> {
  const found = new Set<string>();
  const add = (literal: string) => {
    if (found.size < producerLimits.fileLiterals && literal.length <= producerLimits.specifierLength)
      found.add(literal);
  };
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'literal') {
      if (text.length <= producerLimits.specifierLength && DOTTED.test(text)) add(text);
      if (tokens[index + 1]?.text === '/' && tokens[index + 2]?.kind === 'literal')
        add(dividedPath(tokens, index));
    } else if (kind === 'identifier' && JOINERS.has(text) && tokens[index + 1]?.text === '(') {
      add(joinedPath(tokens, index + 2));
    }
  }
  found.delete('');
  return found;
}

/** The literals that follow one another in a call, behind whatever they are joined to. */
function joinedPath(tokens: readonly SourceToken[], start: number): string {
  const parts: string[] = [];
  for (let at = start; at < start + CALL_TOKENS; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'literal' && SEGMENT.test(token.text)) parts.push(token.text);
    else if (token.text === '__dirname') parts.push('.');
    else if (token.text !== ',' && parts.length > 0) break;
  }
  return parts.length > 1 ? parts.join('/') : '';
}

function dividedPath(tokens: readonly SourceToken[], start: number): string {
  const parts: string[] = [];
  for (let at = start; at < start + CALL_TOKENS && tokens[at]?.kind === 'literal'; at += 2) {
    const part = tokens[at]?.text ?? '';
    if (!SEGMENT.test(part)) return '';
    parts.push(part);
    if (tokens[at + 1]?.text !== '/') break;
  }
  return parts.length > 1 ? parts.join('/') : '';
}
