/**
 * How much a line tells of its section: terms that few other sections have, for up to twice as much the earlier they
 * come; so a first line counts, but not a licence that opens every file. Whole numbers only, so that the same lines are
 * chosen on every machine.
 */
import { fixedLog2 } from '../compose/fixed-log.ts';
import { proseTerms } from '../producers/terms.ts';
import type { SourceLine } from './source-line.ts';

/** How much of a line is looked at. */
const LINE_LENGTH = 2_000;
const TERMS = 64;
/** Keeps a line of one rare term below one that says something in several. */
const DAMPING = 4;

/** Returns a score for every line of every section. */
export function scoreLines(sections: readonly (readonly SourceLine[])[]): number[][] {
  const terms = sections.map((lines) => lines.map(({ text }) => lineTerms(text)));
  const rarities = termRarities(terms);
  return sections.map((lines, section) =>
    lines.map(({ place }, index) => {
      const found = terms[section]?.[index] ?? [];
      const sum = found.reduce((total, term) => total + (rarities.get(term) ?? 0), 0);
      const rarity = Math.floor(sum / (found.length + DAMPING));
      return rarity + Math.floor(rarity / (1 + place));
    }),
  );
}

function lineTerms(text: string): readonly string[] {
  return [...proseTerms(text.slice(0, LINE_LENGTH)).keys()].slice(0, TERMS);
}

/** Returns for every term log2((2 N + 2) / (2 n + 1)) in fixed point, where n of N sections have it. */
function termRarities(sections: readonly (readonly (readonly string[])[])[]): Map<string, number> {
  const having = new Map<string, number>();
  for (const lines of sections)
    for (const term of new Set(lines.flat())) having.set(term, (having.get(term) ?? 0) + 1);
  const all = fixedLog2(2 * sections.length + 2);
  const rarities = sections.map((_, index) => all - fixedLog2(2 * (index + 1) + 1));
  return new Map([...having].map(([term, count]) => [term, rarities[count - 1] ?? 0]));
}
