/** Makes the frame of a file that a producer would make now, unless the one that stands is just that. */
import { type FrameId, contentId as hashContent } from '../../kernel/index.ts';
import { type Basis, basisIdFor } from '../../ledger/index.ts';
import { findProduced } from '../producers/keep-produced.ts';
import { isProducible, type OutsideProducer, type Producer, producedBasis } from '../producers/producer.ts';
import { ROOT_PATH, type TreeNode } from '../scan/tree.ts';
import type { FramePlace } from '../snapshot/frame-places.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
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
  const before = await standingOf(wave.snapshot, path, producer.name);
  if (before && (await holdsFor(wave.snapshot, before, basis)))
    return { frameId: before.frameId, isUntouched: true };
  const content = await contentFor({ wave, producer, node, read }, basis);
  if (content === null) return null;
  const subject = { kind: 'node', id: path } as const;
  const draft = { subject, type: producer.name, agent: producer.name, basis, content };
  return { frameId: await wave.stand(draft, before), isUntouched: false };
}

/** Returns the current frame of a type of a node, if there is one. */
export async function standingOf(snapshot: Snapshot, path: string, type: string): Promise<FramePlace | null> {
  return (await snapshot.current(path)).find((place) => place.type === type) ?? null;
}

/** Tells whether a frame was made from a basis, or attested for it, and nobody declared it invalid since. */
export async function holdsFor(snapshot: Snapshot, { frameId }: FramePlace, basis: Basis): Promise<boolean> {
  const [record] = await snapshot.frames([frameId]);
  if (!record?.frame) return false;
  const basisId = basisIdFor(basis);
  const status = (await snapshot.statuses(record.frame.subject)).get(frameId);
  if (status?.attested.includes(basisId)) return true;
  return record.frame.basis === basisId && (status?.invalidatedBy ?? null) === null;
}

/** Returns what a producer makes of a file, from the ledger where it made it of equal bytes before. */
async function contentFor(
  { wave, producer, node, read }: FileDerivation,
  basis: Basis,
): Promise<Uint8Array | string | null> {
  const basisId = basisIdFor(basis);
  const produced = { type: producer.name, agent: producer.name };
  const said = await wave.snapshot.statuses({ kind: 'node', id: node.path });
  // What was declared invalid is not to come back unexamined.
  const isInvalidated = [...said.values()].some(({ invalidatedBy }) => invalidatedBy !== null);
  const { store } = wave.snapshot.ledger;
  const kept = isInvalidated ? undefined : (await findProduced(store, produced, [basisId])).get(basisId);
  if (kept) return kept;
  const bytes = read(node.path);
  if (bytes === undefined || hashContent(bytes) !== node.contentId) return null;
  return producer.produce({ path: node.path, bytes });
}

/** Derives a frame of the root; null where there is nothing to make it from. */
export async function deriveOutside(wave: Wave, producer: OutsideProducer): Promise<Derived | null> {
  const { name } = producer;
  const basis = await producer.basis();
  if (basis === null) return null;
  const before = await standingOf(wave.snapshot, ROOT_PATH, name);
  if (before && (await holdsFor(wave.snapshot, before, basis)))
    return { frameId: before.frameId, isUntouched: true };
  const content = await producer.produce();
  if (content === null) return null;
  const subject = { kind: 'node', id: ROOT_PATH } as const;
  const frameId = await wave.stand({ subject, type: name, agent: name, basis, content }, before);
  return { frameId, isUntouched: false };
}
