/** Which terms of some formulas are compared with which constants, and with one another. */
import type { Constant, Formula, Operand } from './formula.ts';

/** What the comparisons of some formulas say together. */
export type Links = {
  readonly constants: ReadonlyMap<string, ReadonlySet<Constant>>;
  /** The terms that stand alone, as true or false. */
  readonly truths: ReadonlySet<string>;
  /** The terms that are compared by order. */
  readonly ordered: ReadonlySet<string>;
  /** The terms that are compared with one another, directly or over others. */
  readonly groups: readonly (readonly string[])[];
};

/** Collects what formulas compare. */
export function linkTerms(formulas: readonly Formula[]): Links {
  const constants = new Map<string, Set<Constant>>();
  const peers = new Map<string, Set<string>>();
  const truths = new Set<string>();
  const ordered = new Set<string>();
  const note = (term: string, other: Operand) => {
    const known = peers.get(term) ?? new Set();
    peers.set(term, known);
    if ('term' in other) known.add(other.term);
    else constants.set(term, (constants.get(term) ?? new Set<Constant>()).add(other.constant));
  };
  const visit = (formula: Formula): void => {
    if (formula.kind === 'truth') truths.add(formula.term);
    else if (formula.kind === 'not') visit(formula.part);
    else if ('parts' in formula) for (const part of formula.parts) visit(part);
    else if (formula.kind === 'compare') {
      const { operator, left, right } = formula;
      if ('term' in left) note(left.term, right);
      if ('term' in right) note(right.term, left);
      for (const side of [left, right])
        if ('term' in side && operator !== '==' && operator !== '!=') ordered.add(side.term);
    }
  };
  for (const formula of formulas) visit(formula);
  return { constants, truths, ordered, groups: groupsOf(peers) };
}

function groupsOf(peers: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const seen = new Set<string>();
  const groups: string[][] = [];
  for (const start of peers.keys()) {
    if (seen.has(start)) continue;
    const group = new Set([start]);
    for (const term of group) for (const peer of peers.get(term) ?? []) group.add(peer);
    for (const term of group) seen.add(term);
    groups.push([...group]);
  }
  return groups;
}
