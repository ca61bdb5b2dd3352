/**
 * The port to a parser of programming languages. What comes back is plain data, so no one beyond the adapter holds the
 * memory of a tree; only the parts of a tree that a caller wants to enter are copied.
 */
import type { SyntaxLanguage } from './syntax-language.ts';

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
