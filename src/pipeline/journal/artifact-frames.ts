/** The artifacts of a step as frames: what an agent made rests on what it was told, what a walk made on its last step. */
import { type CanonicalValue, canonicalText, digestOf, type FrameId } from '../../kernel/index.ts';
import { type Batch, frameBatch } from '../../ledger/index.ts';
import type { Effect } from '../step/transition.ts';
import { frameTypeOf, type Journal } from './journal.ts';

/** An artifact that was recorded, and where: nodes within nodes are joined by `/`. */
export type ArtifactFrame = { readonly node: string; readonly frame: FrameId; readonly batch: Batch };

/** Returns the frames of a step's artifacts, the innermost first. */
export function artifactFrames(
  { ledger, subject, producer, notes }: Journal,
  effects: readonly Effect[],
  agent: string,
): readonly ArtifactFrame[] {
  const frames: ArtifactFrame[] = [];
  for (const effect of effects) {
    if (effect.kind !== 'artifact-recorded') continue;
    const { artifact, node, within } = effect;
    const inner = frames.at(-1)?.frame;
    const { batch, frameId } = frameBatch(ledger, {
      subject,
      type: frameTypeOf(ledger, artifact.type),
      agent,
      basis: { inputs: inner === undefined ? notes.told() : [inner], ...(producer && { producer }) },
      content: canonicalText(artifact as CanonicalValue),
    });
    frames.push({ node: placeName(within, node), frame: frameId, batch: restingOutside(batch, frames) });
  }
  return frames;
}

/** Names a node by the way to it. */
export function placeName(within: readonly string[], node: string): string {
  return [...within, node].join('/');
}

/** Returns the node at the end of the way that `placeName` names. */
export function lastName(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}

/**
 * Keeps the condition that what a frame rests on is there, but for what is written in the same batch. That the frame is
 * new is no condition: a loop may come to the same artifact again, and that is a step as well.
 */
function restingOutside(batch: Batch, written: readonly ArtifactFrame[]): Batch {
  const own = new Set(written.map(({ frame }) => digestOf(frame)));
  const requires = (batch.requires ?? []).filter(
    (condition) => condition.kind === 'object-present' && !own.has(condition.id),
  );
  return { ...batch, requires };
}
