/**
 * The values to try for each term so that every case is covered: each constant it is compared with, and
 * values between, below and above. Terms compared with each other share their constants and get enough values
 * to differ.
 */
import type { Constant, Formula, Operand, Terms } from './formula.ts';
import { presenceQuestion } from './term.ts';
import type { TermFacts, TermKnowledge } from './term-knowledge.ts';
import { numbersAround } from './term-knowledge.ts';

/** The values to try for each term; numbers are in ten-thousandths. */
export type TermDomains = ReadonlyMap<string, readonly Constant[]>;

/** A text that no definition uses as a constant. */
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

/** Returns the constants of a group's comparisons and the known values of its terms. */
function constantsOf(group: readonly string[], facts: readonly TermFacts[], links: Links): Constant[] {
  return [
    ...group.flatMap((text) => [...(links.constants.get(text) ?? [])]),
    ...facts.flatMap(({ values = [] }) => values),
    ...(group.some((text) => links.truths.has(text)) ? [true, false] : []),
  ];
}

/** The presence of a field is a separate question if `has` asks for it or the field is optional. */
function presences(
  terms: Terms,
  knowledge: TermKnowledge,
  domains: TermDomains,
): readonly (readonly [string, readonly boolean[]])[] {
  const known = [...terms.values()];
  const fields = new Set(known.flatMap(({ fields: read, asked }) => [...read, ...asked]));
  // Asking for a field also asks for its parents: `has` has no value if they are absent.
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
  /** How many terms need distinct values. */
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

/** Returns each text, some others equal to none, and, if order matters, some before and after each. */
function textsAround(texts: readonly string[], { room, isOrdered }: Surroundings): readonly string[] {
  const suffixes = Array.from({ length: room }, (_, index) => '\u0000'.repeat(index + 1));
  const others = Array.from({ length: room }, (_, index) => `${OTHER_TEXT}${index === 0 ? '' : ` ${index}`}`);
  const behind = isOrdered ? ['', ...texts].flatMap((text) => suffixes.map((end) => text + end)) : [];
  return [...new Set([...texts, ...others, ...behind, ...(isOrdered ? [''] : [])])];
}

/** What the comparisons of formulas say together. */
type Links = {
  readonly constants: ReadonlyMap<string, ReadonlySet<Constant>>;
  /** The terms used as truth values. */
  readonly truths: ReadonlySet<string>;
  /** The terms compared by order. */
  readonly ordered: ReadonlySet<string>;
  /** Groups of terms compared with each other, directly or indirectly. */
  readonly groups: readonly (readonly string[])[];
};

/** Collects the comparisons of formulas. */
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
