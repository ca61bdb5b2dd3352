/**
 * Renders the failed tests in the Common Test Report Format, with findings in its fields. It has no passed
 * tests and no times: a run's report contains neither, and equal reports give equal bytes.
 */
import { printableJson } from '../kernel/index.ts';
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { completeCauses, reliableStatus } from './describe-cause.ts';
import { subjectOf } from './describe-proof.ts';
import { causeFacts, codeLines, messageLines, plainCause, plainTitle } from './plain-cause.ts';
import { cutText } from './text/fit-text.ts';

const SPEC_VERSION = '0.0.0';
const LONGEST_MESSAGE = 4_000;

/** Renders the failed tests of a report as a CTRF document. */
export function renderCtrf(recorded: ReportDocument): string {
  const { run, repository, revision, versions, summary } = recorded;
  const causes = completeCauses(recorded.causes);
  const tests = causes.flatMap((cause) => testsOf(cause, { run, of: causes.length }));
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    generatedBy: 'penumbra',
    results: {
      tool: { name: 'penumbra', version: versions.penumbra ?? '' },
      summary: {
        tests: tests.length,
        passed: 0,
        failed: tests.length,
        pending: 0,
        skipped: 0,
        other: 0,
        start: 0,
        stop: 0,
        // The totals of the run, as only failures are listed.
        extra: { testsInRun: summary.tests, failuresInRun: summary.failures, causes: summary.causes },
      },
      tests,
      environment: { repositoryName: repository, ...(revision !== null && { commit: revision }) },
      extra: { run },
    },
  };
  return `${printableJson(document, 2)}\n`;
}

function testsOf(cause: ReportCause, report: { readonly run: string; readonly of: number }) {
  const told = [plainTitle(cause), ...plainCause(cause, subjectOf(cause, report))];
  const snippet = codeLines(cause).join('\n');
  const message = messageLines(cause).join('\n') || plainTitle(cause);
  const facts = Object.fromEntries(causeFacts(cause));
  return cause.tests.map(({ suite, name }) => ({
    name: name === '' ? '(no name)' : name,
    status: 'failed',
    duration: 0,
    ...(suite !== '' && { suite: [suite] }),
    message: cutText(message, LONGEST_MESSAGE),
    ...(snippet !== '' && { snippet }),
    tags: [reliableStatus(cause), cause.defect_type],
    labels: facts,
    extra: { told },
  }));
}
