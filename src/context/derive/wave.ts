/**
 * A wave of derived frames, children before parents, before any of it is written: what was made stands in it already,
 * so that a directory is made from the new frames of its children. It is written in one batch, or in several where
 * one would be too large, each of which is whole.
 */
import { assertInvariant, type BasisId, type FrameId, limits } from '../../kernel/index.ts';
import {
  type Batch,
  basisIdOf,
  basisObject,
  type FrameBasis,
  type FrameDraft,
  frameBatch,
  frameLog,
  frameLogValue,
  type Precondition,
  parseFrame,
  type Subject,
  subjectHash,
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
    const conditions = { atMs: parts[0]?.batch.atMs ?? 0, requires: base.conditions };
    const outcome = await store.commit(joinBatches([conditions, ...parts.map(({ batch }) => batch)]));
    if (!outcome.committed) throw new Overtaken();
    for (const { move } of parts) onWritten(move);
  }

  async function add(batch: Batch, move: WaveMove): Promise<FrameId> {
    const room = limits.batchOperations - base.conditions.length;
    if (operations + operationsIn(batch) > room) await flush();
    operations += operationsIn(batch);
    pending.push({ batch, move });
    return move.frameId;
  }

  async function attest(subject: Subject, frameId: FrameId, basisId: BasisId): Promise<Attesting> {
    const append = attestation(subject, frameId, basisId);
    const { length = 0 } = (await base.standings(subject)).get(frameId) ?? {};
    overlay.attest(subject, frameId, basisId);
    return { requires: [{ kind: 'log-length', log: append.log, length }], appends: [append] };
  }

  /** A frame that was declared invalid once and comes of its basis again holds again. */
  async function holdAgain({ subject, basis }: FrameDraft, frameId: FrameId): Promise<Attesting> {
    const { invalidatedBy = null, attested = [] } = (await base.standings(subject)).get(frameId) ?? {};
    const basisId = basisIdOf(basisObject(basis));
    if (invalidatedBy === null || attested.includes(basisId)) return { requires: [], appends: [] };
    return attest(subject, frameId, basisId);
  }

  return {
    standpoint: overlay.standpoint,
    async stand(draft, before) {
      const { batch, frameId, contentId } = frameBatch(base.ledger, draft);
      const move = { path: draft.subject.id, type: draft.type };
      const [old] = before ? await overlay.standpoint.frames([before.frameId]) : [];
      if (old?.frame && old.frame.content === contentId && old.frame.agent === draft.agent) {
        const basis = basisObject(draft.basis);
        const { requires, appends } = await attest(old.frame.subject, old.id, basisIdOf(basis));
        const attesting = {
          atMs: batch.atMs,
          requires: [...inputsOf(batch), ...requires],
          puts: [basis],
          appends,
        };
        return add(attesting, { ...move, frameId: old.id, move: 'cut-off' });
      }
      overlay.stand({ ...draft, frameId, batch });
      const isMany = base.ledger.types.get(draft.type)?.cardinality === 'many';
      const own = isMany ? [] : [await stillStanding(base, draft, before)];
      const again = await holdAgain(draft, frameId);
      const made = {
        ...batch,
        requires: [...inputsOf(batch), ...own, ...again.requires],
        appends: [...(batch.appends ?? []), ...again.appends],
      };
      return add(made, { ...move, frameId, move: 'regenerated' });
    },
    finish: flush,
  };
}

type Attesting = Required<Pick<Batch, 'requires' | 'appends'>>;

type Made = FrameDraft & { readonly frameId: FrameId; readonly batch: Batch };

/** Lays what a wave has made over what is written. */
function createOverlay(base: Standpoint): {
  readonly standpoint: Standpoint;
  stand(made: Made): void;
  attest(subject: Subject, frameId: FrameId, basisId: BasisId): void;
} {
  const attested = new Map<string, Map<FrameId, BasisId>>();
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
    attest(subject, frameId, basisId) {
      const key = subjectHash(subject);
      attested.set(key, (attested.get(key) ?? new Map<FrameId, BasisId>()).set(frameId, basisId));
    },
    standpoint: {
      ...base,
      async standings(subject) {
        const all = new Map(await base.standings(subject));
        for (const [frameId, basisId] of attested.get(subjectHash(subject)) ?? []) {
          const { attested: before = [], invalidatedBy = null, length = 0 } = all.get(frameId) ?? {};
          all.set(frameId, { attested: [...before, basisId], invalidatedBy, length: length + 1 });
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
