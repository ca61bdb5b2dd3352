/**
 * Ids as people and programs see them: a kind, a colon, and a SHA-256. The kind tells what the hash is of, so an id
 * of one kind is never taken for another, by the compiler or at run time.
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

/** The kinds whose id is the hash of an object that a ledger stores; the others name things by what they are made of. */
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

/** What an id is the hash of. */
export type IdKind = (typeof idKinds)[number];

declare const idBrand: unique symbol;

/** A full id, for instance `frame:` and 64 hex digits. */
export type Id<Kind extends IdKind = IdKind> = `${Kind}:${string}` & { readonly [idBrand]: Kind };

/** The id of one immutable record. */
export type FrameId = Id<'frame'>;
/** The id of what a frame was made from. */
export type BasisId = Id<'basis'>;
/** The id of bytes: their bare SHA-256. */
export type ContentId = Id<'content'>;
/** The id of a place in the tree with its content. */
export type NodeId = Id<'node'>;
/** The id of a group of audit records; its kind keeps it from being erased as somebody's content. */
export type AuditId = Id<'audit'>;
/** The id of a directory that is stored with all below it; its digest is that of the directory's content id. */
export type TreeId = Id<'tree'>;

/** Makes the id of a kind from a digest. */
export function makeId<Kind extends IdKind>(kind: Kind, digest: Sha256): Id<Kind> {
  return `${kind}:${digest}` as Id<Kind>;
}

/** Returns the id of bytes, or of a text as UTF-8. */
export function contentId(bytesOrText: Uint8Array | string): ContentId {
  if (typeof bytesOrText === 'string') requireWellFormed(bytesOrText);
  return makeId('content', sha256(bytesOrText));
}

/** Returns the digest inside an id. */
export function digestOf(id: Id): Sha256 {
  return id.slice(id.indexOf(':') + 1) as Sha256;
}

/** Tells whether a text is a full id, of the given kind if one is named. */
export function isId<Kind extends IdKind = IdKind>(text: string, kind?: Kind): text is Id<Kind> {
  if (kind === undefined) return idKinds.some((known) => isId(text, known));
  const start = kind.length + 1;
  return text.length === start + HEX_DIGITS && text.startsWith(`${kind}:`) && isHexFrom(text, start);
}

/** Reads a full id of one kind, or throws `invalid-id`. */
export function parseId<Kind extends IdKind>(kind: Kind, text: string): Id<Kind> {
  if (isId(text, kind)) return text;
  if (isSha256(text)) return makeId(kind, text);
  throw new PenumbraError('invalid-id', `${cite(text)} is not a ${kind} id`, {
    hint: `a ${kind} id is \`${kind}:\` and 64 hex digits`,
  });
}

/** Returns the short form for people: the kind and 16 hex digits. */
export function shortId(id: Id): string {
  return id.slice(0, id.indexOf(':') + 1 + SHORT_HEX_DIGITS);
}

/** Throws for a text with a lone surrogate: as UTF-8 it would share its bytes with another text. */
export function requireWellFormed(text: string): void {
  if (!text.isWellFormed()) throw new PenumbraError('not-canonical', 'the text holds a lone surrogate');
}
