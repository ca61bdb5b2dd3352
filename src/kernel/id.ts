/**
 * Ids as people and programs see them: a kind, a colon, and a SHA-256. The kind tells what the hash is of, so an id
 * of one kind is never taken for another, by the compiler or at run time.
 */
import { isSha256, type Sha256, SHORT_HEX_DIGITS } from './hash.ts';
import { PenumbraError } from './penumbra-error.ts';

/** The kinds of ids. */
export const idKinds = ['basis', 'case', 'content', 'definition', 'frame', 'node', 'pack', 'policy', 'run'] as const;

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

const ID = /^([a-z]+):([0-9a-f]{64})$/;

/** Makes the id of a kind from a digest. */
export function makeId<Kind extends IdKind>(kind: Kind, digest: Sha256): Id<Kind> {
  return `${kind}:${digest}` as Id<Kind>;
}

/** Returns the digest inside an id. */
export function digestOf(id: Id): Sha256 {
  return id.slice(id.indexOf(':') + 1) as Sha256;
}

/** Tells whether a text is a full id, of the given kind if one is named. */
export function isId<Kind extends IdKind = IdKind>(text: string, kind?: Kind): text is Id<Kind> {
  const found = ID.exec(text)?.[1];
  return found !== undefined && (kind === undefined ? isIdKind(found) : found === kind);
}

/** Reads a full id of one kind, or throws `invalid-id`. */
export function parseId<Kind extends IdKind>(kind: Kind, text: string): Id<Kind> {
  if (isId(text, kind)) return text;
  if (isSha256(text)) return makeId(kind, text);
  throw new PenumbraError('invalid-id', `\`${text}\` is not a ${kind} id`, {
    hint: `a ${kind} id is \`${kind}:\` and 64 hex digits`,
  });
}

/** Returns the short form for people: the kind and 16 hex digits. */
export function shortId(id: Id): string {
  return id.slice(0, id.indexOf(':') + 1 + SHORT_HEX_DIGITS);
}

function isIdKind(text: string): text is IdKind {
  return (idKinds as readonly string[]).includes(text);
}
