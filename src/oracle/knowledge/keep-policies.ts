/** Policies and pins on record: documents under their hash, and values that must not change unnoticed. */
import { canonicalText, PenumbraError } from '../../kernel/index.ts';
import { type StoredObject, toObject } from '../../ledger/index.ts';
import { isPinValue, type OracleEvent } from '../log/oracle-event.ts';
import type { OracleState } from '../log/oracle-state.ts';
import type { OracleView } from '../log/oracle-view.ts';
import { type OraclePolicy, type Pins, policyId, policyNames } from '../policy.ts';
import type { PinRevision } from './oracle.ts';
import { isFilled, takeDraft } from './take-draft.ts';

/** What adopting a policy adds to the record. */
export type Adoption = {
  readonly events: readonly OracleEvent[];
  readonly documents: readonly StoredObject[];
};

/** Returns what is new of a policy, or throws `pin-mismatch`. */
export function adoptPolicy({ state }: OracleView, policy: OraclePolicy): Adoption {
  // Pins first: under a wrong one nothing else is worth recording.
  requirePins(state.pins, policy.pins);
  const pins = Object.entries(policy.pins).filter(([name]) => !state.pins.has(name));
  const added = policyNames.filter((name) => !state.policies.has(policyId(policy[name])));
  return {
    events: [
      ...pins.map(([name, value]) => ({ type: 'pin' as const, name, value })),
      ...added.map((name) => ({ type: 'policy' as const, name, id: policyId(policy[name]) })),
    ],
    documents: added.map((name) => toObject(canonicalText(policy[name]))),
  };
}

/** Throws `pin-mismatch` where a pin has another value than the one on record. */
export function requirePins(recorded: OracleState['pins'], pins: Pins): void {
  for (const [name, value] of Object.entries(pins)) {
    if (!recorded.has(name) || recorded.get(name) === value) continue;
    throw new PenumbraError('pin-mismatch', `pin \`${name}\` has another value than the one on record`, {
      data: { pin: name },
      hint: 'put the value back, or revise the pin with a reason',
    });
  }
}

/** Returns the event that gives a pin another value. */
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
