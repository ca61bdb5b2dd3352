/**
 * Ids: a kind, a colon, and a SHA-256. The kind says what was hashed, so neither the compiler nor the program
 * can confuse ids of different kinds.
 */
import { cite } from './cite.ts';
import { HEX_DIGITS, isHexFrom, isSha256, SHORT_HEX_DIGITS, type Sha256, sha256 } from './hash.ts';
import { PenumbraError } from './penumbra-error.ts';

/** The kinds of ids. */
export const idKinds = [
  'audit',
  'basis',
  'case',
  'content',
  'definition',
  'frame',
  'node',
  'pack',
  'policy',
  'run',
  'tree',
] as const;

/**
 * Kinds whose id is the hash of an object stored in a ledger; the others are computed from what they
 * identify.
 */
export const storedIdKinds = [
  'audit',
  'basis',
  'content',
  'definition',
  'frame',
  'pack',
  'policy',
  'tree',
] as const satisfies readonly (typeof idKinds)[number][];

export type IdKind = (typeof idKinds)[number];

declare const idBrand: unique symbol;

/** A full id, for instance `frame:` followed by 64 hex digits. */
export type Id<Kind extends IdKind = IdKind> = `${Kind}:${string}` & { readonly [idBrand]: Kind };

/** The id of a frame, an immutable record. */
export type FrameId = Id<'frame'>;
/** The id of a frame's basis. */
export type BasisId = Id<'basis'>;
/** The id of bytes: their plain SHA-256. */
export type ContentId = Id<'content'>;
/** The id of a path in the tree with its content. */
export type NodeId = Id<'node'>;
/** The id of a group of audit records; having its own kind prevents its erasure as content. */
export type AuditId = Id<'audit'>;
/**
 * The id of a stored directory with everything below it; its digest equals that of the directory's content
 * id.
 */
export type TreeId = Id<'tree'>;

/** Makes an id from a kind and digest. */
export function makeId<Kind extends IdKind>(kind: Kind, digest: Sha256): Id<Kind> {
  return `${kind}:${digest}` as Id<Kind>;
}

/** Returns the content id of bytes, or of a text encoded as UTF-8. */
export function contentId(bytesOrText: Uint8Array | string): ContentId {
  if (typeof bytesOrText === 'string') requireWellFormed(bytesOrText);
  return makeId('content', sha256(bytesOrText));
}

/** Returns the digest of an id. */
export function digestOf(id: Id): Sha256 {
  return id.slice(id.indexOf(':') + 1) as Sha256;
}

/** Checks whether a text is a full id, optionally of a given kind. */
export function isId<Kind extends IdKind = IdKind>(text: string, kind?: Kind): text is Id<Kind> {
  if (kind === undefined) return idKinds.some((known) => isId(text, known));
  const start = kind.length + 1;
  return text.length === start + HEX_DIGITS && text.startsWith(`${kind}:`) && isHexFrom(text, start);
}

/** Parses a full id of a kind, or throws `invalid-id`. */
export function parseId<Kind extends IdKind>(kind: Kind, text: string): Id<Kind> {
  if (isId(text, kind)) return text;
  if (isSha256(text)) return makeId(kind, text);
  throw new PenumbraError('invalid-id', `${cite(text)} is not a ${kind} id`, {
    hint: `a ${kind} id is \`${kind}:\` and 64 hex digits`,
  });
}

/** Returns the short form for display: the kind and 16 hex digits. */
export function shortId(id: Id): string {
  return id.slice(0, id.indexOf(':') + 1 + SHORT_HEX_DIGITS);
}

/** Throws for a text with a lone surrogate, which would share its UTF-8 bytes with another text. */
export function requireWellFormed(text: string): void {
  if (!text.isWellFormed()) throw new PenumbraError('not-canonical', 'the text holds a lone surrogate');
}
