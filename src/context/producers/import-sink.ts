/** How the imports of a source are read from its tokens, one language at a time. */
import type { SourceToken } from './lex-source.ts';

/** Takes what the imports of a source are read to. */
export interface ImportSink {
  /** Takes a specifier. */
  add(specifier: string): void;
  /** Takes the package or namespace of the source, of which the first counts. */
  enter(namespace: string): void;
}

/** Reads the imports of one language. */
export type ReadImports = (tokens: readonly SourceToken[], sink: ImportSink) => void;
