/**
 * A producer makes frames of files without a model: a pure, versioned function of a file's bytes and of what
 * its path says about how to read them. Its name is also its frame type and the agent that signs its frames.
 */
import type { CanonicalValue, ContentId } from '../../kernel/index.ts';
import type { Basis, FrameType } from '../../ledger/index.ts';
import { SOURCE_BYTES } from '../scan/byte-text.ts';
import type { TreeNode } from '../scan/tree.ts';

/** Makes frames of one type. */
export type Producer = {
  readonly name: string;
  readonly version: string;
  readonly type: FrameType;
  /**
   * Returns what determines the result besides the bytes, or null if the producer does not handle such files.
   */
  policyFor(path: string): CanonicalValue | null;
  /** Makes the content of a frame; equal bytes and policy give equal content. */
  produce(source: { readonly path: string; readonly bytes: Uint8Array }): Promise<string>;
};

/** Checks whether a producer handles a node: a supported file within the size limit. */
export function isProducible(
  { policyFor }: Producer,
  { path, kind, size }: Pick<TreeNode, 'path' | 'kind' | 'size'>,
): boolean {
  const isFile = kind === 'file' || kind === 'executable';
  return isFile && size <= producerLimits.fileBytes && policyFor(path) !== null;
}

/** Returns the basis of a producer's frame for a file, or null if it makes none. */
export function producedBasis(
  { name, version, policyFor }: Producer,
  { path, contentId }: { readonly path: string; readonly contentId: ContentId },
): Basis | null {
  const policy = policyFor(path);
  return policy === null ? null : { inputs: [contentId], policy, producer: { name, version } };
}

/** Makes one frame of the root. Its name is also its frame type and the agent that signs it. */
export type OutsideProducer = {
  readonly name: string;
  readonly type: FrameType;
  /** Returns the current basis of its frame, or null if there is no source for it. */
  basis(): Promise<Basis | null>;
  /** Makes the content for the current basis, or null on failure. */
  produce(): Promise<string | null>;
};

/** The documented limits. */
export const producerLimits = {
  /** The largest file that is read; larger ones are data. */
  fileBytes: 8 * 1024 * 1024,
  /** Bytes of a source that are read. */
  sourceBytes: SOURCE_BYTES,
  /** Length of an identifier; longer ones are data. */
  identifierLength: 80,
  /** Import specifiers per source, and the length of one; longer ones are data. */
  imports: 2_000,
  specifierLength: 300,
  /** Literals per file that may name a file or module. */
  fileLiterals: 2_000,
  /** The newest commits of the history that are read. */
  commits: 20_000,
  /** Bytes of a commit log that are read; later commits are dropped. */
  logBytes: 64 * 1024 * 1024,
} as const;
