/**
 * Derives the frame of a file from its bytes, of the root from outside sources, and of a directory from its
 * children's current frames, unless that frame is already current.
 */
import { cite, type FrameId, contentId as hashContent, limits, PenumbraError } from '../../kernel/index.ts';
import { type Basis, basisIdFor } from '../../ledger/index.ts';
import { findProduced } from '../producers/keep-produced.ts';
import { isProducible, type OutsideProducer, type Producer, producedBasis } from '../producers/producer.ts';
import type { TreeNode } from '../scan/tree.ts';
import { lastName, ROOT_PATH } from '../scan/tree-ids.ts';
import type { FramePlace } from '../snapshot/frame-places.ts';
import { type ChildParts, gatherParts } from '../snapshot/gather-parts.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { applyPolicy } from '../synthesis/apply-policy.ts';
import { type SynthesisPart, type SynthesisRecipe, synthesisBasis } from '../synthesis/recipe.ts';
import type { SynthesisSection } from '../synthesis/synthesis-policy.ts';
import type { Wave } from './wave.ts';

/** Reads the bytes of a file, or undefined if it cannot be read. */
export type ReadFile = (path: string) => Uint8Array | undefined;

/** The resulting frame, and whether it was already current. */
export type Derived = { readonly frameId: FrameId; readonly isUntouched: boolean };

/** The inputs for deriving a file's frame. */
type FileDerivation = {
  readonly wave: Wave;
  readonly producer: Producer;
  readonly node: TreeNode;
  readonly read: ReadFile;
};

/**
 * Derives a file's frame; null if the producer does not handle the file or the file has changed since the
 * scan.
 */
export async function deriveFile({ wave, producer, node, read }: FileDerivation): Promise<Derived | null> {
  const { path, contentId } = node;
  const basis = isProducible(producer, node) ? producedBasis(producer, { path, contentId }) : null;
  if (basis === null) return null;
  const before = await currentPlace(wave.snapshot, path, producer.name);
  if (before && (await holdsFor(wave.snapshot, before, basis)))
    return { frameId: before.frameId, isUntouched: true };
  const content = await contentFor({ wave, producer, node, read }, basis);
  if (content === null) return null;
  const subject = { kind: 'node', id: path } as const;
  const draft = { subject, type: producer.name, agent: producer.name, basis, content };
  return { frameId: await wave.stand(draft, before), isUntouched: false };
}

/** Returns a node's current frame of a type, if any. */
async function currentPlace(snapshot: Snapshot, path: string, type: string): Promise<FramePlace | null> {
  return (await snapshot.current(path)).find((place) => place.type === type) ?? null;
}

/** Checks whether a frame was made from or attested for a basis and not invalidated since. */
async function holdsFor(snapshot: Snapshot, { frameId }: FramePlace, basis: Basis): Promise<boolean> {
  const [record] = await snapshot.frames([frameId]);
  if (!record?.frame) return false;
  const basisId = basisIdFor(basis);
  const status = (await snapshot.statuses(record.frame.subject)).get(frameId);
  if (status?.attested.includes(basisId)) return true;
  return record.frame.basis === basisId && (status?.invalidatedBy ?? null) === null;
}

/** Returns a producer's content for a file, reusing what it made of equal bytes before. */
async function contentFor(
  { wave, producer, node, read }: FileDerivation,
  basis: Basis,
): Promise<Uint8Array | string | null> {
  const basisId = basisIdFor(basis);
  const produced = { type: producer.name, agent: producer.name };
  const said = await wave.snapshot.statuses({ kind: 'node', id: node.path });
  // Invalidated content must not be reused without running the producer again.
  const isInvalidated = [...said.values()].some(({ invalidatedBy }) => invalidatedBy !== null);
  const { store } = wave.snapshot.ledger;
  const kept = isInvalidated ? undefined : (await findProduced(store, produced, [basisId])).get(basisId);
  if (kept) return kept;
  const bytes = read(node.path);
  if (bytes === undefined || hashContent(bytes) !== node.contentId) return null;
  return producer.produce({ path: node.path, bytes });
}

