/** The key under which a pack is on record: everything its bytes depend on. */
import { canonicalHash, type Sha256 } from '../../kernel/index.ts';
import type { Envelope } from './envelope.ts';
import type { PackOptions } from './pack-options.ts';
import { LENS_COMPILER } from './prompt-pack.ts';

/** Returns the key of a compilation, from the envelope that came of it and the options it was given. */
export function packKey(
  { working_set_id, mask_matrix_id }: Pick<Envelope, 'working_set_id' | 'mask_matrix_id'>,
  { consumer, beat, style }: PackOptions,
): Sha256 {
  return canonicalHash({
    working_set_id,
    consumer,
    mask_matrix_id,
    compiler: LENS_COMPILER,
    beat_hash: canonicalHash(beat ?? null),
    style_hash: canonicalHash(style ?? null),
  });
}
