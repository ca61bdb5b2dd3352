/** Reads what frames are and rest on, without their contents, which may be large or gone. */
import { digestOf, type FrameId, PenumbraError } from '../../kernel/index.ts';
import {
  type Basis,
  type Frame,
  parseBasis,
  parseFrame,
  type StoreReader,
  type Subject,
} from '../../ledger/index.ts';

/** A frame in a few words. */
export type FrameSummary = {
  readonly frameId: FrameId;
  readonly type: string;
  readonly agent: string;
  readonly subject: Subject;
};

/** A frame with what it rests on. */
export type Provenance = { readonly frame: FrameSummary; readonly basis: Basis };

/** Reads frames in the order asked, null where the ledger has no such frame; throws where a basis is missing. */
export async function readProvenance(
  store: StoreReader,
  ids: readonly FrameId[],
): Promise<readonly (Provenance | null)[]> {
  const frames = await readSummaries(store, ids);
  const known = frames.flatMap((found) => (found ? [found.frame.basis] : []));
  const bases = await store.getMany(known.map(digestOf));
  const byId = new Map(known.map((id, position) => [id, bases[position]]));
  return frames.map((found) => {
    if (!found) return null;
    const bytes = byId.get(found.frame.basis);
    if (!bytes) throw missingBasis(found.summary.frameId, found.frame);
    return { frame: found.summary, basis: parseBasis(bytes) };
  });
}

/** Reads frames in the order asked, without what they rest on. */
export async function readSummaries(
  store: StoreReader,
  ids: readonly FrameId[],
): Promise<readonly ({ readonly frame: Frame; readonly summary: FrameSummary } | null)[]> {
  const objects = await store.getMany(ids.map(digestOf));
  return ids.map((frameId, position) => {
    const bytes = objects[position];
    if (!bytes) return null;
    const frame = parseFrame(bytes);
    const { type, agent, subject } = frame;
    return { frame, summary: { frameId, type, agent, subject } };
  });
}

function missingBasis(frameId: FrameId, { basis }: Frame): PenumbraError {
  return new PenumbraError('store-damaged', `${frameId} names ${basis}, which is not in the ledger`, {
    data: { object: basis },
    hint: 'run `penumbra validate` to see what it affects, and import an export that still has it',
  });
}
