/**
 * What the sources of a case's failing tests say about the candidates: their terms, called names and words.
 */

import {
  calledNames,
  proseTerms,
  referringNames,
  type SourceToken,
  type TermCounts,
  tokenTerms,
} from '../../context/index.ts';
import type { TestSpan } from '../changes/believed-world.ts';
import { type FeatureColumn, ofBest } from '../ranking/evidence-features.ts';
import type { StackTrace } from '../stack/stack-trace.ts';
import type { CodeIndex, TestIdentity } from './code-index.ts';
import { findTestFiles, isFileItself } from './find-test-files.ts';
import { createTestFiles, testBody } from './test-body.ts';

/** The sources of the failing tests of a case. */
export interface TestSources {
  /** The files that contain the tests. */
  readonly paths: readonly string[];
  /** The tokens of the tests' bodies, or of their files if no body was found. */
  readonly bodies: readonly SourceToken[];
  /** The tokens of the files. */
  readonly whole: readonly SourceToken[];
  /** The positions of the candidates that the tests mention. */
  readonly mentioned: ReadonlySet<number>;
  /** The lines of each failing test in its file. */
  readonly spans: readonly TestSpan[];
}

/** The features derived from the tests' texts. */
export type TestColumns = Readonly<
  Record<'bodyTerms' | 'fileTerms' | 'messageTerms' | 'bodyNames', FeatureColumn>
>;

/** A repeated term counts more, up to this many times. */
const MOST_REPEATS = 3;
/** The weight of a term found only in the failing bodies. */
const OWN_TERM = 8;

export function findTestSources(
  tests: readonly { readonly test: TestIdentity; readonly trace: StackTrace }[],
  index: CodeIndex,
): TestSources {
  const files = createTestFiles(index);
  const bodies = new Map<string, readonly SourceToken[]>();
  const paths = new Set<string>();
  const spans = new Map<string, TestSpan>();
  for (const { test, trace } of tests) {
    const found = findTestFiles(test, trace, { index, files });
    const { name, className } = test;
    const bodyIn = (path: string) =>
      isFileItself(test, path) ? [] : testBody(files, { path, name, className });
    // An inherited test is in the file of another class.
    const own = found.find((path) => bodyIn(path).length > 0) ?? found[0];
    for (const path of found) {
      paths.add(path);
      const body = bodyIn(path);
      // A parameterised test fails many times with one body.
      const key = `${path}:${body[0]?.offset}`;
      bodies.set(key, body);
      if (path === own) spans.set(key, spanOf(path, files.text(path), body));
    }
  }
  const whole = [...paths].flatMap((path) => files.tokens(path));
  const found = [...bodies.values()].flat();
  const spoken = found.length > 0 ? found : whole;
  const mentioned = [...paths].flatMap((path) => {
    const imports = [...referringNames(files.tokens(path))].filter((name) => name.includes('/'));
    return index.references(path, [...referringNames(spoken), ...imports]);
  });
  return {
    paths: [...paths],
    bodies: spoken,
    whole,
    mentioned: new Set(mentioned),
    spans: [...spans.values()],
  };
}

function spanOf(path: string, text: string, body: readonly SourceToken[]): TestSpan {
  const [first] = body;
  const last = body.at(-1);
  if (first === undefined || last === undefined) return { path };
  const startLine = lineAt(text, first.offset);
  return {
    path,
    startLine,
    endLine: startLine + lineAt(text.slice(first.offset), last.offset - first.offset) - 1,
  };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Scores every candidate by the test sources and by the words of messages and titles. */
export function testColumns({ bodies, whole }: TestSources, prose: string, index: CodeIndex): TestColumns {
  const wholeTerms = tokenTerms(whole);
  return {
    bodyTerms: ofBest(index.terms.score(ownTerms(tokenTerms(bodies), wholeTerms))),
    fileTerms: ofBest(index.terms.score(damped(wholeTerms))),
    messageTerms: ofBest(index.terms.score(damped(proseTerms(prose)))),
    bodyNames: ofBest(index.declared.score(damped(calledNames(bodies)))),
  };
}

/** The other tests of a file passed, so the terms that distinguish the failing ones say most. */
function ownTerms(bodies: TermCounts, whole: TermCounts): TermCounts {
  const weight = (term: string, count: number) =>
    Math.floor((OWN_TERM * count) / Math.max(count, whole.get(term) ?? 0));
  return new Map([...bodies].map(([term, count]) => [term, weight(term, count)]));
}

function damped(counts: TermCounts): TermCounts {
  return new Map([...counts].map(([term, count]) => [term, Math.min(count, MOST_REPEATS)]));
}
