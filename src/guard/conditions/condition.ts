/**
 * Conditions: pure predicates a policy names. A condition answers true or false and owns no reply code; what a failed
 * one means is for `enforce` to say.
 */

import { isRecord } from '../../kernel/index.ts';
import type { Area, ContractScope } from './contract.ts';

/** A sub-world of the session's registry and where it lies below a root. */
export type RegistryEntry = { readonly name: string; readonly root: string; readonly path: string };

/** On what grounds a program may run; each is established by trusted code. */
export type ExecGrounds = {
  /** The arguments match a token rule. */
  readonly isWhitelisted?: boolean;
  /** A person approved the script's bytes by signature. */
  readonly isSigned?: boolean;
  /** It is the operator's own command line. */
  readonly isOperators?: boolean;
  /** The question that a person can answer where none of them holds. */
  readonly approvalId?: string;
};

/** A person's word on a call; established by trusted code. */
export type PersonGrounds = {
  /** A person approved exactly this call by signature. */
  readonly isSigned?: boolean;
  /** The question that a person can answer. */
  readonly approvalId?: string;
};

/** What a caller says about a request; whatever is left out counts as not there, and no path as the whole root. */
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
  /** The same places by what they are called in other roots that lie around or in this one. */
  readonly alsoAt?: readonly { readonly root: string; readonly path: string }[];
  /** False where files stay as they are, for instance where something is noted about them; taken as true. */
  readonly changesFiles?: boolean;
};

/** What would be done; null where only seeing is in question. */
export type ConditionOperation = {
  readonly tool: string;
  readonly command: string;
  readonly area: Area;
  readonly isWholeRoot: boolean;
};

/** Everything a condition is told. */
export type ConditionContext = RequestContext & {
  readonly mode: string;
  readonly root: string;
  readonly subdirectory: string | null;
  readonly operation: ConditionOperation | null;
};

/** A condition, which is a predicate under a name and nothing else. */
export type Condition = {
  readonly name: string;
  check(context: ConditionContext): boolean;
};

/** Makes conditions of what a policy writes in brackets: `mask_worn(lens)` is what `of('lens')` checks. */
export type ConditionFactory = {
  readonly name: string;
  /** What is written in the brackets, for instance `a mask`. */
  readonly argument: string;
  of(argument: string): Condition['check'];
};

/** Returns the names of the conditions that do not hold; one that throws or answers anything but true does not. */
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
  // A list is never a promise, and most answers are lists: to be told so by an error costs more than the rest of a call.
  if (!isRecord(answer)) return;
  try {
    // Its own `catch` may be anything, and a promise of another realm is no `Promise` here.
    Promise.prototype.then.call(answer, undefined, () => undefined);
  } catch {
    // It is no promise.
  }
}
