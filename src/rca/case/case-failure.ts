/** What a case keeps of one failed test: a bounded, canonical part of it. */
import { type BoundedText, boundText } from '../intake/bounded-text.ts';
import type { FailedTest, ReportProperty } from '../intake/failed-test.ts';
import { caseLimits, textLimits } from './case-limits.ts';
import type { CaseFailure } from './case-record.ts';

type TextLimits = (typeof textLimits)[keyof typeof textLimits];

/** Returns what a case keeps of a failed test within limits; only the first failure keeps its environment. */
export function caseFailure(test: FailedTest, limits: TextLimits): CaseFailure {
  const { className, file, line, type, kind, output } = test;
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
    environment: limits === textLimits.first ? keptProperties(test.environment) : [],
    retries: test.retries.map(({ outcome }) => outcome),
    // Where a report from elsewhere lies says nothing of the workspace.
    ...(test.source.name.includes('/') && { report: nameOf(test.source.name) }),
  };
}

function isLine(line: number | undefined): line is number {
  return line !== undefined && Number.isSafeInteger(line) && line > 0;
}

function nameOf(text: string): string {
  return text.slice(0, caseLimits.nameLength).toWellFormed();
}

/** A text that was cut before stays cut by as much more. */
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
