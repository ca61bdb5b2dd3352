/** What the evidence keeps of one source: a pure function of the file's extension and bytes, cacheable by content. */
import { declaredNames } from './declared-names.ts';
import { fileLiterals } from './file-literals.ts';
import { lexSource, type SourceToken } from './lex-source.ts';
import { sourceSyntax } from './source-syntax.ts';
import { sourceText } from './source-text.ts';
import { type TermCounts, tokenTerms } from './terms.ts';
import { hasTestMarks } from './test-marks.ts';
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
