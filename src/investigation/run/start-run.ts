/** Starts a run: reads the reports, folds the failures into cases, and records the run's inputs. */

import { recordScan, type Tree } from '../../context/index.ts';
import { assertInvariant, type CanonicalValue, canonicalText, type Id } from '../../kernel/index.ts';
import { frameBatch, type Ledger, putFrames } from '../../ledger/index.ts';
import { caseSubject, eventAppends, runLog } from '../../pipeline/index.ts';
import { type CaseRecord, type FailedTest, foldCases, type TestPast } from '../../rca/index.ts';
import { runEvent } from '../../record/index.ts';
import { type RunInputs, runIdOf } from './run-inputs.ts';
import { runDraft } from './run-record.ts';
import type { RunSecrets } from './run-secrets.ts';
import { type coverageIn, putCoverage } from './take-in-coverage.ts';
import type { Intake } from './take-in-reports.ts';

/**
 * How many cases one run opens, so that any report is answered in about a minute; the run reports how many
 * were left out.
 */
const MOST_CASES = 1_000;

/** What a run is made from: the failing tests with what earlier reports say about them, and the tree. */
type RunMaterial = {
  readonly intake: Intake;
  readonly tree: Tree;
  readonly secrets: RunSecrets;
  /** The coverage, if any was given, and the part that could not be read. */
  readonly coverage?: ReturnType<typeof coverageIn> | undefined;
  readonly pastOf?: (test: FailedTest) => TestPast | undefined;
};

/** Records the start of a run, unless it is already recorded, and returns its id. */
export async function startRun(
  ledger: Ledger,
  inputs: RunInputs,
  { intake, tree, secrets, coverage, pastOf }: RunMaterial,
): Promise<Id<'run'>> {
  const run = runIdOf(inputs);
  const log = runLog(run);
  if ((await ledger.store.head(log)) !== null) return run;
  // Recorded first, so that the tree of any recorded run can be compared and its files' bytes told apart from
  // later ones.
  await recordScan(ledger, tree);
  const { kept, unread } = boundCases(intake, pastOf);
  const frames = await putFrames(
    ledger,
    kept.map((record) => ({
      subject: caseSubject(run, record.id),
      type: 'case',
      agent: 'intake',
      basis: {
        inputs: inputs.reports.map(({ name, hash }) => ({
          external: { name: `report ${name}`, value: hash },
        })),
      },
      content: canonicalText(record as unknown as CanonicalValue),
    })),
  );
  const cases = kept.map(({ id }, index) => ({
    id,
    frame: (frames[index] as (typeof frames)[number]).frameId,
  }));
  const ran = coverage && {
    coverage: await putCoverage(ledger, run, { inputs: inputs.coverage ?? [], lines: coverage.lines }),
  };
  const { batch } = frameBatch(
    ledger,
    runDraft(run, {
      inputs,
      tests: intake.tests,
      unread: [...unread, ...(coverage?.unread ?? [])],
      cases,
      ...ran,
      ...(secrets.ofReports.length > 0 && { secrets: secrets.ofReports }),
    }),
  );
  const events = [
    runEvent('run-started', { run, inputs: inputs as unknown as CanonicalValue }),
    ...cases.map(({ id, frame }) => runEvent('case-opened', { case: id, frame })),
  ];
  const outcome = await ledger.store.commit({
    ...batch,
    requires: [...(batch.requires ?? []), { kind: 'head-is', log, value: null }],
    appends: [...(batch.appends ?? []), ...eventAppends(run, events)],
  });
  // Two processes may start the same run; the second finds it started.
  const isStarted = outcome.committed || (await ledger.store.head(log)) !== null;
  assertInvariant(isStarted, 'a run whose cases are kept can be started');
  return run;
}

function boundCases(
  { failures, flaky, unread }: Intake,
  pastOf: RunMaterial['pastOf'],
): {
  readonly kept: readonly CaseRecord[];
  readonly unread: Intake['unread'];
} {
  const cases = foldCases(failures, flaky, pastOf);
  const kept = cases.slice(0, MOST_CASES);
  const left = cases.length - kept.length;
  if (left === 0) return { kept, unread };
  const reason = `${left} further cases were left out, past the first ${MOST_CASES}`;
  return { kept, unread: [...unread, { source: 'all reports', reason }] };
}
