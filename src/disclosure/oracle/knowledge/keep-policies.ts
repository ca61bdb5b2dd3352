/** Recorded policies and pins: documents under their hashes, and values that must not change unnoticed. */

import {
  canonicalText,
  digestOf,
  type Id,
  PenumbraError,
  parseCanonical,
  sortByCodePoint,
} from '../../../kernel/index.ts';
import { toObject } from '../../../ledger/index.ts';
import { isFilled } from '../../index.ts';
import {
  type CompactionPolicy,
  defaultPolicy,
  isCompactionPolicy,
  isPinValue,
  type OraclePolicy,
  type Pins,
  type PolicyName,
  policyId,
  policyNames,
} from '../facts/policy.ts';
import type { OracleEvent } from '../log/oracle-event.ts';
import type { OracleState, OracleView } from '../log/oracle-state.ts';
import type { OracleChange, OracleStore } from '../log/oracle-store.ts';
import type { PinRevision } from './oracle.ts';
import { takeDraft } from './take-draft.ts';

/** Returns the new parts of a policy, or throws `pin-mismatch`. */
export function adoptPolicy({ state }: OracleView, policy: OraclePolicy): OracleChange {
  // Check the pins first: if one is wrong, nothing else is recorded.
  requirePins(state.pins, policy.pins);
  const pins = Object.entries(policy.pins).filter(([name]) => !state.pins.has(name));
  const added = policyNames.filter((name) => isNewPolicy(state, name, policyId(policy[name])));
  return {
    events: [
      ...pins.map(([name, value]) => ({ type: 'pin' as const, name, value })),
      ...added.map((name) => ({ type: 'policy' as const, name, id: policyId(policy[name]) })),
    ],
    puts: added.map((name) => toObject(canonicalText(policy[name]))),
  };
}

/** The order of adoption only matters for compaction policies; the others merely have to be recorded. */
function isNewPolicy({ policies }: OracleState, name: PolicyName, id: Id<'policy'>): boolean {
  const adopted = [...(policies.get(name) ?? [])];
  return name === 'compaction' ? adopted.at(-1) !== id : !adopted.includes(id);
}

/** Returns the compaction policy adopted last, or the default. */
export async function adoptedCompaction(
  records: Pick<OracleStore, 'getMany'>,
  { state }: OracleView,
): Promise<CompactionPolicy> {
  const id = [...(state.policies.get('compaction') ?? [])].at(-1);
  if (id === undefined) return defaultPolicy.compaction;
  const [bytes] = await records.getMany([digestOf(id)]);
  const policy = bytes && parseCanonical(bytes);
  if (isCompactionPolicy(policy)) return policy;
  throw new PenumbraError('store-damaged', 'the compaction policy on record is missing or is none', {
    data: { object: id },
    hint: 'run `penumbra validate`, and import an export that still has it',
  });
}

/** Throws `pin-mismatch` if a pin differs from its recorded value. */
function requirePins(recorded: OracleState['pins'], pins: Pins): void {
  for (const [name, value] of Object.entries(pins)) {
    if (!recorded.has(name) || recorded.get(name) === value) continue;
    throw new PenumbraError('pin-mismatch', `pin \`${name}\` has another value than the one on record`, {
      data: { pin: name },
      hint: 'put the value back, or revise the pin with a reason',
    });
  }
}

/** Throws `pin-mismatch` unless the pins are exactly the recorded ones. */
export function requireEveryPin(recorded: OracleState['pins'], pins: Pins): void {
  requirePins(recorded, pins);
  // Pins are recorded with the first policy that has any. Before that, every pin is accepted.
  if (recorded.size === 0) return;
  const missing = sortByCodePoint([...recorded.keys()]).find((name) => !Object.hasOwn(pins, name));
  if (missing !== undefined)
    throw new PenumbraError('pin-mismatch', `pin \`${missing}\` is on record and missing from those given`, {
      data: { pin: missing, fault: 'missing' },
      hint: 'give every pin that is on record',
    });
  const extra = sortByCodePoint(Object.keys(pins)).find((name) => !recorded.has(name));
  if (extra !== undefined)
    throw new PenumbraError('pin-mismatch', `pin \`${extra}\` is extra: it is not on record`, {
      data: { pin: extra, fault: 'extra' },
      hint: 'leave it out; a pin is recorded with the first policy that names it',
    });
}

/** Returns the event that changes the value of a pin. */
export function revisePin({ state }: OracleView, revision: PinRevision): OracleEvent {
  const { name, value, operator, event } = takeDraft(revision, {
    what: 'a revision of a pin',
    required: { name: isFilled, value: isPinValue, operator: isFilled, event: isFilled },
  });
  if (state.pins.has(name)) return { type: 'pin-revision', name, value, operator, event };
  throw new PenumbraError('usage', 'a pin that is not on record cannot be revised', {
    data: { pin: name },
    hint: 'a pin is recorded with the first policy that names it',
  });
}
