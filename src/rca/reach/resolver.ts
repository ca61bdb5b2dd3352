/** How the files that a source refers to are found, one language at a time. */
import type { SourceFacts } from '../../context/index.ts';
import type { ReachTree } from './reach-tree.ts';

/** A source whose edges are looked for. */
interface ReachSource {
  readonly path: string;
  readonly facts: SourceFacts;
  /** Whether it is on the side of the tests, which runners start with files of their own. */
  readonly isTest: boolean;
}

/** Returns the files of the tree that a source refers to, in any order and perhaps twice. */
export type Resolve = (source: ReachSource) => Iterable<string>;

/** The rules of one language or family. */
export interface Resolver {
  /** The extensions of the sources it resolves, with spaces between them. */
  readonly extensions: string;
  /** Prepares a tree; called once, and only where the tree has such a source. */
  prepare(tree: ReachTree): Resolve;
}
