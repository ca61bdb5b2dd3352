/** Reads a pack back from its bytes: canonical, of the known format, hashing to what it claims. */

import { deepFreeze, PenumbraError, parseCanonical, sha256 } from '../../kernel/index.ts';
import { takeMembers } from '../index.ts';
import { isPromptPack } from './pack-shape.ts';
import { PACK_SCHEMA, type PackBytes, type PromptPack } from './prompt-pack.ts';

/** What bytes were parsed to; frozen, and given out only after the bytes were hashed again. */
const parsed = new WeakMap<Uint8Array, { readonly hash: string; readonly pack: PromptPack }>();

/** Parses a pack, frozen, or throws `working-set-invalid` for one that is not whole. */
export function parsePack(input: PackBytes): PromptPack {
  const taken = takeMembers(input, ['bytes', 'hash']);
  if (!(taken?.bytes instanceof Uint8Array)) throw notAPack('it is not bytes with a hash');
  const { bytes, hash } = taken;
  if (sha256(bytes) !== hash) throw notAPack('its bytes do not hash to its hash');
  const known = parsed.get(bytes);
  if (known?.hash === hash) return known.pack;
  const pack = tryParse(bytes);
  if (!isPromptPack(pack)) throw notAPack(`it is not of the format ${PACK_SCHEMA}`);
  return keepParsed({ bytes, hash: taken.hash }, pack);
}

/** Gives out what a pack was written from, frozen, as `parsePack` does from now on. */
export function keepParsed({ bytes, hash }: PackBytes, pack: PromptPack): PromptPack {
  parsed.set(bytes, { hash, pack: deepFreeze(pack) });
  return pack;
}

function tryParse(bytes: Uint8Array): unknown {
  try {
    return parseCanonical(bytes);
  } catch {
    // The cause would name keys of payloads.
    throw notAPack('it is not canonical JSON');
  }
}

function notAPack(fault: string): PenumbraError {
  return new PenumbraError('working-set-invalid', `the pack is not valid: ${fault}`, {
    hint: 'compile it again from its working set',
  });
}
