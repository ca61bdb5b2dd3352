/**
 * Groups cases by cause: a duplicate joins the case it was linked to, and cases with the same remembered
 * cause are grouped.
 */
import { compareCodePoints, ONE_IN_BASIS_POINTS, toBasisPoints } from '../../kernel/index.ts';
import { failureText, ownMessage } from '../case/failure-text.ts';
import { coverFailures, type UnexplainedCase } from '../changes/cover-failures.ts';
import { isUntold } from '../intake/reading/record-test.ts';
import { DUPLICATE_SIMILARITY, eventOfCase, hypothesesOf } from '../nodes/compare-cases.ts';
import { type AnsweredCase, outputOf } from './answered-case.ts';

/** The cases of one cause; the lead represents them. */
export type CauseGroup = {
  readonly id: string;
  readonly lead: AnsweredCase;
  readonly others: readonly AnsweredCase[];
};

/**
 * Groups cases, whatever their order: by the change that explains them, otherwise by the links between them.
 * The groups are sorted by the ids of their leads.
 */
export function groupCases(cases: readonly AnsweredCase[]): readonly CauseGroup[] {
  const sorted = [...cases].sort((left, right) => compareCodePoints(left.record.id, right.record.id));
  const byId = new Map(sorted.map((one) => [one.record.id, one]));
  const changes = coverFailures(sorted.map(unexplained));
  const keyed = sorted.map((one) => {
    const lead = leadOf(one, byId);
    return { one, lead, key: changes.get(lead.record.id) ?? causeId(lead) };
  });
  const [only, ...further] = new Set(keyed.filter(({ lead }) => !isSilent(lead)).map(({ key }) => key));
  // Cases without a message or a tie to the repository join the only cause of the rest, if there is just one:
  // when an import fails, the whole file ends.
  const keyOf = ({ lead, key }: (typeof keyed)[number]) =>
    only !== undefined && further.length === 0 && isSilent(lead) ? only : key;
  const groups = [...Map.groupBy(keyed, keyOf)].map(([key, members]) => {
    const lead = bestLead(
      members.map(({ lead }) => lead),
      key,
    );
    const others = members.map(({ one }) => one).filter((one) => one !== lead);
    return { id: causeId(lead), lead, others };
  });
  return groups.sort((left, right) => compareCodePoints(left.lead.record.id, right.lead.record.id));
}

/** Returns whether a case has no message of its own and nothing else that ties it to the repository. */
function isSilent({ record, base, recalled }: AnsweredCase): boolean {
  return recalled === undefined && base?.is_grounded === false && !base.absent && !speaks(record);
}

/** A test that failed only because something nested in it failed has no message of its own. */
function speaks({ failures }: AnsweredCase['record']): boolean {
  return failures
    .map((failure) => ownMessage(failureText(failure)))
    .some((message) => message !== '' && !isUntold(message));
}

/**
 * The hypotheses for a case. A recalled cause needs none, and one missing thing explains all cases that lack
 * it.
 */
function unexplained(one: AnsweredCase): UnexplainedCase {
  const absent = one.recalled === undefined ? one.base?.absent : undefined;
  if (absent !== undefined) {
    const hypothesis = { id: `absent ${absent.kind} ${absent.name}`, chance: ONE_IN_BASIS_POINTS };
    return { id: one.record.id, failures: one.record.count, hypotheses: [hypothesis] };
  }
  const suspects = one.recalled === undefined ? (outputOf(one, 'investigate')?.suspects ?? []) : [];
  return {
    ...{ id: one.record.id, failures: one.record.count, hypotheses: hypothesesOf(suspects) },
    event: eventOfCase(one.record),
  };
}

/**
 * Chooses the lead of a group: a finished case whose first suspect explains the others, with a message, then
 * the one with the highest confidence.
 */
function bestLead(cases: readonly AnsweredCase[], change: string): AnsweredCase {
  const rank = (one: AnsweredCase) => {
    const [first] = outputOf(one, 'investigate')?.suspects ?? [];
    return [
      outputOf(one, 'report') === undefined ? 1 : 0,
      first !== undefined && hypothesesOf([first])[0]?.id === change ? 0 : 1,
      speaks(one.record) ? 0 : 1,
      -(first?.confidence ?? 0),
      -one.record.count,
    ];
  };
  const compare = (left: AnsweredCase, right: AnsweredCase) => {
    const [own, other] = [rank(left), rank(right)];
    const at = own.findIndex((value, index) => value !== other[index]);
    return at < 0
      ? compareCodePoints(left.record.id, right.record.id)
      : (own[at] as number) - (other[at] as number);
  };
  return cases.toSorted(compare)[0] as AnsweredCase;
}

/**
 * Follows links to the case that has its own cause. In a cycle, which only wrong links create, returns the
 * first by id.
 */
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

/**
 * Returns the case that a duplicate was linked to; only a case whose walk ended at `correlate` is a
 * duplicate.
 */
function linkOf(one: AnsweredCase, byId: ReadonlyMap<string, AnsweredCase>): AnsweredCase | undefined {
  const found = outputOf(one, 'correlate');
  if (one.path.at(-1) !== 'correlate' || !found?.is_duplicate || found.linked_rca_id === undefined) return;
  return toBasisPoints(found.confidence) < DUPLICATE_SIMILARITY ? undefined : byId.get(found.linked_rca_id);
}

function causeId({ record, recalled }: AnsweredCase): string {
  return recalled?.block.id ?? `cause-${record.id.replace(/^case-/, '')}`;
}
