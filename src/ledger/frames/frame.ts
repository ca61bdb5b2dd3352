/**
 * The one record kind: facts, artifacts, verdicts, memory and context are all frames. A frame is immutable and its id
 * binds all of it; recorded time, sequence and metadata lie beside it, in the log that holds it.
 */
import {
  type BasisId,
  type CanonicalValue,
  type ContentId,
  type FrameId,
  isId,
  makeId,
  PenumbraError,
  taggedText,
} from '../../kernel/index.ts';
import { requireAgentName } from '../store/name.ts';
import { type StoredObject, toObject } from '../store/stored-object.ts';
import { parseTagged, requireKeys } from './basis.ts';
import { requireSubject, type Subject, subjectHash } from './subject.ts';

const FRAME_TAG = 'penumbra/frame/1';

/** A frame with its basis and content named by id. */
export type Frame = {
  readonly subject: Subject;
  readonly type: string;
  readonly agent: string;
  readonly basis: BasisId;
  readonly content: ContentId;
  readonly mediaType: string;
};

/** Returns the object of a frame; its digest is in the frame's id. */
export function frameObject(frame: Frame): StoredObject {
  const { subject, type, agent, basis, content, mediaType } = frame;
  const value = { agent, basis, content, mediaType, subject: { id: subject.id, kind: subject.kind }, type };
  return toObject(taggedText(FRAME_TAG, value));
}

/** Returns the id of a frame from its object. */
export function frameIdOf(object: StoredObject): FrameId {
  return makeId('frame', object.id);
}

/** Reads a frame from the bytes of its object, or throws. */
export function parseFrame(bytes: Uint8Array): Frame {
  const [tag, value] = parseTagged(bytes);
  if (tag !== FRAME_TAG) throw new PenumbraError('invalid-frame', 'the object is not a frame');
  requireKeys(value, ['agent', 'basis', 'content', 'mediaType', 'subject', 'type']);
  const frame = value as Frame & { readonly [key: string]: CanonicalValue };
  requireKeys(frame.subject, ['id', 'kind']);
  requireSubject(frame.subject);
  requireAgentName(frame.agent);
  const isFrame =
    typeof frame.type === 'string' &&
    typeof frame.mediaType === 'string' &&
    typeof frame.basis === 'string' &&
    typeof frame.content === 'string' &&
    isId(frame.basis, 'basis') &&
    isId(frame.content, 'content');
  if (!isFrame) throw new PenumbraError('invalid-frame', 'the object is not a frame');
  return frame;
}

/** Returns the log that holds the frames of one type about one subject. */
export function frameLog(subject: Subject, type: string): string {
  return `${frameLogPrefix(subject)}${type}`;
}

/** Returns the beginning of the names of all frame logs of a subject. */
export function frameLogPrefix(subject: Subject): string {
  return `frame/${subjectHash(subject)}/`;
}
