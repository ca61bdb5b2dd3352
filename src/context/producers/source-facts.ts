/** What the evidence keeps of one source: a pure function of the file's extension and bytes, cacheable by content. */
import { declaredNames } from './declared-names.ts';
import { lexSource, type SourceToken } from './lex-source.ts';
import { producerLimits } from './producer-limits.ts';
import { sourceSyntax } from './source-syntax.ts';
import { sourceText } from './source-text.ts';
import { type TermCounts, tokenTerms } from './terms.ts';
import { type TokenImports, tokenImports } from './token-imports.ts';

/** The facts of one source. */
export interface SourceFacts extends TokenImports {
  /** Whether it marks functions or classes as tests. */
  readonly hasTestMarks: boolean;
  readonly terms: TermCounts;
  /** The names it declares. */
  readonly declared: ReadonlySet<string>;
  /** The identifiers it has, and its literals that may be paths of other files. */
  readonly names: ReadonlySet<string>;
  /** Its further literals that may name a file or a module: words with dots between them, paths joined from parts. */
  readonly fileLiterals: ReadonlySet<string>;
}

const PATH_LITERAL = /^[\w@.-]*\/[\w@./-]{0,200}$/;

/** Reads the facts of a source, or nothing where it is no text of a known language. */
export function readSourceFacts(path: string, bytes: Uint8Array): SourceFacts | undefined {
  const syntax = sourceSyntax(path);
  const text = syntax && sourceText(bytes);
  if (syntax === undefined || text === undefined) return undefined;
  const tokens = lexSource(text, syntax);
  return {
    hasTestMarks: hasTestMarks(tokens),
    terms: tokenTerms(tokens),
    declared: declaredNames(tokens),
    names: referringNames(tokens),
    fileLiterals: fileLiterals(tokens),
    ...tokenImports(path, tokens),
  };
}

/** Returns the texts of tokens that may refer to another file: identifiers, and literals that read like a path. */
export function referringNames(tokens: Iterable<SourceToken>): Set<string> {
  const names = new Set<string>();
  for (const { kind, text } of tokens) {
    if (kind === 'identifier' || (kind === 'literal' && PATH_LITERAL.test(text))) names.add(text);
  }
  return names;
}

/** Tells whether tokens hold an annotated test method, or a class that is a test case. */
function hasTestMarks(tokens: readonly SourceToken[]): boolean {
  return tokens.some(({ text }, index) => {
    const next = tokens[index + 1]?.text;
    if (text === '@') return next === 'Test' || next === 'ParameterizedTest';
    return text === 'extends' && next === 'TestCase';
  });
}

const DOTTED = /^[A-Za-z_@.][\w@-]*(?:\.[\w-]+)+$/;
const SEGMENT = /^[\w@.~-]+(?:\/[\w@.~-]+)*\/?$/;
const JOINERS = new Set(['join', 'Join', 'resolve', 'combine', 'Combine', 'joinpath', 'expand_path']);
/** How many tokens a call that joins a path may have. */
const CALL_TOKENS = 24;

/** Returns the literals of tokens that may name a file or module, in order. */
function fileLiterals(tokens: readonly SourceToken[]): Set<string> {
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
