/** Resolves an object from user input: its full id or an unambiguous prefix. */
import {
  didYouMean,
  type FaultCode,
  type Id,
  type IdKind,
  idKinds,
  makeId,
  PenumbraError,
  type Sha256,
  shortId,
} from '../../kernel/index.ts';
import { everyObject } from '../store/pages.ts';
import { readParsed } from '../store/read-objects.ts';
import type { StoreReader } from '../store/store.ts';
import { parseBasis } from './basis.ts';
import { parseFrame } from './frame.ts';

const TYPED = /^(?:([a-z]+):)?([0-9a-f]{4,64})$/;
const CANDIDATES_SHOWN = 8;
const FULL_DIGITS = 64;

/**
 * Returns the full id for a text, or throws `invalid-id` (`frame-not-found` for an unknown frame). A complete
 * id may also refer to a content that only has a tombstone left.
 */
export async function resolveId<Kind extends IdKind = IdKind>(
  store: StoreReader,
  text: string,
  kind?: Kind,
): Promise<Id<Kind>> {
  const { prefix, wanted } = readText(text, kind);
  if (prefix.length === FULL_DIGITS)
    return (await requireKnown(store, prefix as Sha256, wanted, text)) as Id<Kind>;
  const found: Id[] = [];
  for await (const { id } of everyObject(store, prefix)) {
    const candidate = await nameObject(store, id, wanted);
    if (candidate) found.push(candidate);
    if (found.length > CANDIDATES_SHOWN) break;
  }
  if (found.length > 1) throw ambiguous(text, found);
  if (!found[0]) throw notFound(text, wanted);
  return found[0] as Id<Kind>;
}

function readText(
  text: string,
  kind: IdKind | undefined,
): { readonly prefix: string; readonly wanted: IdKind | undefined } {
  const [, named, prefix] = TYPED.exec(text.toLowerCase()) ?? [];
  if (prefix === undefined) {
    throw new PenumbraError('invalid-id', `\`${text.slice(0, 120)}\` is not an id`, {
      hint: 'give the id or at least its first 4 hex digits, with or without its kind, for instance `frame:1a2b`',
    });
  }
  const wanted = named === undefined ? kind : idKinds.find((known) => known === named);
  if (named !== undefined && wanted === undefined) {
    throw new PenumbraError(
      'invalid-id',
      `there are no ids of kind \`${named}\`${didYouMean(named, idKinds)}`,
    );
  }
  if (kind !== undefined && wanted !== kind) {
    throw new PenumbraError('invalid-id', `\`${text}\` names a ${wanted}, and a ${kind} is wanted`);
  }
  return { prefix, wanted };
}

async function requireKnown(
  store: StoreReader,
  id: Sha256,
  wanted: IdKind | undefined,
  text: string,
): Promise<Id> {
  const candidate = (await store.hasMany([id]))[0] ? await nameObject(store, id, wanted) : null;
  if (candidate) return candidate;
  if ((wanted ?? 'content') === 'content' && (await store.tombstone(id))) return makeId('content', id);
  throw notFound(text, wanted);
}

/**
 * Returns an object's id in its actual kind, or null if another kind is wanted. Objects that are neither
 * frame nor basis are bytes.
 */
async function nameObject(store: StoreReader, id: Sha256, wanted: IdKind | undefined): Promise<Id | null> {
  if (wanted !== undefined && wanted !== 'frame' && wanted !== 'basis') return makeId(wanted, id);
  if (wanted !== 'basis' && (await isParsed(store, id, parseFrame))) return makeId('frame', id);
  if (wanted !== 'frame' && (await isParsed(store, id, parseBasis))) return makeId('basis', id);
  return wanted === undefined ? makeId('content', id) : null;
}

async function isParsed(
  store: StoreReader,
  id: Sha256,
  parse: (bytes: Uint8Array) => unknown,
): Promise<boolean> {
  return typeof (await readParsed(store, id, parse)) === 'object';
}

function ambiguous(text: string, found: readonly Id[]): PenumbraError {
  const shown = found.slice(0, CANDIDATES_SHOWN).map(shortId).join(', ');
  const rest = found.length > CANDIDATES_SHOWN ? ' and more' : '';
  return new PenumbraError('invalid-id', `\`${text}\` is ambiguous: ${shown}${rest}`, {
    data: { candidates: found.slice(0, CANDIDATES_SHOWN) },
    hint: 'give more digits',
  });
}

function notFound(text: string, wanted: IdKind | undefined): PenumbraError {
  const code: FaultCode = wanted === 'frame' ? 'frame-not-found' : 'invalid-id';
  return new PenumbraError(code, `\`${text}\` names no ${wanted ?? 'object'} in this ledger`, {
    hint: 'see that the ledger is the right one, and that the digits are complete',
  });
}
