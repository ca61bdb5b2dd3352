/**
 * The port to a parser of programming languages. What comes back is plain data, so no one beyond the adapter holds the
 * memory of a tree; only the parts of a tree that a caller wants to enter are copied.
 */

import { sourceText } from '../scan/byte-text.ts';
import { sourceExtension } from './source-syntax.ts';

/** The documented bounds. */
export const syntaxLimits = {
  /** How many characters a signature has. */
  signatureLength: 200,
  /** How many characters of a header are looked at. */
  headerLength: 8_000,
  /** How many symbols of a source are listed. */
  symbols: 5_000,
  /** How many characters an imported name has; longer ones are data. */
  specifierLength: 300,
  /** How many characters a digest has. */
  digestLength: 1_500,
  /** How many characters a digest tells of what a source says about itself, and how many of a list of names. */
  aboutLength: 400,
  listLength: 700,
  /** How long a line of a document may be to be looked at. */
  lineLength: 1_000,
  /** How many bytes of a JSON file are read for its keys. */
  jsonBytes: 512 * 1024,
} as const;

/** A named node of a syntax tree; offsets count in UTF-16 units of the text, lines from one. */
export interface SyntaxNode {
  /** What the grammar calls it; text that no rule fits is an `ERROR`. */
  readonly type: string;
  /** The part it plays in its parent, where the grammar gives it a name. */
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly endLine: number;
  /** The nodes in it, without marks and keywords; none where it was not entered. */
  readonly children: readonly SyntaxNode[];
}

/** A source to parse and the parts of its tree to copy. */
export interface SyntaxRequest {
  readonly language: SyntaxLanguage;
  readonly text: string;
  /** Tells whether the children of a node are wanted; asked once for a node, before them, and without them. */
  enters(node: SyntaxNode, parent: SyntaxNode): boolean;
}

/** Parses sources. */
export interface SyntaxParser {
  /** Names the parser and its grammars; where it is equal, equal texts have equal trees. */
  readonly version: string;
  /**
   * Returns the roots of a source: one, or one for each piece of a source that took too much work as a whole. Pieces
   * that still take too much are left out, so there may be none.
   */
  parse(request: SyntaxRequest): Promise<readonly SyntaxNode[]>;
}

/** Every parsed language with the extensions of its files. */
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

/** A language that a parser knows. */
export type SyntaxLanguage = keyof typeof extensions;

/** The parsed languages. */
export const syntaxLanguages = Object.keys(extensions) as readonly SyntaxLanguage[];

const byExtension: ReadonlyMap<string, SyntaxLanguage> = new Map(
  syntaxLanguages.flatMap((language) =>
    extensions[language].split(' ').map((extension) => [extension, language] as const),
  ),
);

/** Returns the language of a file's path, or nothing where files of such a name are not parsed. */
export function syntaxLanguage(path: string): SyntaxLanguage | undefined {
  return byExtension.get(sourceExtension(path) ?? '');
}

/** Decodes a source for a parser, or returns nothing for a binary file. */
export function syntaxText(bytes: Uint8Array): string | undefined {
  return sourceText(bytes)?.replaceAll('\r\n', '\n');
}
