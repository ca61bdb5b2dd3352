/**
 * A producer makes frames of files without a model: a pure, versioned function of a file's bytes and of what its path
 * says about how to read them. Its name is also that of the type of its frames and of the agent that signs them.
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

/** The documented bounds. */
export const producerLimits = {
  /** The largest file that is read at all; what is larger is data. */
  fileBytes: 8 * 1024 * 1024,
  /** How many bytes of a source are read. */
  sourceBytes: SOURCE_BYTES,
  /** How long an identifier may be; longer ones are data. */
  identifierLength: 80,
  /** How many specifiers of imports a source keeps, and how long one may be; longer ones are data. */
  imports: 2_000,
  specifierLength: 300,
  /** How many literals that may name a file or module are kept. */
  fileLiterals: 2_000,
  /** How many commits of the history are read, the newest. */
  commits: 20_000,
  /** How many bytes of a log of commits are read; the commits of a longer one that come after are left out. */
  logBytes: 64 * 1024 * 1024,
} as const;
