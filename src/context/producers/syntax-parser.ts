/**
 * The port to a parser of programming languages. Results are plain data, so that only the adapter manages a
 * tree's memory; only the requested parts of a tree are copied.
 */

import { sourceText } from '../scan/byte-text.ts';
import { sourceExtension } from './source-syntax.ts';

/** The documented limits. */
export const syntaxLimits = {
  /** Characters of a signature. */
  signatureLength: 200,
  /** Characters of a header that are examined. */
  headerLength: 8_000,
  /** Symbols listed per source. */
  symbols: 5_000,
  /** Characters of an imported name; longer ones are data. */
  specifierLength: 300,
  /** Characters of a digest. */
  digestLength: 1_500,
  /** Characters of a digest's description and of each list of names. */
  aboutLength: 400,
  listLength: 700,
  /** The longest document line that is examined. */
  lineLength: 1_000,
  /** Bytes of a JSON file that are read for its keys. */
  jsonBytes: 512 * 1024,
} as const;

/** A named node of a syntax tree; offsets count UTF-16 units, lines count from one. */
export interface SyntaxNode {
  /** The grammar's node type; unparsable text is an `ERROR`. */
  readonly type: string;
  /** Its field name in its parent, if any. */
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Its named children, without punctuation and keywords; empty if it was not entered. */
  readonly children: readonly SyntaxNode[];
}

/** A source to parse and the parts of its tree to copy. */
export interface SyntaxRequest {
  readonly language: SyntaxLanguage;
  readonly text: string;
  /** Returns whether to visit a node's children; called once per node, before its children are read. */
  enters(node: SyntaxNode, parent: SyntaxNode): boolean;
}

/** Parses sources. */
export interface SyntaxParser {
  /** The version of the parser and its grammars; for equal versions, equal texts give equal trees. */
  readonly version: string;
  /**
   * Returns the roots of a source: one, or one per piece if the source was too expensive to parse whole.
   * Pieces that are still too expensive are dropped, so there may be none.
   */
  parse(request: SyntaxRequest): Promise<readonly SyntaxNode[]>;
}

/** Parsed languages and their file extensions. */
const extensions = {
  bash: 'sh bash',
  c: 'c h',
  cpp: 'cc cpp cxx hh hpp hxx',
  csharp: 'cs',
  go: 'go',
  java: 'java',
  javascript: 'js jsx mjs cjs',
  php: 'php',
  python: 'py pyi',
  ruby: 'rb rake gemspec',
  rust: 'rs',
  tsx: 'tsx',
  typescript: 'ts mts cts',
} as const;

export type SyntaxLanguage = keyof typeof extensions;

export const syntaxLanguages = Object.keys(extensions) as readonly SyntaxLanguage[];

const byExtension: ReadonlyMap<string, SyntaxLanguage> = new Map(
  syntaxLanguages.flatMap((language) =>
    extensions[language].split(' ').map((extension) => [extension, language] as const),
  ),
);

/** Returns the language of a path, or undefined if such files are not parsed. */
export function syntaxLanguage(path: string): SyntaxLanguage | undefined {
  return byExtension.get(sourceExtension(path) ?? '');
}

/** Decodes a source for a parser, or returns undefined for a binary file. */
export function syntaxText(bytes: Uint8Array): string | undefined {
  return sourceText(bytes)?.replaceAll('\r\n', '\n');
}
