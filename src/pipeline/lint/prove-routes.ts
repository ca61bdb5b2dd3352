/**
 * Proof by cases: determines which edge matches first for every combination of values that a node's
 * conditions can distinguish. This shows whether there is always a match, and which edges can never be taken.
 */
import { cite } from '../../kernel/index.ts';
import type { Route } from '../definition/graph.ts';
import { type Case, type Constant, compileFormula, type Formula, type Terms, toFormula } from './formula.ts';
import { presenceQuestion } from './term.ts';
import { collectDomains, OTHER_TEXT, type TermDomains } from './term-domains.ts';
import type { TermKnowledge } from './term-knowledge.ts';

/** The maximum number of cases. */
export const MAX_CASES = 2 ** 12;

/** The result of a proof; null if there are too many cases. */
export type RouteProof = {
  /** A case in which no edge matches, in words (empty if no edge ever does), or null if there is none. */
  readonly gap: string | null;
  /** Edges whose condition is never true. */
  readonly dead: readonly string[];
  /** Edges that are only true if an earlier one is. */
  readonly shadowed: readonly string[];
};

/** Checks all cases of routes that are tried in order. */
export function proveRoutes(routes: readonly Route[], knowledge: TermKnowledge): RouteProof | null {
  const terms: Terms = new Map();
  const formulas = routes.map(
    ({ when }): Formula => (when === null ? { kind: 'constant', value: true } : toFormula(when.tree, terms)),
  );
  const domains = new Map(collectDomains(formulas, terms, knowledge));
  for (const { edge } of routes) if (edge.loop) domains.set(spentKey(edge.id), [false, true]);
  if (countCases(domains) > MAX_CASES) return null;
  // Unknown fields are assumed present, except when checking which edges are never taken.
  const unsure = unsureOf(terms, domains, knowledge);
  for (const question of unsure) domains.set(question, [true]);
  const cases = enumerateCases(domains, terms);
  const choose = chooserOf(routes, formulas, cases);
  let gap: string | null = null;
  cases.visit(() => {
    if (!choose.next()) gap ??= describeCase(cases, unsure);
  });
  const ids = routes.map(({ edge }) => edge.id);
  const { holding, first } = choose;
  if (first.size < ids.length) cases.visit(choose.next, { terms: unsure, to: false });
  return {
    gap,
    dead: ids.filter((id) => !holding.has(id)),
    shadowed: ids.filter((id) => holding.has(id) && !first.has(id)),
  };
}

type Chooser = {
  readonly holding: ReadonlySet<string>;
  /** The edges that match first in some case. */
  readonly first: ReadonlySet<string>;
  /** Returns whether an edge matches in the current case, and records which. */
  readonly next: () => boolean;
};

function chooserOf(routes: readonly Route[], formulas: readonly Formula[], cases: Cases): Chooser {
  const holding = new Set<string>();
  const first = new Set<string>();
  const ready = routes.map(({ edge }, index) => ({
    id: edge.id,
    holds: compileFormula(formulas[index] as Formula, cases),
    spent: edge.loop ? cases.placeOf(spentKey(edge.id)) : -1,
  }));
  const next = () => {
    let isMatched = false;
    let isTaken = false;
    for (const { id, holds, spent } of ready) {
      if (holds() !== true) continue;
      holding.add(id);
      isMatched = true;
      if (isTaken || cases.values[spent] === true) continue;
      isTaken = true;
      first.add(id);
    }
    // A loop at its limit ends the walk separately.
    return isMatched;
  };
  return { holding, first, next };
}

/** Returns the presence questions of fields that may or may not be present. */
function unsureOf(terms: Terms, domains: TermDomains, knowledge: TermKnowledge): ReadonlySet<string> {
  const fields = [...terms.values()].flatMap(({ fields: read }) => [...read]);
  const unknown = fields.filter((field) => knowledge.presence(field) === 'unknown').map(presenceQuestion);
  return new Set(unknown.filter((question) => !domains.has(question)));
}

function countCases(domains: TermDomains): number {
  let count = 1;
  for (const values of domains.values()) count *= values.length;
  return count;
}

function spentKey(edge: string): string {
  return `the loop ${edge} is spent`;
}

function describeCase({ terms, values, needsOf }: Cases, unsure: ReadonlySet<string>): string {
  const isAbsent = (term: string) => needsOf(term).some((place) => values[place] === false);
  const parts = terms.flatMap((term, place) =>
    term.startsWith('the loop ') || unsure.has(term) || isAbsent(term)
      ? []
      : [`${cite(term).slice(1, -1)} is ${describeValue(values[place] as Constant)}`],
  );
  return parts.slice(0, 6).join(', ');
}

function describeValue(value: Constant): string {
  if (typeof value === 'number') return String(value / 10_000);
  return typeof value === 'boolean' || value.startsWith(OTHER_TEXT) ? String(value) : cite(value);
}

/** The cases of some terms. */
type Cases = Case & {
  readonly terms: readonly string[];
  /** Sets the values of each case in turn and calls back; `pinned` terms keep one value. */
  readonly visit: (
    each: () => void,
    pinned?: { readonly terms: ReadonlySet<string>; readonly to: Constant },
  ) => void;
};

/** Prepares the cases of non-empty domains. */
function enumerateCases(domains: TermDomains, known: Terms): Cases {
  const terms = [...domains.keys()];
  const places = new Map(terms.map((term, place) => [term, place]));
  const values: Constant[] = [];
  const visit: Cases['visit'] = (each, pinned) => {
    const lists = terms.map((term) =>
      pinned?.terms.has(term) ? [pinned.to] : (domains.get(term) as readonly Constant[]),
    );
    walkCases(lists, values, each);
  };
  return {
    values,
    terms,
    visit,
    placeOf: (term) => places.get(term) ?? -1,
    needsOf: (term) =>
      [...(known.get(term)?.fields ?? [])].flatMap((field) => places.get(presenceQuestion(field)) ?? []),
  };
}

/** Iterates over all combinations like digits; the first changes fastest. */
function walkCases(lists: readonly (readonly Constant[])[], values: Constant[], each: () => void): void {
  const indexes = lists.map(() => 0);
  for (const [place, [first]] of lists.entries()) values[place] = first as Constant;
  for (;;) {
    each();
    let place = 0;
    for (; place < lists.length; place++) {
      const list = lists[place] as readonly Constant[];
      const next = ((indexes[place] as number) + 1) % list.length;
      indexes[place] = next;
      values[place] = list[next] as Constant;
      if (next > 0) break;
    }
    if (place === lists.length) return;
  }
}
