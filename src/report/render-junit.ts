/**
 * Renders the failed tests as JUnit XML, with findings as properties. Passed tests are missing, because a
 * run's report does not name them.
 */
import { compareCodePoints } from '../kernel/index.ts';
import type { ReportCause, ReportDocument } from '../record/index.ts';
import { completeCauses } from './describe-cause.ts';
import { subjectOf } from './describe-proof.ts';
import { type Markup, markup, nothing, writeMarkup } from './markup.ts';
import { type CauseFact, causeFacts, messageLines, plainCause, plainTitle } from './plain-cause.ts';
import { cutText } from './text/fit-text.ts';
import { visibleLine } from './text/visible-text.ts';
import { defectWords } from './words.ts';

const LONGEST_NAME = 2_000;

/** Renders the failed tests of a report as JUnit XML. */
export function renderJunit(recorded: ReportDocument): string {
  const { run, repository, revision } = recorded;
  const causes = completeCauses(recorded.causes);
  const suites = new Map<string, Markup[]>();
  for (const cause of causes) {
    const body = caseBody(cause, { run, of: causes.length });
    for (const { suite, name } of cause.tests) {
      const cases = suites.get(suite) ?? [];
      cases.push(
        markup`<testcase classname="${text(suite)}" name="${text(name)}" time="0">${body}</testcase>\n`,
      );
      suites.set(suite, cases);
    }
  }
  const count = [...suites.values()].reduce((sum, cases) => sum + cases.length, 0);
  const about = propertyList([
    ['run', run],
    ['repository', repository],
    ...(revision === null ? [] : [['revision', revision] as const]),
  ]);
  const ordered = [...suites].sort(([left], [right]) => compareCodePoints(left, right));
  return writeMarkup(
    markup`${declaration}<testsuites name="penumbra" tests="${count}" failures="${count}" errors="0" time="0">\n${ordered.map(
      ([name, cases]) =>
        markup`<testsuite name="${text(name)}" tests="${cases.length}" failures="${cases.length}" errors="0" skipped="0" time="0">\n${about}${cases}</testsuite>\n`,
    )}</testsuites>\n`,
  );
}

const declaration = markup`<?xml version="1.0" encoding="UTF-8"?>\n`;

function caseBody(cause: ReportCause, report: { readonly run: string; readonly of: number }): Markup {
  const [message = plainTitle(cause)] = messageLines(cause);
  const told = [plainTitle(cause), ...plainCause(cause, subjectOf(cause, report))].join('\n');
  return markup`\n${propertyList(causeFacts(cause))}<failure message="${message}" type="${defectWords[cause.defect_type]}">${told}</failure>\n`;
}

function propertyList(facts: readonly CauseFact[]): Markup {
  if (facts.length === 0) return nothing;
  return markup`<properties>${facts.map(
    ([name, value]) => markup`<property name="${`penumbra.${name}`}" value="${text(String(value))}"/>`,
  )}</properties>\n`;
}

/** Names are put on one line, because a line break in an attribute would be read as a space. */
function text(value: string): string {
  return visibleLine(cutText(value, LONGEST_NAME));
}
