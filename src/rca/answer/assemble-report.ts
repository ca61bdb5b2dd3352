/**
 * Assembles the report of a run from its cases. Pure: the same cases give the same document in any order. It
 * contains no times or durations.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import {
  type CauseStatus,
  type DefectType,
  type HistoryDepth,
  REPORT_SCHEMA,
  type ReportCause,
  type ReportDocument,
  type ReportSuspect,
} from '../../record/index.ts';
import type { ChangeBlock } from '../blocks/case-blocks.ts';
import { assertionDifference } from '../case/assertion-difference.ts';
import { failureText, ownMessage } from '../case/failure-text.ts';
import { absentWords } from '../evidence/absent-here.ts';
import type { TestCounts } from '../intake/reading/failed-test.ts';
import { type AnsweredCase, outputOf, reportCourt } from './answered-case.ts';
import { concludeCause } from './conclude-cause.ts';
import { evidenceEntries } from './evidence-entries.ts';
import { evidenceGaps } from './evidence-gaps.ts';
import { type CauseGroup, groupCases } from './group-cases.ts';

/** The inputs of a report. */
export type ReportInput = Pick<
  ReportDocument,
  'run' | 'repository' | 'revision' | 'versions' | 'history' | 'tested_elsewhere' | 'unread'
> & { readonly counts: TestCounts; readonly cases: readonly AnsweredCase[] };

/** Defect types that say nothing about the product or its tests; they come last. */
const MINOR_TYPES: readonly DefectType[] = ['flaky', 'infrastructure', 'no_defect'];
const MOST_STEPS = 10;
const MOST_ATTACHMENTS = 12;

export function assembleReport({ counts, cases, ...input }: ReportInput): ReportDocument {
  const { run, repository, revision, versions, history, tested_elsewhere, unread } = input;
  const stated = groupCases(cases).map((group) => ({ group, cause: toCause(group, history) }));
  stated.sort(
    (left, right) =>
      gravity(left.cause) - gravity(right.cause) ||
      failuresOf(right.group) - failuresOf(left.group) ||
      right.cause.confidence - left.cause.confidence ||
      compareCodePoints(left.cause.id, right.cause.id),
  );
  const causes = stated.map(({ cause }) => cause);
  const known = stated.filter(({ group }) => membersOf(group).some(({ isKnown }) => isKnown)).length;
  return {
    schema: REPORT_SCHEMA,
    run,
    repository,
    revision,
    versions,
    history,
    ...(tested_elsewhere && { tested_elsewhere }),
    summary: {
      tests: counts.total,
      failures: counts.failed + counts.errored,
      cases: cases.length,
      causes: causes.length,
      new: causes.length - known,
      known,
      flaky: causes.filter(({ defect_type }) => defect_type === 'flaky').length,
      concluded: causes.filter(({ status }) => isEstablished(status)).length,
    },
    causes,
    unread,
  };
}

function toCause(group: CauseGroup, history: HistoryDepth): ReportCause {
  const { id, lead, others } = group;
  const { suspects, ...conclusion } = concludeCause(lead);
  const { recalled, court } = lead;
  const isOpen =
    conclusion.status === 'insufficient' ||
    conclusion.status === 'inconclusive' ||
    court?.gapBrief !== undefined;
  const gaps = isOpen ? evidenceGaps({ answered: lead, history, suspects }) : [];
  return {
    id,
    ...conclusion,
    summary: summaryOf(lead),
    ...whatHappened(lead, suspects),
    tests: testsOf(group),
    failures: failuresOf(group),
    ...attachmentsOf(group),
    ...(recalled !== undefined && { first_seen: recalled.block.first_seen }),
    suspects,
    commits: (recalled?.block.commits ?? outputOf(lead, 'investigate')?.commits ?? []).map(
      ({ id: commit, score, subject = '', author = '', date = '' }) => ({
        id: commit,
        score,
        subject,
        author,
        date,
      }),
    ),
    evidence: evidenceEntries(lead, suspects),
    path: lead.path,
    ...(court !== undefined && { court: reportCourt(court) }),
    ...(isOpen && { gaps }),
    next_steps: nextSteps(
      outputOf(lead, 'report')?.next_steps ?? [],
      gaps.map(({ suggested_action }) => suggested_action),
    ),
    duplicates: others.map(({ record }) => record.id),
    stale: false,
  };
}

