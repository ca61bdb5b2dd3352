/**
 * Simple baseline methods, which answer a case as a person in a hurry would: by what changed last, by the
 * deepest own frame in the trace, and by the file named after the test. Every run is compared with them on
 * the same cases.
 */
import { createReadStream } from 'node:fs';
import { openOwnGitReader, openRepository } from '../../adapters/git/index.ts';
import type { BaselineAnswer, BaselineName } from '../../calibrate/index.ts';
import { parseGitLog } from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import {
  createFrameMapper,
  type FailedTest,
  fileName,
  namingMatch,
  readReports,
  rootException,
  type StackTrace,
  sideOfPath,
  traceOf,
} from '../../rca/index.ts';

/** The most files or commits in an answer. */
const MOST = 50;
const DOCUMENT =
  /(?:^|\/)(?:docs?\/.*|(?:change(?:s|log)|licen[cs]e|readme|notice|authors)[^/]*|[^/]*\.(?:md|mdx|rst|adoc|txt))$/i;

/** Parts of a class or module that name a test, and parts that only say that tests are located there. */
const TEST_PART = /test|spec/i;
const SIDE_PART = /^(?:tests?|testing|specs?|__tests__|unit)$/i;

/** Answers a case by every baseline method; null if the repository has no history. */
export async function answerSimply(
  repository: string,
  report: string,
): Promise<Readonly<Record<BaselineName, BaselineAnswer>> | null> {
  const changes = newestChanges(repository);
  if (changes === null) return null;
  const { failures } = await readReports([{ name: 'report.xml', bytes: createReadStream(report) }]);
  const files = trackedFiles(repository);
  const production = files.filter((path) => sideOfPath(path) === 'production');
  return {
    newest: {
      files: newestFiles(changes),
      commits: changes.flatMap(({ commit }) => commit ?? []).slice(0, MOST),
    },
    trace: { files: tracedFiles(failures, files), commits: [] },
    naming: { files: namedFiles(failures, production), commits: [] },
  };
}

type Change = { readonly commit: string | null; readonly files: readonly string[] };

/** Uncommitted changes, then the commits, newest first. */
function newestChanges(repository: string): readonly Change[] | null {
  const git = openOwnGitReader(repository);
  const head = git.revision();
  const log = head && git.log(head.commit);
  if (log === null) return null;
  const uncommitted = git.changedPaths() ?? [];
  const changes: Change[] = uncommitted.length > 0 ? [{ commit: null, files: uncommitted }] : [];
  let count = 0;
  for (const { commit, files } of parseGitLog(new TextDecoder().decode(log))) {
    changes.push({ commit, files: files.map(({ path }) => path) });
    count += files.length;
    if (changes.length > MOST && count > MOST * MOST) break;
  }
  return changes;
}

/** Documents are left out; within a change production files precede tests, then by path. */
function newestFiles(changes: readonly Change[]): readonly string[] {
  const files = new Set<string>();
  for (const change of changes) {
    const sorted = change.files
      .filter((path) => !DOCUMENT.test(path))
      .sort(
        (left, right) =>
          Number(sideOfPath(left) === 'test') - Number(sideOfPath(right) === 'test') ||
          compareCodePoints(left, right),
      );
    for (const path of sorted) files.add(path);
    if (files.size >= MOST) break;
  }
  return [...files].slice(0, MOST);
}

/** The deepest own production file of each trace first; ties are ordered by the number of traces. */
function tracedFiles(failures: readonly FailedTest[], files: readonly string[]): readonly string[] {
  const mapFrame = createFrameMapper(files);
  const depths = new Map<string, { depth: number; traces: number }>();
  for (const failure of failures) {
    const paths = framesInward(traceOf(failure)).map((frame) => mapFrame(frame)?.path);
    const own = new Set(paths.filter((path) => path !== undefined && sideOfPath(path) === 'production'));
    for (const [depth, path] of [...own].entries()) {
      const known = depths.get(path as string) ?? { depth, traces: 0 };
      depths.set(path as string, { depth: Math.min(known.depth, depth), traces: known.traces + 1 });
    }
  }
  return [...depths]
    .sort(
      ([leftPath, left], [rightPath, right]) =>
        left.depth - right.depth || right.traces - left.traces || compareCodePoints(leftPath, rightPath),
    )
    .map(([path]) => path)
    .slice(0, MOST);
}

/** The frames of the root cause, then the surrounding ones. */
function framesInward(trace: StackTrace) {
  const root = rootException(trace);
  return [...root.frames, ...(root.frames === trace.frames ? [] : trace.frames)];
}

/**
 * The production files whose names best match a failing test's file or class; ties are ordered by path
 * length.
 */
function namedFiles(failures: readonly FailedTest[], production: readonly string[]): readonly string[] {
  const names = [...new Set(failures.flatMap(testNames))].map(fileName);
  return production
    .map((path) => {
      const name = fileName(path);
      return { path, match: names.reduce((best, test) => Math.max(best, namingMatch(test, name)), 0) };
    })
    .filter(({ match }) => match > 0)
    .sort(
      (left, right) =>
        right.match - left.match ||
        left.path.length - right.path.length ||
        compareCodePoints(left.path, right.path),
    )
    .map(({ path }) => path)
    .slice(0, MOST);
}

/**
 * The file if the report names it, else the parts of the class or suite that look like a test, else the
 * test's own name.
 */
function testNames({ file, className, suite, name }: FailedTest): readonly string[] {
  if (file !== undefined) return [file];
  const parts = (className ?? suite).split(/[.:/\\]/);
  const named = parts.filter((part) => TEST_PART.test(part) && !SIDE_PART.test(part));
  return named.length > 0 ? named : [parts.at(-1) ?? '', name];
}

function trackedFiles(repository: string): readonly string[] {
  const tracked = openRepository(repository)?.trackedPaths();
  return tracked === undefined ? [] : new TextDecoder().decode(tracked).split('\0').filter(Boolean);
}
