/**
 * The policies that govern a working set. Each is a versioned document whose id is its hash, so a pack that
 * names its policies can be recompiled under exactly the same ones.
 */

import {
  type CanonicalValue,
  canonicalHash,
  deepFreeze,
  freezeCanonical,
  type Id,
  isRecord,
  makeId,
  PenumbraError,
} from '../../../kernel/index.ts';
import {
  copyCanonical,
  type Directives,
  hasFields,
  isDirectives,
  isFlag,
  isMaskMatrix,
  isOneOf,
  isText,
  isWhole,
  listOf,
  type MaskMatrix,
  mapOf,
  nameOf,
  type PolicyIds,
  type ShapeCheck,
} from '../../index.ts';

/** Which kinds come first. The others follow by name; within a kind, items are ordered by full id. */
export type OrderingPolicy = { readonly version: number; readonly kinds: readonly string[] };

/** Which slice gets the budget first, and whether an item that does not fit ends its slice or is skipped. */
export type TruncationPolicy = {
  readonly version: number;
  readonly serve: readonly Slice[];
  readonly overflow: 'stop' | 'skip';
};

/** The token budget, the counter, and the tokens reserved before the first item. */
export type BudgetPolicy = {
  readonly version: number;
  readonly counter: string;
  readonly tokens: number;
  readonly item_overhead: number;
  readonly reserve: {
    readonly task: number;
    readonly style: number;
    readonly contract: number;
    readonly template: number;
  };
};

/** How `compact` makes compactions whose draft has no policy. Existing compactions keep their own. */
export type CompactionPolicy = {
  readonly version: number;
  readonly method: 'collect';
  readonly maximum_items: number;
};

/** A slice of the working set. */
export type Slice = 'facts' | 'state' | 'compactions';

/** Values that must not change unnoticed, by name. */
export type Pins = { readonly [pin: string]: string | number | boolean };

/** Everything that governs a compilation. Omitted parts take the default. */
export type OraclePolicy = {
  readonly maskMatrix: MaskMatrix;
  readonly ordering: OrderingPolicy;
  readonly truncation: TruncationPolicy;
  readonly budget: BudgetPolicy;
  readonly compaction: CompactionPolicy;
  readonly pins: Pins;
  readonly directives: Directives;
};

/** A policy as callers write it; fields with a default may be omitted. */
export type PolicyDraft = { readonly [Part in keyof OraclePolicy]?: Partial<OraclePolicy[Part]> };

/** The names under which policy documents are recorded. */
export const policyNames = ['maskMatrix', 'ordering', 'truncation', 'budget', 'compaction'] as const;

/** The name of a policy document. */
export type PolicyName = (typeof policyNames)[number];

/** The default policy, which discloses nothing to anyone. */
export const defaultPolicy: OraclePolicy = deepFreeze({
  maskMatrix: { version: 1, consumers: {} },
  ordering: { version: 1, kinds: [] },
  truncation: { version: 1, serve: ['state', 'facts', 'compactions'], overflow: 'stop' },
  budget: {
    version: 1,
    counter: 'bytes/3',
    tokens: 16_000,
    item_overhead: 8,
    reserve: { task: 0, style: 200, contract: 0, template: 100 },
  },
  compaction: { version: 1, method: 'collect', maximum_items: 100 },
  pins: {},
  directives: { output_class: { type: 'text' }, channel_rules: {}, why_rule: 'rule-refs-only' },
} satisfies OraclePolicy);

const slices: readonly Slice[] = ['facts', 'state', 'compactions'];
const isReserve: ShapeCheck = (value) =>
  hasFields(value, { task: isWhole, style: isWhole, contract: isWhole, template: isWhole });

const checks: Readonly<Record<keyof OraclePolicy, ShapeCheck>> = {
  maskMatrix: isMaskMatrix,
  ordering: (value) => hasFields(value, { version: isWhole, kinds: listOf(nameOf) }),
  truncation: (value) =>
    hasFields(value, {
      version: isWhole,
      serve: (serve) =>
        listOf(isOneOf(slices))(serve) && new Set(serve as Slice[]).size === (serve as Slice[]).length,
      overflow: isOneOf(['stop', 'skip']),
    }),
  budget: (value) =>
    hasFields(value, {
      version: isWhole,
      counter: isText,
      tokens: isWhole,
      item_overhead: isWhole,
      reserve: isReserve,
    }),
  compaction: isCompactionPolicy,
  pins: isPins,
  directives: isDirectives,
};

