/** What a frame is about. */
import { limits, PenumbraError, type Sha256, taggedHash } from '../../kernel/index.ts';

const encoder = new TextEncoder();

/** The kinds of subjects. */
export const subjectKinds = ['node', 'case', 'run', 'world', 'agent', 'experiment'] as const;

/** Names a subject: a node by its path, everything else by its id. */
export type Subject = { readonly kind: (typeof subjectKinds)[number]; readonly id: string };

/** Returns the hash that stands for a subject in names. */
export function subjectHash({ kind, id }: Subject): Sha256 {
  return taggedHash('penumbra/subject/1', { id, kind });
}

/** Writes a subject as people type it, for instance `node:src/a.ts`. */
export function formatSubject({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

/** Reads a subject as people type it, or throws `invalid-frame`. */
export function parseSubject(text: string): Subject {
  const separator = text.indexOf(':');
  const subject = { kind: text.slice(0, Math.max(0, separator)), id: text.slice(separator + 1) };
  requireSubject(subject);
  return subject;
}

/** Throws `invalid-frame` unless a value names a subject. */
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