/** Orders causes: settled product bugs first, then anything open or elsewhere, then noise. */
function gravity({ defect_type, status }: ReportCause): number {
  if (MINOR_TYPES.includes(defect_type)) return 2;
  return defect_type === 'product_bug' && isEstablished(status) ? 0 : 1;
}

function isEstablished(status: CauseStatus): boolean {
  return status === 'proven' || status === 'narrowed' || status === 'concluded';
}

function membersOf({ lead, others }: CauseGroup): readonly AnsweredCase[] {
  return [lead, ...others];
}

function failuresOf(group: CauseGroup): number {
  return membersOf(group).reduce((sum, { record }) => sum + record.count, 0);
}

/** Each file once, those of the lead case first. */
function attachmentsOf(group: CauseGroup): Pick<ReportCause, 'attachments'> {
  const all = membersOf(group).flatMap(({ record }) =>
    record.failures.flatMap(({ attachments = [] }) => attachments),
  );
  const unique = new Map(all.map((one) => [one.path, one]));
  return unique.size === 0 ? {} : { attachments: [...unique.values()].slice(0, MOST_ATTACHMENTS) };
}

function testsOf(group: CauseGroup): ReportCause['tests'] {
  const tests = membersOf(group).flatMap(({ record }) => record.tests);
  const unique = new Map(tests.map(({ suite, name }) => [JSON.stringify([suite, name]), { suite, name }]));
  return [...unique.values()].sort(
    (left, right) => compareCodePoints(left.suite, right.suite) || compareCodePoints(left.name, right.name),
  );
}

function summaryOf(lead: AnsweredCase): string {
  const { record, recalled } = lead;
  const [first] = record.failures;
  return (
    outputOf(lead, 'report')?.summary ??
    recalled?.block.summary ??
    outputOf(lead, 'investigate')?.rca_message ??
    [record.fingerprint.exception, first?.message.text ?? ''].filter((text) => text !== '').join(': ')
  );
}

function nextSteps(reported: readonly string[], fromGaps: readonly string[]): readonly string[] {
  return [...new Set([...reported, ...fromGaps])].slice(0, MOST_STEPS);
}

/** The fields of a cause that describe what happened. */
type WhatHappened = Pick<
  ReportCause,
  | 'world'
  | 'world_reason'
  | 'tests_are'
  | 'message'
  | 'difference'
  | 'type_reason'
  | 'change'
  | 'code'
  | 'last_green'
  | 'coverage'
  | 'absent'
  | 'owner'
>;

/** Describes what happened, from a cause's lead case and its first suspect. */
function whatHappened(lead: AnsweredCase, [first]: readonly ReportSuspect[]): WhatHappened {
  const { record, base, evidence } = lead;
  const texts = record.failures.map(failureText);
  // A test with failing subtests often has no message itself.
  const failure = texts.find((text) => ownMessage(text) !== '') ?? texts[0];
  const found = outputOf(lead, 'investigate');
  const difference = failure && assertionDifference(failure);
  const held = evidence.findLast(({ block }) => block.path === first?.path)?.block;
  return {
    world: found?.world ?? 'unknown',
    world_reason: found?.world_reason ?? '',
    ...(base !== undefined && { tests_are: base.tests_are }),
    message: failure === undefined ? '' : ownMessage(failure),
    ...(difference && { difference }),
    type_reason: found?.defect_reason ?? '',
    ...(held?.change !== undefined &&
      (found?.world === 'change' || isRemembered(held.change, lead)) && {
        change: {
          commit: held.change.commit === '' ? null : held.change.commit,
          subject: held.change.subject,
          author: held.change.author,
          date: held.change.date,
          files: held.change.files,
        },
      }),
    ...(held !== undefined && held.code.length > 0 && { code: { path: held.path, lines: held.code } }),
    ...(held?.owner !== undefined && { owner: held.owner }),
    ...(base?.is_base_green && { last_green: base.base_revision }),
    ...(base?.absent && { absent: absentWords(base.absent) }),
    ...(base?.coverage && { coverage: base.coverage }),
  };
}

/** Returns whether a recalled cause was attributed to the same change that its place still points to. */
function isRemembered({ commit }: Pick<ChangeBlock, 'commit'>, { recalled }: AnsweredCase): boolean {
  const known = recalled?.block.change;
  return known !== undefined && (known.commit ?? '') === commit;
}
