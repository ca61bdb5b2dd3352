/** Makes the frame of a file that a producer would make now, unless the one that stands is just that. */
import { type FrameId, contentId as hashContent } from '../../kernel/index.ts';
import { type Basis, basisIdFor } from '../../ledger/index.ts';
import type { FramePlace } from '../frames/gather-frames.ts';
import { findProduced } from '../producers/find-produced.ts';
import { isProducible, type Producer, producedBasis } from '../producers/producer.ts';
import type { TreeNode } from '../scan/tree.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import type { Wave } from './wave.ts';

/** Reads the bytes of a file, or nothing where it cannot be read. */
export type ReadFile = (path: string) => Uint8Array | undefined;

/** What came of deriving a frame: the one that stands, and whether it stood before. */
export type Derived = { readonly frameId: FrameId; readonly isUntouched: boolean };

/** What a file is derived with. */
export type FileDerivation = {
  readonly wave: Wave;
  readonly producer: Producer;
  readonly node: TreeNode;
  readonly read: ReadFile;
};

/** Derives a frame of a file; null where the producer makes none of it, or the file is not what was scanned any more. */
export async function deriveFile({ wave, producer, node, read }: FileDerivation): Promise<Derived | null> {
  const { path, contentId } = node;
  const basis = isProducible(producer, node) ? producedBasis(producer, { path, contentId }) : null;
  if (basis === null) return null;
  const before = await standingOf(wave.standpoint, path, producer.name);
  if (before && (await holdsFor(wave.standpoint, before, basis)))
    return { frameId: before.frameId, isUntouched: true };
  const content = await contentFor({ wave, producer, node, read }, basis);
  if (content === null) return null;
  const subject = { kind: 'node', id: path } as const;
  const draft = { subject, type: producer.name, agent: producer.name, basis, content };
  return { frameId: await wave.stand(draft, before), isUntouched: false };
}

/** Returns the standing frame of a type of a node, if there is one. */
export async function standingOf(
  standpoint: Standpoint,
  path: string,
  type: string,
): Promise<FramePlace | null> {
  return (await standpoint.standing(path)).find((place) => place.type === type) ?? null;
}

/** Tells whether a frame was made from a basis, or attested for it, and nobody declared it invalid since. */
export async function holdsFor(
  standpoint: Standpoint,
  { frameId }: FramePlace,
  basis: Basis,
): Promise<boolean> {
  const [record] = await standpoint.frames([frameId]);
  if (!record?.frame) return false;
  const basisId = basisIdFor(basis);
  const standing = (await standpoint.standings(record.frame.subject)).get(frameId);
  if (standing?.attested.includes(basisId)) return true;
  return record.frame.basis === basisId && (standing?.invalidatedBy ?? null) === null;
}

/** Returns what a producer makes of a file, from the ledger where it made it of equal bytes before. */
async function contentFor(
  { wave, producer, node, read }: FileDerivation,
  basis: Basis,
): Promise<Uint8Array | string | null> {
  const basisId = basisIdFor(basis);
  const produced = { type: producer.name, agent: producer.name };
  const said = await wave.standpoint.standings({ kind: 'node', id: node.path });
  // What was declared invalid is not to come back unexamined.
  const isDoubted = [...said.values()].some(({ invalidatedBy }) => invalidatedBy !== null);
  const { store } = wave.standpoint.ledger;
  const kept = isDoubted ? undefined : (await findProduced(store, produced, [basisId])).get(basisId);
  if (kept) return kept;
  const bytes = read(node.path);
  if (bytes === undefined || hashContent(bytes) !== node.contentId) return null;
  return producer.produce({ path: node.path, bytes });
}
