/** A suite of a JUnit report while it is open: what its tests inherit from it. */
import { boundText, emptyText } from './bounded-text.ts';
import type { ReportProperty, TestOutput } from './failed-test.ts';
import type { FailureKeeper } from './failure-keeper.ts';
import { intakeLimits } from './intake-limits.ts';
import { finishOutput, type OutputDraft } from './junit-attempt.ts';
import type { XmlAttributes } from './xml-lexer.ts';

/** An open suite. */
export interface JunitSuite {
  readonly name: string;
  /** The names of the suites from the outermost to this one. */
  readonly path: readonly string[];
  readonly file: string | undefined;
  /** Whether lines are counted from 0 in this suite, as pytest counts them. */
  readonly countsLinesFromZero: boolean;
  readonly properties: ReportProperty[];
  readonly output: OutputDraft;
  addProperty(attributes: XmlAttributes): void;
  /** Takes a failing test that waits for the suite's output. */
  addFailing(test: { suiteOutput: TestOutput }): void;
  finish(keeper: FailureKeeper): void;
}

/** What a suite without output printed. */
export const noOutput: TestOutput = Object.freeze({ out: emptyText, err: emptyText });

/** Opens a suite inside another one, or at the top, where the document's own properties hold for it. */
export function createJunitSuite(
  attributes: XmlAttributes,
  outer: JunitSuite | undefined,
  ofDocument: readonly ReportProperty[] = [],
): JunitSuite {
  const name = nonEmpty(attributes, 'name') ?? '';
  const waiting: { suiteOutput: TestOutput }[] = [];
  const output: OutputDraft = {};
  const properties = [...hostProperties(attributes), ...(outer?.properties ?? ofDocument)];
  return {
    name,
    path: [...(outer?.path ?? []), name],
    file: nonEmpty(attributes, 'file') ?? nonEmpty(attributes, 'filepath') ?? outer?.file,
    countsLinesFromZero: name === 'pytest' || outer?.countsLinesFromZero === true,
    properties,
    output,
    addProperty: (property) => addProperty(properties, property),
    addFailing: (test) => waiting.push(test),
    finish(keeper) {
      if (waiting.length === 0 || (output.out === undefined && output.err === undefined)) return;
      const finished = finishOutput(output, keeper);
      for (const test of waiting) test.suiteOutput = finished;
    },
  };
}

/** Adds a property element to a list, within the bound. */
export function addProperty(properties: ReportProperty[], attributes: XmlAttributes): void {
  const name = nonEmpty(attributes, 'name');
  if (name === undefined || properties.length >= intakeLimits.properties) return;
  properties.push({ name, value: shortText(attributes, 'value') });
}

/** Returns an attribute's text without blanks around it and within the bound of names, unless it is empty. */
export function nonEmpty(attributes: XmlAttributes, name: string): string | undefined {
  const text = shortText(attributes, name).trim();
  return text === '' ? undefined : text;
}

function shortText(attributes: XmlAttributes, name: string): string {
  const text = attributes.get(name)?.text ?? '';
  return text.length <= intakeLimits.nameLength ? text : boundText(text, intakeLimits.nameLength).text;
}

/** Returns where and when something ran, as its element says. */
export function hostProperties(attributes: XmlAttributes): ReportProperty[] {
  return ['hostname', 'timestamp'].flatMap((name) => {
    const value = nonEmpty(attributes, name);
    return value === undefined ? [] : [{ name, value }];
  });
}
