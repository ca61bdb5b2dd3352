/** Appends a frame: content, basis and frame as objects, a place in its log, and the indexes that find it again. */
import {
  assertInvariant,
  type ContentId,
  canonicalText,
  digestOf,
  type FrameId,
  makeId,
  PenumbraError,
} from '../../kernel/index.ts';
import type { Batch, IndexEntry, Precondition } from '../store/batch.ts';
import { frameLogValue } from '../store/log.ts';
import { requireAgentName } from '../store/name.ts';
import { erasedError, toObject } from '../store/stored-object.ts';
import { type Basis, basisIdOf, basisObject, framesIn, inputKey } from './basis.ts';
import { type Frame, frameIdOf, frameLog, frameObject, requireSubject, type Subject } from './frame.ts';
import { type Ledger, requireContent, requireFrameType } from './frame-type.ts';

/** A frame to be. */
export type FrameDraft = {
  readonly subject: Subject;
  readonly type: string;
  readonly agent: string;
  readonly basis: Basis;
  /** Bytes, or a text as UTF-8. JSON types take canonical JSON. */
  readonly content: Uint8Array | string;
};

/** The outcome of putting a frame. */
export type PutOutcome = {
  readonly frameId: FrameId;
  /** False where the frame was current already and nothing was written. */
  readonly isNew: boolean;
};

/** The index from a basis to the frames made from it. */
export const BASIS_INDEX = 'basis';
/** The index from an input to the frames that rest on it. */
export const INPUT_INDEX = 'input';

/**
 * Appends a frame. The same input twice is one frame: where it is the head (or, for `many`, in the log) already,
 * nothing is written. Putting an old frame of a `single` type again moves the head back to it.
 */
export async function putFrame(ledger: Ledger, draft: FrameDraft): Promise<PutOutcome> {
  const outcome = await putPreparedFrame(ledger, frameBatch(ledger, draft), []);
  assertInvariant(!('unmet' in outcome), 'a put without conditions of its own fails on none');
  return outcome;
}

/** A frame with the batch that puts it. */
export type PreparedFrame = {
  readonly batch: Batch;
  readonly frameId: FrameId;
  readonly contentId: ContentId;
};

/** Appends a frame on further conditions; where one of these does not hold nothing is written, and it is returned. */
export async function putPreparedFrame(
  { store }: Ledger,
  { batch, frameId, contentId }: PreparedFrame,
  conditions: readonly Precondition[],
): Promise<PutOutcome | { readonly unmet: Precondition }> {
  const requires = [...conditions, ...(batch.requires ?? [])];
  const outcome = await store.commit({ ...batch, requires });
  if (outcome.committed) return { frameId, isNew: true };
  const { unmet } = outcome;
  if (conditions.some((condition) => isSame(condition, unmet))) return { unmet };
  if (unmet.kind !== 'object-present') {
    const tombstone = await store.tombstone(digestOf(contentId));
    if (tombstone?.reason === 'erased') throw erasedError(tombstone.id);
    return { frameId, isNew: false };
  }
  const missing = makeId('frame', unmet.id);
  throw new PenumbraError('frame-not-found', `the basis names ${missing}, which is not in the ledger`, {
    data: { frame: missing },
    hint: 'put the frames it rests on first',
  });
}

function isSame(left: Precondition, right: Precondition): boolean {
  return canonicalText(left) === canonicalText(right);
}

/** Returns the batch that puts a frame, for callers that write more with it. */
export function frameBatch(ledger: Ledger, draft: FrameDraft): PreparedFrame {
  requireSubject(draft.subject);
  requireAgentName(draft.agent);
  const type = requireFrameType(ledger.types, draft.type);
  const content = toObject(draft.content);
  requireContent(type, content.bytes);
  const basis = basisObject(draft.basis);
  const frame: Frame = {
    subject: draft.subject,
    type: type.name,
    agent: draft.agent,
    basis: basisIdOf(basis),
    content: makeId('content', content.id),
    mediaType: type.mediaType,
  };
  const object = frameObject(frame);
  const frameId = frameIdOf(object);
  const adds = indexEntries(frameId, frame, draft.basis);
  const log = frameLog(draft.subject, type.name);
  const value = frameLogValue(frameId);
  const isNew: Precondition =
    type.cardinality === 'single'
      ? { kind: 'head-is-not', log, value }
      : { kind: 'member-absent', index: BASIS_INDEX, key: frame.basis, member: frameId };
  const inputs = framesIn(draft.basis).map(
    (id): Precondition => ({ kind: 'object-present', id: digestOf(id) }),
  );
  return {
    frameId,
    contentId: frame.content,
    batch: {
      atMs: ledger.clock.now(),
      requires: [...inputs, isNew],
      puts: [content, basis, object],
      appends: [{ log, value }],
      adds,
    },
  };
}

/** Returns the index entries that belong to a frame. */
export function indexEntries(frameId: FrameId, frame: Frame, basis: Basis): readonly IndexEntry[] {
  return [
    { index: BASIS_INDEX, key: frame.basis, member: frameId },
    ...basis.inputs.map((input) => ({ index: INPUT_INDEX, key: inputKey(input), member: frameId })),
  ];
}
