/**
 * Folds failed tests with the same fingerprint into one case. The cases depend only on the set of failures,
 * not on their order in the reports.
 */
import { canonicalText, compareCodePoints, deepFreeze } from '../../kernel/index.ts';
import { type BoundedText, boundText } from '../intake/reading/bounded-text.ts';
import type { FailedTest, ReportProperty } from '../intake/reading/failed-test.ts';
import { type CaseFailure, type CaseRecord, caseLimits, type TestPast, textLimits } from './case-record.ts';
import { type Fingerprint, fingerprint } from './fingerprint.ts';

interface Member {
  readonly test: FailedTest;
  readonly isFlaky: boolean;
  readonly past: TestPast | undefined;
}

interface Fold {
  readonly print: Fingerprint;
  readonly members: Member[];
}

/** How many characters of the fingerprint make up a case's id. */
const ID_LENGTH = 16;

/**
 * Folds failures, and tests that a report itself calls flaky, into cases in the order of their first tests. A
 * case is flaky if each of its tests passed in the end; a test that never passed is a failure that needs a
 * cause.
 */
export function foldCases(
  failures: readonly FailedTest[],
  flaky: readonly FailedTest[],
  pastOf: (test: FailedTest) => TestPast | undefined = () => undefined,
): readonly CaseRecord[] {
  const member = (test: FailedTest, isFlaky: boolean) => ({ test, isFlaky, past: pastOf(test) });
  const members = [
    ...failures.map((test) =>
      member(
        test,
        test.retries.some(({ outcome }) => outcome === 'passed'),
      ),
    ),
    ...flaky.map((test) => member(test, true)),
  ].sort(compareMembers);
  const folds = new Map<string, Fold>();
  const printOf = createFingerprinter();
  for (const member of members) {
    const print = printOf(member.test);
    const known = folds.get(print.hash);
    if (known === undefined) folds.set(print.hash, { print, members: [member] });
    else known.members.push(member);
  }
  return deepFreeze([...folds.values()].map(caseRecord));
}

/** Failures of one cause often have identical texts, which are then fingerprinted once. */
function createFingerprinter(): (test: FailedTest) => Fingerprint {
  const known = new Map<string, Fingerprint>();
  return (test) => {
    const key = JSON.stringify([test.type, test.message.text, test.stack.text]);
    const print = known.get(key) ?? fingerprint(test);
    known.set(key, print);
    return print;
  };
}

function caseRecord({ print, members }: Fold): CaseRecord {
  const { hash, exception, template, places } = print;
  const isFlaky = members.every((member) => member.isFlaky);
  // Failures that never passed say more about the cause than those that did.
  const [past] = members.map((member) => member.past);
  const telling = [...members.filter((one) => !one.isFlaky), ...members.filter((one) => one.isFlaky)];
  return {
    id: `case-${hash.slice(0, ID_LENGTH)}`,
    fingerprint: { hash, exception, template, places },
    failures: keptFailures(telling),
    count: members.length,
    tests: keptTests(members),
    isFlaky,
    ...(past !== undefined && members.every((member) => member.past === past) && { past }),
  };
}

function keptFailures(members: readonly Member[]): readonly CaseFailure[] {
  const kept: CaseFailure[] = [];
  let length = 0;
  for (const { test } of members.slice(0, caseLimits.failures)) {
    const failure = caseFailure(test, kept.length === 0 ? textLimits.first : textLimits.further);
    length += canonicalText(failure).length;
    if (kept.length > 0 && length > caseLimits.failuresLength) break;
    kept.push(failure);
  }
  return kept;
}

function keptTests(members: readonly Member[]): CaseRecord['tests'] {
  const kept = new Map<string, { suite: string; name: string }>();
  let length = 0;
  for (const { test } of members) {
    const [suite, name] = [test.suite.toWellFormed(), test.name.toWellFormed()];
    const key = `${suite}\0${name}`;
    if (kept.has(key)) continue;
    length += key.length;
    if (kept.size >= caseLimits.tests || (kept.size > 0 && length > caseLimits.testsLength)) break;
    kept.set(key, { suite, name });
  }
  return [...kept.values()];
}

function compareMembers({ test: left }: Member, { test: right }: Member): number {
  return (
    compareCodePoints(left.suite, right.suite) ||
    compareCodePoints(left.name, right.name) ||
    compareCodePoints(left.message.text, right.message.text) ||
    compareCodePoints(left.stack.text, right.stack.text) ||
    // Compare only what is kept, since nothing else is visible.
    compareCodePoints(keptText(left), keptText(right))
  );
}

function keptText(test: FailedTest): string {
  return canonicalText(caseFailure(test, textLimits.first));
}

type TextLimits = (typeof textLimits)[keyof typeof textLimits];

/** Returns what a case keeps of a failed test; only the first failure keeps its environment. */
function caseFailure(test: FailedTest, limits: TextLimits): CaseFailure {
  const { className, file, line, type, kind, output, attachments = [] } = test;
  const isFirst = limits === textLimits.first;
  const files = attachments.slice(0, isFirst ? caseLimits.attachments : caseLimits.furtherAttachments);
  return {
    suite: nameOf(test.suite),
    suitePath: test.suitePath.slice(0, caseLimits.suites).map(nameOf),
    name: nameOf(test.name),
    ...(className !== undefined && { className: nameOf(className) }),
    ...(file !== undefined && { file: nameOf(file) }),
    ...(isLine(line) && { line }),
    kind,
    ...(type !== undefined && { type: nameOf(type) }),
    message: bounded(test.message, limits.message),
    stack: bounded(test.stack, limits.stack),
    output: { out: bounded(output.out, limits.output), err: bounded(output.err, limits.output) },
    environment: isFirst ? keptProperties(test.environment) : [],
    ...(files.length > 0 && { attachments: files }),
    retries: test.retries.map(({ outcome }) => outcome),
    // The path of a report outside the workspace says nothing about the workspace.
    ...(test.source.name.includes('/') && { report: nameOf(test.source.name) }),
  };
}

function isLine(line: number | undefined): line is number {
  return line !== undefined && Number.isSafeInteger(line) && line > 0;
}

function nameOf(text: string): string {
  return text.slice(0, caseLimits.nameLength).toWellFormed();
}

/** Shortens a text further, adding to the bytes already cut. */
function bounded({ text, cutBytes }: BoundedText, limit: number): BoundedText {
  const shorter = boundText(text, limit);
  return { text: shorter.text, cutBytes: cutBytes + shorter.cutBytes };
}

function keptProperties(properties: readonly ReportProperty[]): readonly ReportProperty[] {
  return properties.slice(0, caseLimits.properties).map(({ name, value }) => ({
    name: name.slice(0, caseLimits.propertyLength).toWellFormed(),
    value: value.slice(0, caseLimits.propertyLength).toWellFormed(),
  }));
}
