/** The files of all failing tests of a run: what most of them reach is a better suspect than what only some do. */
import type { CaseRecord } from '../case/case-record.ts';
import { traceOf } from '../case/fingerprint.ts';
import { type CodeIndex, indexNear } from './code-index.ts';
import { findTestFiles } from './find-test-files.ts';
import { folderOfFailures } from './gather-evidence.ts';
import { createTestFiles } from './test-body.ts';

/** How many failures of a case and how many files are looked at; the rest of a flood says the same. */
const FAILURES_OF_CASE = 5;
const MOST_FILES = 200;

/** Returns the files that the failing tests stand in, each once, in the order of the cases. */
export function failingFiles(
  cases: readonly CaseRecord[],
  { index: all, folder }: { readonly index: CodeIndex; readonly folder: string },
): readonly string[] {
  const files = createTestFiles(all);
  const found = new Set<string>();
  for (const { failures } of cases) {
    const index = indexNear(all, folderOfFailures(failures, { folder }));
    for (const failure of failures.slice(0, FAILURES_OF_CASE)) {
      const [path] = findTestFiles(failure, traceOf(failure), { index, files });
      if (path !== undefined) found.add(path);
      if (found.size >= MOST_FILES) return [...found];
    }
  }
  return [...found];
}
