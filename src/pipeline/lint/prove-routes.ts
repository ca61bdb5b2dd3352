/**
 * Proof by cases: over every combination of what a node's conditions can tell apart, which edge is the first to
 * match. From that follows whether the node is total, and which of its edges can never be taken.
 */

import type { Route } from '../definition/routes.ts';
import { evaluateFormula, type Valuation } from './evaluate-formula.ts';
import type { Constant, Formula, TermReads } from './formula.ts';
import { toFormula } from './formula.ts';
import { collectDomains, type TermDomains, type TermFacts } from './term-domains.ts';

/** The most cases that are looked at. */
export const MAX_CASES = 2 ** 12;

/** What a proof found; null where there are too many cases. */
export type RouteProof = {
  /** A case in which no edge matches, in words, or null where there is none. */
  readonly gap: string | null;
  /** The edges whose condition never holds. */
  readonly dead: readonly string[];
  /** The edges that hold only where an earlier one does. */
  readonly shadowed: readonly string[];
};

/** Goes through all cases of the routes that leave a node. */
export function proveRoutes(
  routes: readonly Route[],
  factsOf: (term: string) => TermFacts,
): RouteProof | null {
  const reads: TermReads = new Map();
  const formulas = routes.map(
    ({ when }): Formula => (when === null ? { kind: 'constant', value: true } : toFormula(when.tree, reads)),
  );
  const domains = new Map(collectDomains(formulas, reads, factsOf));
  for (const { edge } of routes) if (edge.loop) domains.set(spentKey(edge.id), [false, true]);
  if (countCases(domains) > MAX_CASES) return null;

  const holding = new Set<string>();
  const first = new Set<string>();
  let gap: string | null = null;
  for (const valuation of casesOf([...domains])) {
    const matching = routes.filter(
      (_, index) => evaluateFormula(formulas[index] as Formula, valuation, reads) === true,
    );
    for (const { edge } of matching) holding.add(edge.id);
    const taken = matching.find(({ edge }) => !(edge.loop && valuation.get(spentKey(edge.id)) === true));
    if (taken) first.add(taken.edge.id);
    // A loop that is spent ends the walk in a way of its own.
    else if (matching.length === 0) gap ??= describeCase(valuation);
  }
  const ids = routes.map(({ edge }) => edge.id);
  return {
    gap,
    dead: ids.filter((id) => !holding.has(id)),
    shadowed: ids.filter((id) => holding.has(id) && !first.has(id)),
  };
}

function countCases(domains: TermDomains): number {
  let count = 1;
  for (const values of domains.values()) count *= values.length;
  return count;
}

function* casesOf(domains: readonly (readonly [string, readonly Constant[]])[]): Generator<Valuation> {
  const indexes = domains.map(() => 0);
  for (;;) {
    yield new Map(
      domains.flatMap(([term, values], place) => {
        const value = values[indexes[place] ?? 0];
        return value === undefined ? [] : [[term, value] as const];
      }),
    );
    let place = 0;
    for (; place < domains.length; place++) {
      const next = (indexes[place] ?? 0) + 1;
      indexes[place] = next;
      if (next < (domains[place]?.[1].length ?? 0)) break;
      indexes[place] = 0;
    }
    if (place === domains.length) return;
  }
}

function spentKey(edge: string): string {
  return `the loop ${edge} is spent`;
}

function describeCase(valuation: Valuation): string {
  const parts = [...valuation]
    .filter(([term]) => !term.startsWith('the loop '))
    .map(([term, value]) => `${term} is ${typeof value === 'number' ? value / 10_000 : value}`);
  return parts.length === 0 ? 'always' : parts.slice(0, 6).join(', ');
}
