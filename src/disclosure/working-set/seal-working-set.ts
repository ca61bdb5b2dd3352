/**
 * Builds the bytes of a working set by hand, for callers who want to use the lens without an oracle. Omitted
 * parts are empty. The mask matrix has no default, because by default nobody sees anything.
 */
import { canonicalHash, canonicalize, compareCodePoints, makeId, PenumbraError } from '../../kernel/index.ts';
import type { MaskMatrix } from '../rules/mask-matrix.ts';
import { parseWorkingSet, workingSetId } from './parse-working-set.ts';
import type { WorkingSet, WorkingSetBytes, WorkingSetItem } from './working-set.ts';

/** An item to add; public and by hand unless it says otherwise. */
export type ItemDraft = Pick<WorkingSetItem, 'handle' | 'kind'> & Partial<WorkingSetItem>;

/** A working set to complete. */
export type WorkingSetDraft = Partial<
  Omit<WorkingSet, 'mask_matrix' | 'facts_slice' | 'state_slice' | 'compactions_slice'>
> & {
  readonly mask_matrix: MaskMatrix;
  readonly facts_slice?: readonly ItemDraft[];
  readonly state_slice?: readonly ItemDraft[];
  readonly compactions_slice?: readonly ItemDraft[];
};

const BY_HAND = 'by-hand';

/** Completes a working set and returns its bytes and id, or throws `working-set-invalid`. */
export function sealWorkingSet(draft: WorkingSetDraft): WorkingSetBytes {
  const bytes = writeDraft(draft);
  const sealed = Object.freeze({ bytes, id: workingSetId(bytes) });
  parseWorkingSet(sealed);
  return sealed;
}

function writeDraft(draft: WorkingSetDraft): Uint8Array {
  try {
    const slices = {
      facts_slice: (draft.facts_slice ?? []).map(completeItem),
      state_slice: (draft.state_slice ?? []).map(completeItem),
      compactions_slice: (draft.compactions_slice ?? []).map(completeItem),
    };
    const handles = Object.values(slices).flatMap((items) => items.map(({ handle }) => handle));
    return canonicalize({
      ...defaults(draft.mask_matrix, handles.sort(compareCodePoints)),
      ...draft,
      ...slices,
    });
  } catch {
    // The original error would reveal the contents of the draft.
    throw new PenumbraError('working-set-invalid', 'the working set has no canonical form', {
      data: { field: '$' },
      hint: 'give slices as lists of items, and everything as plain data without fractions',
    });
  }
}

function completeItem(item: ItemDraft): WorkingSetItem {
  return {
    provenance: { source: BY_HAND, event_ids: [], rule_refs: [] },
    visibility: 'public',
    ...item,
  };
}

function defaults(
  maskMatrix: MaskMatrix,
  handles: readonly string[],
): Omit<WorkingSet, 'mask_matrix' | 'facts_slice' | 'state_slice' | 'compactions_slice'> {
  return {
    world_id: BY_HAND,
    campaign_id: BY_HAND,
    scene_id: BY_HAND,
    session_id: BY_HAND,
    mode: BY_HAND,
    policy_ids: {
      mask_matrix_id: makeId('policy', canonicalHash(maskMatrix)),
      ordering_policy_id: BY_HAND,
      truncation_policy_id: BY_HAND,
      budget_policy_id: BY_HAND,
      compaction_policy_id: BY_HAND,
    },
    pins_snapshot: {},
    tiers: {},
    allowmention_handles: handles,
    locked_precision_handles: [],
    directives: { output_class: { type: 'text' }, channel_rules: {}, why_rule: 'rule-refs-only' },
  };
}
