/** Reads a pack back from its bytes: canonical, of the known format, hashing to what it claims. */
import { deepFreeze, PenumbraError, parseCanonical, sha256 } from '../kernel/index.ts';
import { PACK_SCHEMA, type PackBytes, type PromptPack } from './prompt-pack.ts';

/** What bytes were parsed to; frozen, and given out only after the bytes were hashed again. */
const parsed = new WeakMap<Uint8Array, { readonly hash: string; readonly pack: PromptPack }>();

/** Parses a pack, frozen, or throws `working-set-invalid` for one that is not whole. */
export function parsePack({ bytes, hash }: PackBytes): PromptPack {
  if (sha256(bytes) !== hash) throw notAPack('its bytes do not hash to its hash');
  const known = parsed.get(bytes);
  if (known?.hash === hash) return known.pack;
  const pack = tryParse(bytes);
  if (pack?.schema !== PACK_SCHEMA) throw notAPack(`it is not of the format ${PACK_SCHEMA}`);
  parsed.set(bytes, { hash, pack: deepFreeze(pack) });
  return pack;
}

function tryParse(bytes: Uint8Array): PromptPack | null {
  try {
    return parseCanonical(bytes) as unknown as PromptPack | null;
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
