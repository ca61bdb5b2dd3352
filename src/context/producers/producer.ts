/**
 * A producer makes frames of files without a model: a pure, versioned function of a file's bytes and of what its path
 * says about how to read them. Its name is also that of the type of its frames and of the agent that signs them.
 */
import type { CanonicalValue, ContentId } from '../../kernel/index.ts';
import type { Basis, FrameType } from '../../ledger/index.ts';
import type { TreeNode } from '../scan/tree.ts';
import { producerLimits } from './producer-limits.ts';

/** Makes frames of one type. */
export type Producer = {
  readonly name: string;
  readonly version: string;
  readonly type: FrameType;
  /** Returns what beside the bytes decides what is made of a file, or null where nothing is made of such a file. */
  policyFor(path: string): CanonicalValue | null;
  /** Makes the content of a frame; equal bytes under an equal policy give equal content. */
  produce(source: { readonly path: string; readonly bytes: Uint8Array }): Promise<string>;
};

/** Tells whether a producer makes something of a node: of files that it reads, up to the size that is read. */
export function isProducible(
  { policyFor }: Producer,
  { path, kind, size }: Pick<TreeNode, 'path' | 'kind' | 'size'>,
): boolean {
  const isFile = kind === 'file' || kind === 'executable';
  return isFile && size <= producerLimits.fileBytes && policyFor(path) !== null;
}

/** Returns what a producer's frame of a file rests on, or null where it makes none. */
export function producedBasis(
  { name, version, policyFor }: Producer,
  { path, contentId }: { readonly path: string; readonly contentId: ContentId },
): Basis | null {
  const policy = policyFor(path);
  return policy === null ? null : { inputs: [contentId], policy, producer: { name, version } };
}

/** Makes one frame of the root. Its name is also that of the type of its frames and of the agent that signs them. */
export type OutsideProducer = {
  readonly name: string;
  readonly type: FrameType;
  /** Returns what its frame would rest on now, or null where there is nothing to make it from. */
  basis(): Promise<Basis | null>;
  /** Makes the content for the present basis, or null where that cannot be done. */
  produce(): Promise<string | null>;
};