/** Completed policies. They are frozen, so they need no second check. */
const defined = new WeakSet<object>();
/** The ids of completed documents. */
const knownIds = new WeakMap<object, Id<'policy'>>();

/** Completes a policy, or throws `invalid-configuration`. */
export function definePolicy(draft: PolicyDraft): OraclePolicy {
  if (defined.has(draft)) return draft as OraclePolicy;
  const taken = takePolicy(draft);
  const reserve = { ...defaultPolicy.budget.reserve, ...taken.budget?.reserve };
  const policy = {
    maskMatrix: freezeCanonical({
      ...defaultPolicy.maskMatrix,
      ...taken.maskMatrix,
    } as unknown as CanonicalValue) as unknown as MaskMatrix,
    ordering: { ...defaultPolicy.ordering, ...taken.ordering },
    truncation: { ...defaultPolicy.truncation, ...taken.truncation },
    budget: { ...defaultPolicy.budget, ...taken.budget, reserve },
    compaction: { ...defaultPolicy.compaction, ...taken.compaction },
    pins: { ...taken.pins } as Pins,
    directives: { ...defaultPolicy.directives, ...taken.directives },
  };
  const unfit = Object.entries(checks).find(([part, fits]) => !fits(policy[part as keyof OraclePolicy]));
  if (unfit) throw misfit(unfit[0]);
  return remember(deepFreeze(policy));
}

/** Copies a draft as plain data. A policy is identified by its hash, so it must not change. */
function takePolicy(draft: PolicyDraft): PolicyDraft {
  const taken = copyCanonical(draft);
  const parts = Object.keys(checks);
  if (!isRecord(taken)) throw misfit('parts');
  const unknown = Object.keys(taken).find((part) => !parts.includes(part));
  if (unknown !== undefined)
    throw new PenumbraError('invalid-configuration', 'a policy has a part that is unknown', {
      data: { known: parts },
      hint: `its parts are ${parts.join(', ')}`,
    });
  return taken as PolicyDraft;
}

function misfit(part: string): PenumbraError {
  return new PenumbraError('invalid-configuration', `the policy's \`${part}\` is not as it should be`, {
    data: { policy: part },
    hint: 'correct its fields, or leave them out to take the default',
  });
}

/** Returns a policy with different directives and the same documents. */
export function withDirectives(draft: PolicyDraft, directives: Directives): OraclePolicy {
  const policy = definePolicy(draft);
  return remember(Object.freeze({ ...policy, directives: takeDirectives(directives) }));
}

function takeDirectives(directives: Directives): Directives {
  let taken: unknown;
  try {
    taken = freezeCanonical(directives as unknown as CanonicalValue);
  } catch {
    // The original error would reveal keys and values.
    throw misfit('directives');
  }
  if (!isDirectives(taken)) throw misfit('directives');
  return taken as Directives;
}

function remember(policy: OraclePolicy): OraclePolicy {
  defined.add(policy);
  for (const name of policyNames)
    if (!knownIds.has(policy[name])) knownIds.set(policy[name], hashId(policy[name]));
  return policy;
}

/** Returns the id of a policy document: its hash. */
export function policyId(document: CanonicalValue): Id<'policy'> {
  return knownIds.get(document as object) ?? hashId(document);
}

function hashId(document: CanonicalValue): Id<'policy'> {
  return makeId('policy', canonicalHash(document));
}

/** Returns the ids of all documents of a policy, in the format of a working set. */
export function policyIds(policy: OraclePolicy): PolicyIds {
  return {
    mask_matrix_id: policyId(policy.maskMatrix),
    ordering_policy_id: policyId(policy.ordering),
    truncation_policy_id: policyId(policy.truncation),
    budget_policy_id: policyId(policy.budget),
    compaction_policy_id: policyId(policy.compaction),
  };
}

export function isCompactionPolicy(value: unknown): value is CompactionPolicy {
  return hasFields(value, { version: isWhole, method: isOneOf(['collect']), maximum_items: isWhole });
}

/** Returns whether a value is a valid pin value. */
export function isPinValue(value: unknown): value is Pins[string] {
  return isText(value) || isFlag(value) || Number.isSafeInteger(value);
}

/** Returns whether a value is a record of pins. */
export function isPins(value: unknown): value is Pins {
  return mapOf(isPinValue)(value);
}
