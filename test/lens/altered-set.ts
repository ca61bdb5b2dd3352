// Working sets that are altered by hand, with an id that fits again: what an oracle would not hand out, to the lens.
import {
  parseWorkingSet,
  type WorkingSet,
  type WorkingSetBytes,
  workingSetId,
} from '../../src/disclosure/index.ts';
import { compileGuard } from '../../src/disclosure/lens/index.ts';
import { canonicalHash, canonicalize } from '../../src/kernel/index.ts';

/** A guard made by hand: the guard of a working set belongs to its bytes. */
export const handmadeGuard = compileGuard([
  { handle: 'locked:1', tokens: ['Vermithrax', 'open-sesame-now'] },
]);

/** Returns the bytes of a working set in which some fields are others. */
export function alteredSet(set: WorkingSetBytes, change: (whole: WorkingSet) => object): WorkingSetBytes {
  const whole = parseWorkingSet(set);
  return sealed(canonicalize({ ...whole, ...change(whole) }));
}

/** Returns the bytes of a working set with another matrix and the id that goes with it. */
export function withMatrix(
  set: WorkingSetBytes,
  consumers: WorkingSet['mask_matrix']['consumers'],
): WorkingSetBytes {
  return alteredSet(set, ({ policy_ids }) => {
    const mask_matrix = { version: 1, consumers };
    return {
      mask_matrix,
      policy_ids: { ...policy_ids, mask_matrix_id: `policy:${canonicalHash(mask_matrix)}` },
    };
  });
}

/** Returns bytes with the id they have. */
export function sealed(bytes: Uint8Array): WorkingSetBytes {
  return { bytes, id: workingSetId(bytes) };
}
