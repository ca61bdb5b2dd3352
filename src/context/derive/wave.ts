/**
 * A wave of derived frames, children before parents. Its snapshot includes frames that are not yet written,
 * so that a directory is derived from its children's new frames.
 */
import { assertInvariant, type BasisId, digestOf, type FrameId, PenumbraError } from '../../kernel/index.ts';
import {
  type Batch,
  basisIdFor,
  basisIdOf,
  basisObject,
  type Frame,
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
import type { Tree, TreeNode } from '../scan/tree.ts';
import { attestation, type FramePlace, isInvalidated } from '../snapshot/frame-places.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { createPendingMoves, Overtaken, type WaveMove } from './pending-moves.ts';

/** A wave in progress. */
export type Wave = {
  /** Includes unwritten frames of the wave. */
  readonly snapshot: Snapshot;
  /**
   * Makes a frame current in place of an earlier one, if any, and returns the frame that is current
   * afterwards.
   */
  stand(draft: FrameDraft, before: FramePlace | null): Promise<FrameId>;
  /** Writes what is pending; throws `Overtaken` if someone else moved one of the heads. */
  finish(): Promise<void>;
};

/** Starts a wave; `onWritten` is called for every written move. */
function startWave(base: Snapshot, onWritten: (move: WaveMove) => void): Wave {
  const { ledger, conditions } = base;
  const overlay = createOverlay(base);
  const moves = createPendingMoves({ store: ledger.store, conditions, onWritten });

  async function attest(subject: Subject, frameId: FrameId, basisId: BasisId): Promise<Attesting> {
    const append = attestation(subject, frameId, basisId);
    const { length = 0 } = (await base.statuses(subject)).get(frameId) ?? {};
    overlay.attest({ subject, frameId, basisId });
    return { requires: [{ kind: 'log-length', log: append.log, length }], appends: [append] };
  }

  /** An invalidated frame that is derived again from the same basis becomes valid again. */
  async function holdAgain({ subject, basis }: FrameDraft, frameId: FrameId): Promise<Attesting> {
    const basisId = basisIdFor(basis);
    const status = (await base.statuses(subject)).get(frameId);
    return isInvalidated(status, basisId) ? attest(subject, frameId, basisId) : { requires: [], appends: [] };
  }

  /** Keeps a frame that was recomputed with equal content, and attests it for the new basis. */
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
    const own = isMany ? [] : [await headUnmoved(base, draft, before)];
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
    snapshot: overlay.snapshot,
    async stand(draft, before) {
      const { batch, frameId, contentId } = frameBatch(ledger, draft);
      const [old] = before ? await overlay.snapshot.frames([before.frameId]) : [];
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

/** Requires the head seen by the wave's snapshot; a head read now could already be someone else's. */
async function headUnmoved(
  { ledger, lineage }: Snapshot,
  { subject, type }: FrameDraft,
  before: FramePlace | null,
): Promise<Precondition> {
  const log = frameLog(subject, type);
  if (before?.recordedAs === subject.id)
    return { kind: 'head-is', log, value: frameLogValue(before.frameId) };
  const head = await ledger.store.head(log);
  // The log of a reused path also contains the frames of its former file.
  const [life] = (await lineage(subject.id)).segments;
  if (head && head.stamp > (life?.fromStamp ?? 0)) throw new Overtaken();
  return { kind: 'head-is', log, value: head?.value ?? null };
}

/** An unwritten frame and its batch. */
type MadeFrame = FrameDraft & { readonly frameId: FrameId; readonly batch: Batch };

/** An unwritten attestation. */
type MadeAttestation = {
  readonly subject: Subject;
  readonly frameId: FrameId;
  readonly basisId: BasisId;
};

/** Unwritten results, and a snapshot that includes them. */
type WaveOverlay = {
  readonly snapshot: Snapshot;
  stand(made: MadeFrame): void;
  attest(made: MadeAttestation): void;
};

/** Creates an empty overlay on a snapshot. */
function createOverlay(base: Snapshot): WaveOverlay {
  const attested = new Map<string, Map<FrameId, BasisId>>();
  const heads = new Map<string, Map<string, FramePlace>>();
  const records = new Map<FrameId, FrameBasis & { readonly content: Uint8Array }>();
  return {
    stand({ subject: { id: path }, type, frameId, batch, basis }) {
      const objects = new Map((batch.puts ?? []).map(({ id, bytes }) => [id, bytes]));
      const object = objects.get(digestOf(frameId));
      const frame = object && parseFrame(object);
      const content = frame && objects.get(digestOf(frame.content));
      assertInvariant(content, 'a frame is put with its content');
      const place = { frameId, type, recordedAs: path, stamp: 0, recordedMs: batch.atMs, sequence: 0 };
      heads.set(path, (heads.get(path) ?? new Map<string, FramePlace>()).set(type, place));
      records.set(frameId, { id: frameId, frame, basis, content });
    },
    attest({ subject, frameId, basisId }) {
      const key = subjectHash(subject);
      attested.set(key, (attested.get(key) ?? new Map<FrameId, BasisId>()).set(frameId, basisId));
    },
    snapshot: {
      ...base,
      async statuses(subject) {
        const all = new Map(await base.statuses(subject));
        for (const [frameId, basisId] of attested.get(subjectHash(subject)) ?? []) {
          const { attested: before = [], invalidatedBy = null, length = 0 } = all.get(frameId) ?? {};
          all.set(frameId, { attested: [...before, basisId], invalidatedBy, length: length + 1 });
        }
        return all;
      },
      async current(path) {
        const before = await base.current(path);
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

const ATTEMPTS = 20;

/** The result of a wave. */
type WaveOutcome<Result> = {
  readonly result: Result;
  /** Every written move, including those of attempts that were later overtaken. */
  readonly moves: readonly WaveMove[];
};

/** Runs work in a wave and retries if overtaken; `look` returns a fresh snapshot each time. */
export async function inWave<Result>(
  look: () => Promise<Snapshot>,
  work: (wave: Wave) => Promise<Result>,
): Promise<WaveOutcome<Result>> {
  const moves = new Map<string, WaveMove>();
  const note = (move: WaveMove) => void moves.set(`${move.path} ${move.type}`, move);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const wave = startWave(await look(), note);
    try {
      const result = await work(wave);
      await wave.finish();
      return { result, moves: [...moves.values()] };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new PenumbraError('store-busy', 'others kept writing the same frames', {
    hint: 'run it again when they are done',
  });
}

/** Yields everything below a node and then the node itself, children before parents. */
export function* childrenFirst(tree: Tree, top: TreeNode): Generator<TreeNode> {
  const open = [[top].values()];
  const entered: TreeNode[] = [];
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const { value: node, done } = current.next();
    if (done) {
      open.pop();
      const finished = entered.pop();
      if (finished) yield finished;
    } else if (node.kind === 'directory') {
      entered.push(node);
      open.push((tree.children(node) ?? []).values());
    } else yield node;
  }
}
