/**
 * The values a term needs to take so that every case is seen: each constant it is compared with, and values between,
 * below and above them. Terms that are compared with one another share their constants and get room to differ.
 */
import type { Constant, Formula, Operand, TermReads } from './formula.ts';

/** What is known of a term beyond its text. */
export type TermFacts = {
  readonly isWhole?: boolean;
  readonly least?: number;
  readonly most?: number;
  /** Every text it can be. */
  readonly values?: readonly string[];
};

/** The values to try for each term; numbers are in ten-thousandths. */
export type TermDomains = ReadonlyMap<string, readonly Constant[]>;

/** A text no definition compares with. */
const OTHER_TEXT = '(something else)';
const ONE = 10_000;

/** Collects the domains of all terms in some formulas. */
export function collectDomains(
  formulas: readonly Formula[],
  reads: TermReads,
  factsOf: (term: string) => TermFacts,
): TermDomains {
  const links = new Links();
  for (const formula of formulas) visit(formula, links);
  const domains = new Map<string, readonly Constant[]>();
  for (const group of links.groups()) {
    const constants = group.flatMap((term) => [...(links.constants.get(term) ?? [])]);
    for (const term of group) domains.set(term, domainOf(constants, group.length, factsOf(term)));
  }
  for (const term of links.truths) domains.set(term, [true, false, ...withoutBooleans(domains.get(term))]);
  for (const term of reads.keys()) if (!domains.has(term)) domains.set(term, [true, false]);
  return domains;
}

function domainOf(constants: readonly Constant[], room: number, facts: TermFacts): readonly Constant[] {
  const texts = constants.filter((value) => typeof value === 'string');
  const numbers = constants.filter((value) => typeof value === 'number');
  const hasBooleans = constants.some((value) => typeof value === 'boolean');
  const others = Array.from({ length: room }, (_, index) =>
    index === 0 ? OTHER_TEXT : `${OTHER_TEXT} ${index}`,
  );
  const isNumeric = numbers.length > 0 || (texts.length === 0 && !hasBooleans && facts.values === undefined);
  return [
    ...(facts.values ?? (texts.length > 0 ? new Set([...texts, ...others]) : [])),
    ...(isNumeric ? numbersAround(numbers, room, facts) : []),
    ...(hasBooleans ? [true, false] : []),
  ];
}

/** Returns each constant and as many numbers in each gap as terms need to differ in it. */
function numbersAround(constants: readonly number[], room: number, facts: TermFacts): number[] {
  const step = facts.isWhole ? ONE : 1;
  const points = new Set<number>();
  const sorted = [...new Set(constants.length > 0 ? constants : [0])].toSorted((a, b) => a - b);
  for (const constant of sorted) {
    if (constant % step === 0) points.add(constant);
    const above = (Math.floor(constant / step) + 1) * step;
    const below = (Math.ceil(constant / step) - 1) * step;
    for (let index = 0; index < room; index++) {
      points.add(above + index * step);
      points.add(below - index * step);
    }
  }
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = facts;
  return [...points].filter((point) => point >= least && point <= most).toSorted((a, b) => a - b);
}

function withoutBooleans(values: readonly Constant[] = []): readonly Constant[] {
  return values.filter((value) => typeof value !== 'boolean');
}

/** Which terms are compared with which constants and with one another. */
class Links {
  readonly constants = new Map<string, Set<Constant>>();
  readonly truths = new Set<string>();
  readonly #peers = new Map<string, Set<string>>();

  compare(left: Operand, right: Operand): void {
    if ('term' in left) this.#note(left.term, right);
    if ('term' in right) this.#note(right.term, left);
  }

  groups(): string[][] {
    const seen = new Set<string>();
    const groups: string[][] = [];
    for (const start of this.#peers.keys()) {
      if (seen.has(start)) continue;
      const group = new Set([start]);
      for (const term of group) for (const peer of this.#peers.get(term) ?? []) group.add(peer);
      for (const term of group) seen.add(term);
      groups.push([...group]);
    }
    return groups;
  }

  #note(term: string, other: Operand): void {
    const peers = this.#peers.get(term) ?? new Set();
    this.#peers.set(term, peers);
    if ('term' in other) peers.add(other.term);
    else this.constants.set(term, (this.constants.get(term) ?? new Set<Constant>()).add(other.constant));
  }
}

function visit(formula: Formula, links: Links): void {
  switch (formula.kind) {
    case 'and':
    case 'or':
    case 'if':
      for (const part of formula.parts) visit(part, links);
      break;
    case 'not':
      visit(formula.part, links);
      break;
    case 'truth':
      links.truths.add(formula.term);
      break;
    case 'compare':
      links.compare(formula.left, formula.right);
      break;
  }
}
