/** What it takes to say that a pack was compiled again to the byte: a key of its inputs. */
import type { WorkingSetBytes } from '../disclosure/index.ts';
import { canonicalHash, type Sha256 } from '../kernel/index.ts';
import type { PackOptions } from './pack-options.ts';
import { LENS_COMPILER } from './prompt-pack.ts';

/** Returns the key of a compilation: everything its bytes depend on. A ledger keeps it with the hash of the pack. */
export function packKey(
  { id }: Pick<WorkingSetBytes, 'id'>,
  { consumer, beat, style }: PackOptions,
  maskMatrixId: string,
): Sha256 {
  return canonicalHash({
    working_set_id: id,
    consumer,
    mask_matrix_id: maskMatrixId,
    compiler: LENS_COMPILER,
    beat_hash: canonicalHash(beat ?? null),
    style_hash: canonicalHash(style ?? null),
  });
}
