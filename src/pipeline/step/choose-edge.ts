/**
 * Chooses the edge a step leaves by: the first that matches in definition order, with a record of every edge
 * considered and the reason.
 */

import type { Route } from '../definition/graph.ts';
import type { Evaluation } from '../expressions/expression.ts';
import type { Scope } from '../expressions/scope.ts';

/** The result for one considered edge. */
export type Consideration = {
  readonly edge: string;
  readonly outcome: 'taken' | 'advised' | 'not-true' | 'absent' | 'spent' | 'oscillating' | 'undecidable';
  readonly reason: string;
};

/** The result: a route, or only the considerations if none matched. */
export type EdgeChoice = { readonly route: Route | null; readonly considered: readonly Consideration[] };

/** The loop limits of a step. */
export type LoopLimits = {
  /** How often loops were taken from this node. */
  readonly taken: number;
  /** Whether the artifact equals the one with which a loop last left this node. */
  readonly isRepeated: () => boolean;
};

/** Chooses among routes; an undecidable edge prevents all later ones. */
export function chooseEdge(routes: readonly Route[], scope: Scope, limits: LoopLimits): EdgeChoice {
  const considered: Consideration[] = [];
  for (const route of routes) {
    const consideration = consider(route, scope, limits);
    considered.push(consideration);
    if (consideration.outcome === 'taken') return { route, considered };
    if (consideration.outcome === 'undecidable') break;
  }
  return { route: null, considered };
}

function consider(route: Route, scope: Scope, limits: LoopLimits): Consideration {
  const { edge, when } = route;
  const say = (outcome: Consideration['outcome'], reason: string) => ({ edge: edge.id, outcome, reason });
  if (when !== null) {
    const result = when.evaluate(scope);
    if (result.kind === 'absent') return say('absent', result.reason);
    const fault = result.kind === 'fault' ? result.reason : notBoolean(when.text, result.value);
    // Advisory edges never stop a walk.
    if (fault !== null) return say(edge.advisory ? 'not-true' : 'undecidable', fault);
    if (result.kind === 'value' && !result.value) return say('not-true', `\`${when.text}\` is not true`);
  }
  const reason = when === null ? 'unconditional' : `\`${when.text}\` is true`;
  if (edge.advisory) return say('advised', reason);
  return edge.loop ? considerLoop(route, scope, limits, reason) : say('taken', reason);
}

function notBoolean(text: string, value: unknown): string | null {
  return typeof value === 'boolean' ? null : `\`${text}\` is neither true nor false`;
}

function considerLoop(route: Route, scope: Scope, limits: LoopLimits, reason: string): Consideration {
  const say = (outcome: Consideration['outcome'], why: string) => ({
    edge: route.edge.id,
    outcome,
    reason: why,
  });
  const bound = loopBound(route, scope);
  if (typeof bound === 'string') return say('undecidable', bound);
  if (limits.taken >= bound) return say('spent', `${limits.taken} of ${bound} loops are taken`);
  if (limits.isRepeated()) return say('oscillating', 'the artifact equals the one before the last loop');
  return say('taken', reason);
}

/**
 * Returns the loop limit from the edge, then the definition or run, then the element; or why it is unknown.
 */
function loopBound({ max }: Route, scope: Scope): number | string {
  if (typeof max === 'number') return max;
  const value = max === null ? plain(scope.config.read('max_loops')) : yielded(max.evaluate(scope));
  if (typeof value === 'string') return value;
  // INVARIANT (deny by default): a loop without a limit is not taken.
  if (value === undefined) return 0;
  return Number.isSafeInteger(value) ? value : `a loop bound of ${value} is no whole number`;
}

function plain(value: unknown): number | string | undefined {
  if (value === undefined || value === null) return undefined;
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  return isWhole ? Number(value) : 'the variable `max_loops` is no whole number';
}

function yielded(result: Evaluation): number | string {
  if (result.kind !== 'value') return result.reason;
  return typeof result.value === 'number' ? result.value : 'a loop bound is no whole number';
}

/** Returns a route's destination: the selected target if declared, otherwise its `to`. */
export function destinationOf({ edge, target }: Route, scope: Scope): { to: string; reason: string | null } {
  if (target === null) return { to: edge.to, reason: null };
  const result = target.evaluate(scope);
  if (result.kind !== 'value') return { to: edge.to, reason: result.reason };
  const named = String(result.value);
  if (edge.targets.includes(named)) return { to: named, reason: `\`${target.text}\` names \`${named}\`` };
  return { to: edge.to, reason: `\`${named}\` is not among the targets` };
}
