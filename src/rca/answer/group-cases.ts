/** Groups cases by cause: a duplicate goes to the case it was linked to, and what memory knows as one cause is one. */
import { compareCodePoints, toBasisPoints } from '../../kernel/index.ts';
import { DUPLICATE_SIMILARITY } from '../nodes/compare-cases.ts';
import { type AnsweredCase, outputOf } from './answered-case.ts';

/** The cases of one cause; the first speaks for all. */
export type CauseGroup = {
  readonly id: string;
  readonly lead: AnsweredCase;
  readonly others: readonly AnsweredCase[];
};

/** Groups cases, in any order given; the groups come in the order of their leads' ids. */
export function groupCases(cases: readonly AnsweredCase[]): readonly CauseGroup[] {
  const sorted = [...cases].sort((left, right) => compareCodePoints(left.record.id, right.record.id));
  const byId = new Map(sorted.map((one) => [one.record.id, one]));
  const leads = sorted.map((one) => ({ one, lead: leadOf(one, byId) }));
  const groups = Map.groupBy(leads, ({ lead }) => causeId(lead));
  return [...groups].map(([id, members]) => {
    const [first] = members.filter(({ one, lead }) => one === lead);
    const lead = first?.one ?? (members[0] as (typeof members)[number]).lead;
    return { id, lead, others: members.map(({ one }) => one).filter((one) => one !== lead) };
  });
}

/** Follows links to the case that has its own cause; in a ring, which only wrong links make, the first by id. */
function leadOf(start: AnsweredCase, byId: ReadonlyMap<string, AnsweredCase>): AnsweredCase {
  const seen = new Set<AnsweredCase>();
  let current = start;
  for (let next = linkOf(current, byId); next !== undefined; next = linkOf(current, byId)) {
    if (seen.has(current)) return firstOfRing(current, byId);
    seen.add(current);
    current = next;
  }
  return current;
}

function firstOfRing(start: AnsweredCase, byId: ReadonlyMap<string, AnsweredCase>): AnsweredCase {
  let first = start;
  for (let next = linkOf(start, byId); next !== undefined && next !== start; next = linkOf(next, byId)) {
    if (compareCodePoints(next.record.id, first.record.id) < 0) first = next;
  }
  return first;
}

/** Returns the case that a duplicate was linked to; only a case that ended there is one. */
function linkOf(one: AnsweredCase, byId: ReadonlyMap<string, AnsweredCase>): AnsweredCase | undefined {
  const found = outputOf(one, 'correlate');
  if (one.path.at(-1) !== 'correlate' || !found?.is_duplicate || found.linked_rca_id === undefined) return;
  return toBasisPoints(found.confidence) < DUPLICATE_SIMILARITY ? undefined : byId.get(found.linked_rca_id);
}

function causeId({ record, recalled }: AnsweredCase): string {
  return recalled?.block.id ?? `cause-${record.id.replace(/^case-/, '')}`;
}
