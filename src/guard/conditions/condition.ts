/**
 * Conditions: pure predicates that a policy names. A condition returns true or false and has no reply code;
 * `enforce` decides what a failure means.
 */

import { isRecord } from '../../kernel/index.ts';
import type { Area, ContractScope } from './contract.ts';

/** A sub-world of the session's registry, and where it is below a root. */
export type RegistryEntry = { readonly name: string; readonly root: string; readonly path: string };

/** The grounds for running a program, each established by trusted code. */
export type ExecGrounds = {
  /** The arguments match a token rule. */
  readonly isWhitelisted?: boolean;
  /** A person approved the script's bytes by signature. */
  readonly isSigned?: boolean;
  /** It is the operator's own command line. */
  readonly isOperators?: boolean;
  /** The id of the approval a person can give if there are no grounds. */
  readonly approvalId?: string;
};

/** A person's approval of a call; established by trusted code. */
export type PersonGrounds = {
  /** A person approved exactly this call by signature. */
  readonly isSigned?: boolean;
  /** The id of the approval that a person can give. */
  readonly approvalId?: string;
};

/**
 * The context of a request. Omitted fields count as absent; without paths, the request is about the whole
 * root.
 */
export type RequestContext = {
  readonly contract?: ContractScope | null;
  readonly paths?: readonly string[];
  readonly entry?: string;
  readonly registry?: readonly RegistryEntry[];
  readonly session?: { readonly id: string };
  readonly masks?: readonly string[];
  readonly role?: string | null;
  readonly exec?: ExecGrounds;
  readonly person?: PersonGrounds;
  /** The same places under their names in other roots, if roots are nested. */
  readonly alsoAt?: readonly { readonly root: string; readonly path: string }[];
  /** False if no files change, for example when notes about them are stored; defaults to true. */
  readonly changesFiles?: boolean;
};

/** The requested operation; null when only visibility is decided. */
export type ConditionOperation = {
  readonly tool: string;
  readonly command: string;
  readonly area: Area;
  readonly isWholeRoot: boolean;
};

/** Everything a condition can see. */
export type ConditionContext = RequestContext & {
  readonly mode: string;
  readonly root: string;
  readonly subdirectory: string | null;
  readonly operation: ConditionOperation | null;
};

/** A named predicate. */
export type Condition = {
  readonly name: string;
  check(context: ConditionContext): boolean;
};

/** Creates conditions with an argument: `mask_worn(lens)` is checked by `of('lens')`. */
export type ConditionFactory = {
  readonly name: string;
  /** What the argument is, for example `a mask`. */
  readonly argument: string;
  of(argument: string): Condition['check'];
};

/**
 * Returns the names of the conditions that do not hold. A condition that throws, or returns anything but
 * true, does not hold.
 */
export function failedConditions(
  conditions: readonly Condition[],
  context: ConditionContext,
): readonly string[] {
  return conditions.filter((condition) => !holds(condition, context)).map(({ name }) => name);
}

function holds(condition: Condition, context: ConditionContext): boolean {
  try {
    const answer: unknown = condition.check(context);
    silence(answer);
    return answer === true;
  } catch {
    // INVARIANT (deny by default): a condition that throws does not hold.
    return false;
  }
}

export function silence(answer: unknown): void {
  // A list is never a promise, and most answers are lists. Finding out through an exception would cost more
  // than the rest of a call.
  if (!isRecord(answer)) return;
  try {
    // Its own `catch` may be anything, and a promise from another realm is not an instance of this `Promise`.
    Promise.prototype.then.call(answer, undefined, () => undefined);
  } catch {
    // It is not a promise.
  }
}
