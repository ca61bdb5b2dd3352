/**
 * Frames, the one record kind: facts, artifacts, verdicts, memory and context. A frame is immutable and its
 * id covers all of it; recorded time, sequence and metadata are kept in its log entry.
 */
import {
  type BasisId,
  type CanonicalValue,
  type ContentId,
  type FrameId,
  isId,
  limits,
  makeId,
  PenumbraError,
  type Sha256,
  taggedHash,
  taggedText,
} from '../../kernel/index.ts';
import { requireAgentName } from '../store/name.ts';
import { type StoredObject, toObject } from '../store/stored-object.ts';
import { parseTagged, requireKeys } from './basis.ts';

const encoder = new TextEncoder();

/** The kinds of subjects. */
export const subjectKinds = ['node', 'case', 'run', 'world', 'agent', 'experiment'] as const;

/** What a frame is about: a node is identified by its path, everything else by its id. */
export type Subject = { readonly kind: (typeof subjectKinds)[number]; readonly id: string };

/** Returns the hash used for a subject in names. */
export function subjectHash({ kind, id }: Subject): Sha256 {
  return taggedHash('penumbra/subject/1', { id, kind });
}

/** Formats a subject for people, for instance `node:src/a.ts`. */
export function formatSubject({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

/** Parses a subject such as `node:src/a.ts`, or throws `invalid-frame`. */
export function parseSubject(text: string): Subject {
  const separator = text.indexOf(':');
  const subject = { kind: text.slice(0, Math.max(0, separator)), id: text.slice(separator + 1) };
  requireSubject(subject);
  return subject;
}

/** Throws `invalid-frame` unless a value is a subject. */
export function requireSubject(subject: unknown): asserts subject is Subject {
  const { kind, id } = (subject ?? {}) as { readonly kind?: unknown; readonly id?: unknown };
  const isKnown = subjectKinds.some((known) => known === kind);
  if (isKnown && typeof id === 'string' && isSubjectId(id)) return;
  throw new PenumbraError(
    'invalid-frame',
    `${JSON.stringify(`${String(kind)}:${String(id)}`.slice(0, 80))} is not a subject`,
    {
      hint: `write one of ${subjectKinds.join(', ')}, a colon, and the id, for instance \`node:src/a.ts\``,
    },
  );
}

function isSubjectId(id: string): boolean {
  return id !== '' && id.isWellFormed() && sizeOf(id) <= limits.subjectIdBytes;
}

function sizeOf(text: string): number {
  const atMost = text.length * 3;
  return atMost <= limits.subjectIdBytes ? atMost : encoder.encode(text).length;
}

const FRAME_TAG = 'penumbra/frame/1';

/** A frame; its basis and content are referred to by id. */
export type Frame = {
  readonly subject: Subject;
  readonly type: string;
  readonly agent: string;
  readonly basis: BasisId;
  readonly content: ContentId;
  readonly mediaType: string;
};

/** Returns the object of a frame; the frame's id contains its digest. */
export function frameObject(frame: Frame): StoredObject {
  const { subject, type, agent, basis, content, mediaType } = frame;
  const value = { agent, basis, content, mediaType, subject: { id: subject.id, kind: subject.kind }, type };
  return toObject(taggedText(FRAME_TAG, value));
}

/** Returns the frame id of an object. */
export function frameIdOf(object: StoredObject): FrameId {
  return makeId('frame', object.id);
}

/** Parses a frame from the bytes of its object, or throws. */
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

/** Returns the name of the log for a subject's frames of one type. */
export function frameLog(subject: Subject, type: string): string {
  return `${frameLogPrefix(subject)}${type}`;
}

/** Returns the common prefix of a subject's frame log names. */
export function frameLogPrefix(subject: Subject): string {
  return `frame/${subjectHash(subject)}/`;
}
