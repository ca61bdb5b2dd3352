/**
 * A wave of derived frames, children before parents, before any of it is written: what was made stands in it already,
 * so that a directory is made from the new frames of its children.
 */
import type { BasisId, FrameId } from '../../kernel/index.ts';
import {
  type Batch,
  basisIdFor,
  basisIdOf,
  basisObject,
  type Frame,
  type FrameDraft,
  frameBatch,
  frameLog,
  frameLogValue,
  type Precondition,
  type Subject,
} from '../../ledger/index.ts';
import type { FramePlace } from '../frames/gather-frames.ts';
import { attestation, isDoubted } from '../freshness/frame-status.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { createPendingMoves, Overtaken, type WaveMove } from './pending-moves.ts';
import { createOverlay } from './wave-overlay.ts';

/** A wave under way. */
export type Wave = {
  /** Sees what the wave has made as if it were written. */
  readonly standpoint: Standpoint;
  /** Makes a frame stand in the place of one before it, if there was one, and returns the frame that stands then. */
  stand(draft: FrameDraft, before: FramePlace | null): Promise<FrameId>;
  /** Writes all that is left; throws `Overtaken` where someone else moved one of the heads meanwhile. */
  finish(): Promise<void>;
};

/** Starts a wave; `onWritten` hears of every move once it lasts. */
export function startWave(base: Standpoint, onWritten: (move: WaveMove) => void): Wave {
  const { ledger, conditions } = base;
  const overlay = createOverlay(base);
  const moves = createPendingMoves({ store: ledger.store, conditions, onWritten });

  async function attest(subject: Subject, frameId: FrameId, basisId: BasisId): Promise<Attesting> {
    const append = attestation(subject, frameId, basisId);
    const { length = 0 } = (await base.standings(subject)).get(frameId) ?? {};
    overlay.attest({ subject, frameId, basisId });
    return { requires: [{ kind: 'log-length', log: append.log, length }], appends: [append] };
  }

  /** A frame that was declared invalid once and comes of its basis again holds again. */
  async function holdAgain({ subject, basis }: FrameDraft, frameId: FrameId): Promise<Attesting> {
    const basisId = basisIdFor(basis);
    const standing = (await base.standings(subject)).get(frameId);
    return isDoubted(standing, basisId) ? attest(subject, frameId, basisId) : { requires: [], appends: [] };
  }

  /** Lets a frame that was recomputed to equal content stand for the new basis, too. */
  async function keep({ draft, batch }: Made, { frameId, subject }: Kept): Promise<FrameId> {
    const basis = basisObject(draft.basis);
    const { requires, appends } = await attest(subject, frameId, basisIdOf(basis));
    const attesting = {
      atMs: batch.atMs,
      requires: [...inputsOf(batch), ...requires],
      puts: [basis],
      appends,
    };
    await moves.add(attesting, { path: draft.subject.id, type: draft.type, frameId, move: 'cut-off' });
    return frameId;
  }

  async function replace({ draft, batch, frameId }: Made, before: FramePlace | null): Promise<FrameId> {
    overlay.stand({ ...draft, frameId, batch });
    const isMany = ledger.types.get(draft.type)?.cardinality === 'many';
    const own = isMany ? [] : [await stillStanding(base, draft, before)];
    const again = await holdAgain(draft, frameId);
    const made = {
      ...batch,
      requires: [...inputsOf(batch), ...own, ...again.requires],
      appends: [...(batch.appends ?? []), ...again.appends],
    };
    await moves.add(made, { path: draft.subject.id, type: draft.type, frameId, move: 'regenerated' });
    return frameId;
  }

  return {
    standpoint: overlay.standpoint,
    async stand(draft, before) {
      const { batch, frameId, contentId } = frameBatch(ledger, draft);
      const [old] = before ? await overlay.standpoint.frames([before.frameId]) : [];
      const isSame = old?.frame?.content === contentId && old.frame.agent === draft.agent;
      const made = { draft, batch, frameId };
      return isSame ? keep(made, { frameId: old.id, subject: old.frame.subject }) : replace(made, before);
    },
    finish: moves.flush,
  };
}

type Attesting = Required<Pick<Batch, 'requires' | 'appends'>>;

type Made = { readonly draft: FrameDraft; readonly batch: Batch; readonly frameId: FrameId };

type Kept = Pick<Frame, 'subject'> & { readonly frameId: FrameId };

function inputsOf({ requires = [] }: Batch): readonly Precondition[] {
  return requires.filter(({ kind }) => kind === 'object-present');
}

/** Requires that what stood when the wave looked still does; a head that is read only now may be another's already. */
async function stillStanding(
  { ledger, lineage }: Standpoint,
  { subject, type }: FrameDraft,
  before: FramePlace | null,
): Promise<Precondition> {
  const log = frameLog(subject, type);
  if (before?.recordedAs === subject.id)
    return { kind: 'head-is', log, value: frameLogValue(before.frameId) };
  const head = await ledger.store.head(log);
  // A name that is used again has the frames of its former life in its log.
  const [life] = (await lineage(subject.id)).segments;
  if (head && head.stamp > (life?.fromStamp ?? 0)) throw new Overtaken();
  return { kind: 'head-is', log, value: head?.value ?? null };
}
