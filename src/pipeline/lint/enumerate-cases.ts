/** Every case of some terms, one after the other, as one list of values that changes under its readers. */
import type { Case } from './compile-formula.ts';
import type { Constant, Terms } from './formula.ts';
import { presenceQuestion } from './term.ts';
import type { TermDomains } from './term-domains.ts';

/** The cases of some terms. */
export type Cases = Case & {
  readonly terms: readonly string[];
  /** Puts every case in turn into the values, and calls back; `pinned` terms keep one value. */
  readonly visit: (
    each: () => void,
    pinned?: { readonly terms: ReadonlySet<string>; readonly to: Constant },
  ) => void;
};

/** Prepares the cases of domains none of which is empty. */
export function enumerateCases(domains: TermDomains, known: Terms): Cases {
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

/** Counts through the lists as through digits; the first moves fastest. */
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
