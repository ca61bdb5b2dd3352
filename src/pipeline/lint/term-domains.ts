/**
 * The values a term needs to take so that every case is seen: each constant it is compared with, and values between,
 * below and above them. Terms that are compared with one another share their constants and get room to differ.
 */
import type { Constant, Formula, Operand, Terms } from './formula.ts';
import { presenceQuestion } from './term.ts';
import type { TermFacts, TermKnowledge } from './term-knowledge.ts';
import { numbersAround } from './term-knowledge.ts';

/** The values to try for each term; numbers are in ten-thousandths. */
export type TermDomains = ReadonlyMap<string, readonly Constant[]>;

/** A text no definition compares with. */
export const OTHER_TEXT = '(something else)';

/** Collects the domains of all terms in some formulas. */
export function collectDomains(
  formulas: readonly Formula[],
  terms: Terms,
  knowledge: TermKnowledge,
): TermDomains {
  const links = linkTerms(formulas);
  const domains = new Map<string, readonly Constant[]>();
  for (const group of links.groups) {
    const facts = group.map((text) => factsOf(text, terms, knowledge));
    const shared = constantsOf(group, facts, links);
    const isOrdered = group.some((text) => links.ordered.has(text));
    const isMixed = new Set(facts.map(({ isWhole = false }) => isWhole)).size > 1;
    for (const [index, text] of group.entries())
      domains.set(text, domainOf(shared, { room: group.length, isOrdered, isMixed, ...facts[index] }));
  }
  for (const text of links.truths) if (!domains.has(text)) domains.set(text, [true, false]);
  for (const [question, answers] of presences(terms, knowledge, domains)) domains.set(question, answers);
  return domains;
}

function factsOf(text: string, terms: Terms, knowledge: TermKnowledge): TermFacts {
  const term = terms.get(text);
  return term === undefined ? {} : knowledge.factsOf(term);
}

/** Returns what the terms of a group are compared with, and what one of them is known to be. */
function constantsOf(group: readonly string[], facts: readonly TermFacts[], links: Links): Constant[] {
  return [
    ...group.flatMap((text) => [...(links.constants.get(text) ?? [])]),
    ...facts.flatMap(({ values = [] }) => values),
    ...(group.some((text) => links.truths.has(text)) ? [true, false] : []),
  ];
}

/** Whether a field is there is a question of its own where it was asked, or where the field can be left out. */
function presences(
  terms: Terms,
  knowledge: TermKnowledge,
  domains: TermDomains,
): readonly (readonly [string, readonly boolean[]])[] {
  const known = [...terms.values()];
  const fields = new Set(known.flatMap(({ fields: read, asked }) => [...read, ...asked]));
  // Who asks for a field asks for what leads to it: `has` has no answer where that is not there.
  const doubted = new Set(known.flatMap(({ fields: read, asked }) => (asked.length > 0 ? [...read] : [])));
  return [...fields].flatMap((field): readonly (readonly [string, readonly boolean[]])[] => {
    const question = presenceQuestion(field);
    const told = knowledge.presence(field);
    const presence = told === 'unknown' && doubted.has(field) ? 'sometimes' : told;
    if (presence === 'always') return domains.has(question) ? [[question, [true]]] : [];
    return presence === 'sometimes' || domains.has(question) ? [[question, [true, false]]] : [];
  });
}

type Surroundings = TermFacts & {
  /** How many terms need to differ. */
  readonly room: number;
  readonly isOrdered: boolean;
  readonly isMixed: boolean;
};

function domainOf(constants: readonly Constant[], around: Surroundings): readonly Constant[] {
  const texts = constants.filter((value) => typeof value === 'string');
  const numbers = constants.filter((value) => typeof value === 'number');
  const booleans = constants.some((value) => typeof value === 'boolean') ? [true, false] : [];
  if (around.values) return around.values;
  const isNumeric = numbers.length > 0 || (texts.length === 0 && booleans.length === 0);
  return [
    ...(texts.length > 0 ? textsAround(texts, around) : []),
    ...(isNumeric ? numbersAround(numbers, around) : []),
    ...booleans,
  ];
}

/** Returns each text, some that are equal to none, and where order matters some before and behind each. */
function textsAround(texts: readonly string[], { room, isOrdered }: Surroundings): readonly string[] {
  const suffixes = Array.from({ length: room }, (_, index) => '\u0000'.repeat(index + 1));
  const others = Array.from({ length: room }, (_, index) => `${OTHER_TEXT}${index === 0 ? '' : ` ${index}`}`);
  const behind = isOrdered ? ['', ...texts].flatMap((text) => suffixes.map((end) => text + end)) : [];
  return [...new Set([...texts, ...others, ...behind, ...(isOrdered ? [''] : [])])];
}

/** What the comparisons of some formulas say together. */
type Links = {
  readonly constants: ReadonlyMap<string, ReadonlySet<Constant>>;
  /** The terms that stand alone, as true or false. */
  readonly truths: ReadonlySet<string>;
  /** The terms that are compared by order. */
  readonly ordered: ReadonlySet<string>;
  /** The terms that are compared with one another, directly or over others. */
  readonly groups: readonly (readonly string[])[];
};

/** Collects what formulas compare. */
function linkTerms(formulas: readonly Formula[]): Links {
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
