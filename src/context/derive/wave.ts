/**
 * A wave of derived frames, children before parents, before any of it is written: what was made stands in it already,
 * so that a directory is made from the new frames of its children. It is written in one batch, or in several where
 * one would be too large, each of which is whole.
 */
import { assertInvariant, type BasisId, type FrameId, limits } from '../../kernel/index.ts';
import {
  type Append,
  type Batch,
  basisIdOf,
  basisObject,
  type FrameBasis,
  type FrameDraft,
  frameBatch,
  frameLog,
  type Precondition,
  parseFrame,
} from '../../ledger/index.ts';
import type { FramePlace } from '../frames/gather-frames.ts';
import { attestation } from '../freshness/standing-log.ts';
import type { Standpoint } from '../workspace/standpoint.ts';
import { joinBatches, operationsIn } from './join-batches.ts';

/** What became of one frame in a wave. */
export type WaveMove = {
  readonly path: string;
  readonly type: string;
  readonly frameId: FrameId;
  /** `cut-off`: it was recomputed to equal content, and stands for the new basis, too. */
  readonly move: 'regenerated' | 'cut-off';
};

/** A wave under way. */
export type Wave = {
  /** Sees what the wave has made as if it were written. */
  readonly standpoint: Standpoint;
  /** Makes a frame stand in the place of one before it, if there was one, and returns the frame that stands then. */
  stand(draft: FrameDraft, before: FramePlace | null): Promise<FrameId>;
  /** Writes all that is left; throws `Overtaken` where someone else moved one of the heads meanwhile. */
  finish(): Promise<void>;
};

/** Says that another writer came first; the wave is to be made anew from what stands now. */
export class Overtaken extends Error {}

/** Starts a wave; `onWritten` hears of every move once it lasts. */
export function startWave(base: Standpoint, onWritten: (move: WaveMove) => void): Wave {
  const { store } = base.ledger;
  const overlay = createOverlay(base);
  let pending: { readonly batch: Batch; readonly move: WaveMove }[] = [];
  let operations = 0;

  async function flush(): Promise<void> {
    const parts = pending;
    [pending, operations] = [[], 0];
    if (parts.length === 0) return;
    const outcome = await store.commit(joinBatches(parts.map(({ batch }) => batch)));
    if (!outcome.committed) throw new Overtaken();
    for (const { move } of parts) onWritten(move);
  }

  async function add(batch: Batch, move: WaveMove): Promise<FrameId> {
    if (operations + operationsIn(batch) > limits.batchOperations) await flush();
    operations += operationsIn(batch);
    pending.push({ batch, move });
    return move.frameId;
  }

  return {
    standpoint: overlay.standpoint,
    async stand(draft, before) {
      const { batch, frameId, contentId } = frameBatch(base.ledger, draft);
      const move = { path: draft.subject.id, type: draft.type };
      const [old] = before ? await overlay.standpoint.frames([before.frameId]) : [];
      if (old?.frame && old.frame.content === contentId && old.frame.agent === draft.agent) {
        const basis = basisObject(draft.basis);
        const append = attestation(old.frame.subject, old.id, basisIdOf(basis));
        overlay.attest(old.id, basisIdOf(basis));
        const requires = [...inputsOf(batch), await unmoved(base, append.log)];
        const attesting = { atMs: batch.atMs, requires, puts: [basis], appends: [append] };
        return add(attesting, { ...move, frameId: old.id, move: 'cut-off' });
      }
      overlay.stand({ ...draft, frameId, batch });
      const isMany = base.ledger.types.get(draft.type)?.cardinality === 'many';
      const own = isMany ? [] : [await unmoved(base, frameLog(draft.subject, draft.type))];
      return add(
        { ...batch, requires: [...inputsOf(batch), ...own] },
        { ...move, frameId, move: 'regenerated' },
      );
    },
    finish: flush,
  };
}

type Made = FrameDraft & { readonly frameId: FrameId; readonly batch: Batch };

/** Lays what a wave has made over what is written. */
function createOverlay(base: Standpoint): {
  readonly standpoint: Standpoint;
  stand(made: Made): void;
  attest(frameId: FrameId, basisId: BasisId): void;
} {
  const attested = new Map<FrameId, BasisId>();
  const heads = new Map<string, Map<string, FramePlace>>();
  const records = new Map<FrameId, FrameBasis & { readonly content: Uint8Array }>();
  return {
    stand({ subject: { id: path }, type, frameId, batch, basis }) {
      const [content, , object] = batch.puts ?? [];
      assertInvariant(content && object, 'a frame is put with its content');
      const place = { frameId, type, recordedAs: path, stamp: 0, recordedMs: batch.atMs, sequence: 0 };
      heads.set(path, (heads.get(path) ?? new Map<string, FramePlace>()).set(type, place));
      records.set(frameId, { id: frameId, frame: parseFrame(object.bytes), basis, content: content.bytes });
    },
    attest: (frameId, basisId) => void attested.set(frameId, basisId),
    standpoint: {
      ...base,
      async standings(subject) {
        const all = new Map(await base.standings(subject));
        for (const [frameId, basisId] of attested) {
          const { attested: before = [], invalidatedBy = null } = all.get(frameId) ?? {};
          all.set(frameId, { attested: [...before, basisId], invalidatedBy });
        }
        return all;
      },
      async standing(path) {
        const before = await base.standing(path);
        const own = heads.get(path);
        return own ? [...before.filter(({ type }) => !own.has(type)), ...own.values()] : before;
      },
      async frames(ids) {
        const written = ids.filter((id) => !records.has(id));
        const read = new Map((await base.frames(written)).map((record) => [record.id, record]));
        return ids.map((id) => (records.get(id) ?? read.get(id)) as FrameBasis);
      },
      async contents(frames) {
        const written = frames.filter(({ id }) => !records.has(id));
        const read = (await base.contents(written)).values();
        return frames.map(({ id }) => records.get(id)?.content ?? read.next().value ?? null);
      },
    },
  };
}

function inputsOf({ requires = [] }: Batch): readonly Precondition[] {
  return requires.filter(({ kind }) => kind === 'object-present');
}

async function unmoved({ ledger }: Standpoint, log: Append['log']): Promise<Precondition> {
  return { kind: 'head-is', log, value: (await ledger.store.head(log))?.value ?? null };
}
