/**
 * Finds where two packs start to differ, for a rebuild with a different result. It only reports field names
 * of the pack and positions, never keys or values of payloads.
 */
import {
  type CanonicalValue,
  canonicalText,
  isRecord,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';

/**
 * Which parts of a value to compare separately: none, the items of a list, or fields, in order of comparison.
 */
type Anatomy = null | readonly [Anatomy] | { readonly [field: string]: Anatomy };

const block: Anatomy = {
  payload: null,
  form: null,
  kind: null,
  provenance: { source: null, event_ids: [null], rule_refs: [null] },
  synthesized: null,
  stale: null,
  handle: null,
};

// Content comes before identifiers, because ids change with everything they are computed from.
const pack: Anatomy = {
  truth: [block],
  memory: [block],
  task: { type: null, scene: [block], bounds: null, forbidden_content: [null] },
  style: null,
  contract: {
    length: { min_characters: null, max_characters: null },
    forbidden_tokens: [null],
    required_elements: [null],
    schema: null,
  },
  foreground: null,
  pins: null,
  scope: { world_id: null, campaign_id: null, scene_id: null, session_id: null, mode: null },
  policy_ids: {
    mask_matrix_id: null,
    ordering_policy_id: null,
    truncation_policy_id: null,
    budget_policy_id: null,
    compaction_policy_id: null,
  },
  consumer: null,
  citations: null,
  working_set_id: null,
  compiler: null,
  schema: null,
};

/**
 * Names the first part in which two packs differ, for example `truth[3].payload`, or returns null if they are
 * equal.
 */
export function firstDifference(
  left: { readonly bytes: Uint8Array },
  right: { readonly bytes: Uint8Array },
): string | null {
  return differenceIn(parseBytes(left.bytes), parseBytes(right.bytes), pack, '');
}

type Compared = CanonicalValue | undefined;

function differenceIn(left: Compared, right: Compared, anatomy: Anatomy, path: string): string | null {
  if (left === undefined && right === undefined) return null;
  const isWhole = left !== undefined && right !== undefined;
  if (isWhole && canonicalText(left) === canonicalText(right)) return null;
  const inner = isWhole && anatomy !== null ? differenceBelow(left, right, anatomy, path) : null;
  return inner ?? (path === '' ? 'pack' : path);
}

/** Returns the first difference among the named parts, or null if it is in none of them. */
function differenceBelow(
  left: CanonicalValue,
  right: CanonicalValue,
  anatomy: NonNullable<Anatomy>,
  path: string,
): string | null {
  if (isItems(anatomy)) {
    if (!Array.isArray(left) || !Array.isArray(right)) return null;
    const positions = Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index);
    return firstOf(positions, (index) =>
      differenceIn(left[index], right[index], anatomy[0], `${path}[${index}]`),
    );
  }
  return firstOf(Object.keys(anatomy), (field) =>
    differenceIn(
      memberOf(left, field),
      memberOf(right, field),
      anatomy[field] ?? null,
      path === '' ? field : `${path}.${field}`,
    ),
  );
}

function firstOf<Key>(keys: readonly Key[], differenceAt: (key: Key) => string | null): string | null {
  for (const key of keys) {
    const found = differenceAt(key);
    if (found !== null) return found;
  }
  return null;
}

function isItems(anatomy: NonNullable<Anatomy>): anatomy is readonly [Anatomy] {
  return Array.isArray(anatomy);
}

function memberOf(value: CanonicalValue, field: string): Compared {
  return isRecord(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

function parseBytes(bytes: Uint8Array): CanonicalValue {
  try {
    return parseCanonical(bytes);
  } catch {
    // The original error would reveal keys of payloads.
    throw new PenumbraError('working-set-invalid', 'a pack to compare is not canonical JSON', {
      hint: 'compile it again from its working set',
    });
  }
}