/** Derives a frame of the root; null if there is no source for it. */
export async function deriveOutside(wave: Wave, producer: OutsideProducer): Promise<Derived | null> {
  const { name } = producer;
  const basis = await producer.basis();
  if (basis === null) return null;
  const before = await currentPlace(wave.snapshot, ROOT_PATH, name);
  if (before && (await holdsFor(wave.snapshot, before, basis)))
    return { frameId: before.frameId, isUntouched: true };
  const content = await producer.produce();
  if (content === null) return null;
  const subject = { kind: 'node', id: ROOT_PATH } as const;
  const frameId = await wave.stand({ subject, type: name, agent: name, basis, content }, before);
  return { frameId, isUntouched: false };
}

/** The inputs for deriving a directory's frame. */
export type DirectoryDerivation = {
  readonly wave: Wave;
  readonly directory: string;
  readonly recipe: SynthesisRecipe;
  /** The agent that signs the frame. */
  readonly agent: string;
  /** Throws if a subdirectory has no frame yet, instead of leaving it out. */
  readonly isStrict: boolean;
};

/** A derived frame and the child frames it was made from. */
export type DerivedDirectory = Derived & { readonly parts: readonly SynthesisPart[] };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Derives the frame of a directory, or throws `synthesis-failed`. */
export async function deriveDirectory({
  wave,
  directory,
  recipe,
  agent,
  isStrict,
}: DirectoryDerivation): Promise<DerivedDirectory> {
  const { snapshot } = wave;
  const children = await gatherParts(snapshot, directory, recipe);
  if (isStrict) await requireDirectories(snapshot, children, recipe);
  const parts = children.flatMap((child) => child.parts);
  if (parts.length > limits.basisInputs) throw tooMany(directory, parts.length);
  const basis = synthesisBasis({ recipe, parts });
  const before = await currentPlace(snapshot, directory, recipe.outputType);
  if (before && (await holdsFor(snapshot, before, basis)))
    return { frameId: before.frameId, isUntouched: true, parts };
  const sections = await Promise.all(children.map((child) => sectionOf(snapshot, child)));
  const content = applyPolicy(recipe, sections, { custom: snapshot.policies });
  const subject = { kind: 'node', id: directory } as const;
  const draft = { subject, type: recipe.outputType, agent, basis, content };
  return { frameId: await wave.stand(draft, before), isUntouched: false, parts };
}

async function requireDirectories(
  snapshot: Snapshot,
  children: readonly ChildParts[],
  { outputType }: SynthesisRecipe,
): Promise<void> {
  for (const { child } of children) {
    if (child.kind !== 'directory' || (await currentPlace(snapshot, child.path, outputType))) continue;
    throw new PenumbraError(
      'synthesis-failed',
      `the directory ${cite(child.path)} has no ${outputType} yet`,
      {
        data: { path: child.path, type: outputType },
        hint: 'synthesise it first, or all of them with `--recursive`',
      },
    );
  }
}

async function sectionOf(snapshot: Snapshot, { child, parts }: ChildParts): Promise<SynthesisSection> {
  const records = await snapshot.frames(parts.map(({ frameId }) => frameId));
  const contents = await snapshot.contents(records);
  const frames = records.map(({ id, frame }, index) => {
    const content = contents[index];
    if (!frame || !content) throw removed(child.path, id);
    return { frameId: id, type: frame.type, agent: frame.agent, content: textOf(child.path, content) };
  });
  return { name: lastName(child.path), frames };
}

function textOf(path: string, content: Uint8Array): string {
  try {
    return decoder.decode(content);
  } catch {
    throw new PenumbraError('synthesis-failed', `a frame of ${cite(path)} is no text`, {
      hint: 'take one type that holds text instead of all',
    });
  }
}

function tooMany(directory: string, count: number): PenumbraError {
  return new PenumbraError(
    'synthesis-failed',
    `the children of ${cite(directory)} have ${count} frames, more than the ${limits.basisInputs} that one rests on`,
    { hint: 'synthesise the directories in it, or take one type instead of all' },
  );
}

function removed(path: string, frameId: string): PenumbraError {
  return new PenumbraError('synthesis-failed', `the content of ${frameId} of ${cite(path)} was removed`, {
    hint: 'write the frame anew, or leave it out with `filtering`',
  });
}
