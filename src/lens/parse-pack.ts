/** Reads a pack back from its bytes: canonical, of the known format, hashing to what it claims. */
import { deepFreeze, PenumbraError, parseCanonical, sha256 } from '../kernel/index.ts';
import { PACK_SCHEMA, type PackBytes, type PromptPack } from './prompt-pack.ts';

/** Parses a pack, frozen, or throws `working-set-invalid` for one that is not whole. */
export function parsePack({ bytes, hash }: PackBytes): PromptPack {
  if (sha256(bytes) !== hash) throw notAPack('its bytes do not hash to its hash');
  const pack = tryParse(bytes);
  if (pack?.schema !== PACK_SCHEMA) throw notAPack(`it is not of the format ${PACK_SCHEMA}`);
  return deepFreeze(pack);
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
