/** Appends a frame: its content, basis and frame objects, its log entry, and its index entries. */
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

/** A frame to be written. */
export type FrameDraft = {
  readonly subject: Subject;
  readonly type: string;
  readonly agent: string;
  readonly basis: Basis;
  /** Bytes, or a text encoded as UTF-8. JSON types require canonical JSON. */
  readonly content: Uint8Array | string;
};

/** The result of writing a frame. */
export type PutOutcome = {
  readonly frameId: FrameId;
  /** False if the frame was already current and nothing was written. */
  readonly isNew: boolean;
};

/** Index from a basis to the frames made from it. */
export const BASIS_INDEX = 'basis';
/** Index from an input to the frames that depend on it. */
export const INPUT_INDEX = 'input';

/**
 * Appends a frame. Writing the same frame twice has no effect: if it is already the head (or, for `many`, in
 * the log), nothing is written. Writing an old frame of a `single` type again makes it the head again.
 */
export async function putFrame(ledger: Ledger, draft: FrameDraft): Promise<PutOutcome> {
  const outcome = await putPreparedFrame(ledger, frameBatch(ledger, draft), []);
  assertInvariant(!('unmet' in outcome), 'a put without conditions of its own fails on none');
  return outcome;
}

/** A frame with the batch that writes it. */
export type PreparedFrame = {
  readonly batch: Batch;
  readonly frameId: FrameId;
  readonly contentId: ContentId;
};

/** Appends a frame under extra preconditions; if one fails, nothing is written and it is returned. */
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

/** Returns the batch that writes a frame, for callers that add more to it. */
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

/** Returns a frame's index entries. */
export function indexEntries(frameId: FrameId, frame: Frame, basis: Basis): readonly IndexEntry[] {
  return [
    { index: BASIS_INDEX, key: frame.basis, member: frameId },
    ...basis.inputs.map((input) => ({ index: INPUT_INDEX, key: inputKey(input), member: frameId })),
  ];
}
