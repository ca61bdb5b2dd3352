/**
 * The policies a working set is compiled under. Each is a versioned document whose id is its hash, so a pack that
 * names them can be compiled again under the very same ones.
 */
import {
  type Directives,
  isMaskMatrix,
  isOneOf,
  isRecord,
  isText,
  isWhole,
  listOf,
  type MaskMatrix,
  nameOf,
  type PolicyIds,
  type ShapeCheck,
} from '../disclosure/index.ts';
import { type CanonicalValue, canonicalHash, deepFreeze, makeId, PenumbraError } from '../kernel/index.ts';

/** Which kinds come first; the rest follow by name, and within a kind the full id decides. */
export type OrderingPolicy = { readonly version: number; readonly kinds: readonly string[] };

/** Which slice the budget serves first, and whether an item that does not fit ends its slice or is passed over. */
export type TruncationPolicy = {
  readonly version: number;
  readonly serve: readonly Slice[];
  readonly overflow: 'stop' | 'skip';
};

/** How many tokens there are, how they are counted, and what is set aside before the first item. */
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

/** How compactions are made. */
export type CompactionPolicy = {
  readonly version: number;
  readonly method: 'collect';
  readonly maximum_items: number;
};

/** A slice of the working set. */
export type Slice = 'facts' | 'state' | 'compactions';

/** The values that must not change unnoticed, by name. */
export type Pins = { readonly [pin: string]: string | number | boolean };

/** All a compilation is governed by; what is left out is the default. */
export type OraclePolicy = {
  readonly maskMatrix: MaskMatrix;
  readonly ordering: OrderingPolicy;
  readonly truncation: TruncationPolicy;
  readonly budget: BudgetPolicy;
  readonly compaction: CompactionPolicy;
  readonly pins: Pins;
  readonly directives: Directives;
};

/** A policy as callers write it: documents may leave out fields that have a default. */
export type PolicyDraft = { readonly [Part in keyof OraclePolicy]?: Partial<OraclePolicy[Part]> };

/** The names under which policy documents are recorded. */
export const policyNames = ['maskMatrix', 'ordering', 'truncation', 'budget', 'compaction'] as const;

/** What holds where a policy says nothing: nobody is told anything. */
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
  isRecord(value, { task: isWhole, style: isWhole, contract: isWhole, template: isWhole });

const checks: Readonly<Record<Exclude<keyof OraclePolicy, 'directives'>, ShapeCheck>> = {
  maskMatrix: isMaskMatrix,
  ordering: (value) => isRecord(value, { version: isWhole, kinds: listOf(nameOf) }),
  truncation: (value) =>
    isRecord(value, {
      version: isWhole,
      serve: (serve) =>
        listOf(isOneOf(slices))(serve) && new Set(serve as Slice[]).size === (serve as Slice[]).length,
      overflow: isOneOf(['stop', 'skip']),
    }),
  budget: (value) =>
    isRecord(value, {
      version: isWhole,
      counter: isText,
      tokens: isWhole,
      item_overhead: isWhole,
      reserve: isReserve,
    }),
  compaction: (value) =>
    isRecord(value, { version: isWhole, method: isOneOf(['collect']), maximum_items: isWhole }),
  pins: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isPinValue),
};

/** The policies that were completed; they are frozen, and so need not be looked at again. */
const defined = new WeakSet<object>();
/** The ids of documents that were completed. */
const knownIds = new WeakMap<object, string>();

/** Completes a policy, or throws `invalid-configuration`. */
export function definePolicy(draft: PolicyDraft): OraclePolicy {
  if (defined.has(draft)) return draft as OraclePolicy;
  const reserve = { ...defaultPolicy.budget.reserve, ...draft.budget?.reserve };
  const policy = {
    maskMatrix: { ...defaultPolicy.maskMatrix, ...draft.maskMatrix },
    ordering: { ...defaultPolicy.ordering, ...draft.ordering },
    truncation: { ...defaultPolicy.truncation, ...draft.truncation },
    budget: { ...defaultPolicy.budget, ...draft.budget, reserve },
    compaction: { ...defaultPolicy.compaction, ...draft.compaction },
    pins: { ...draft.pins } as Pins,
    directives: { ...defaultPolicy.directives, ...draft.directives },
  };
  const unfit = Object.entries(checks).find(([part, fits]) => !fits(policy[part as keyof OraclePolicy]));
  if (unfit) {
    throw new PenumbraError('invalid-configuration', `the policy's \`${unfit[0]}\` is not as it should be`, {
      data: { policy: unfit[0] },
      hint: 'correct its fields, or leave them out to take the default',
    });
  }
  return remember(deepFreeze(structuredClone(policy)));
}

/** Returns a policy with other directives; its documents stay the very same. */
export function withDirectives(draft: PolicyDraft, directives: Directives): OraclePolicy {
  const policy = definePolicy(draft);
  return remember(Object.freeze({ ...policy, directives: deepFreeze(structuredClone(directives)) }));
}

function remember(policy: OraclePolicy): OraclePolicy {
  defined.add(policy);
  for (const name of policyNames)
    if (!knownIds.has(policy[name])) knownIds.set(policy[name], hashId(policy[name]));
  return policy;
}

/** Returns the id of a policy document: its hash. */
export function policyId(document: CanonicalValue): string {
  return knownIds.get(document as object) ?? hashId(document);
}

function hashId(document: CanonicalValue): string {
  return makeId('policy', canonicalHash(document));
}

/** Returns the ids of all documents of a policy, as a working set names them. */
export function policyIds(policy: OraclePolicy): PolicyIds {
  return {
    mask_matrix_id: policyId(policy.maskMatrix),
    ordering_policy_id: policyId(policy.ordering),
    truncation_policy_id: policyId(policy.truncation),
    budget_policy_id: policyId(policy.budget),
    compaction_policy_id: policyId(policy.compaction),
  };
}

function isPinValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}
