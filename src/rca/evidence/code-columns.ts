/**
 * The features that only sources can have: from traces (how near the file is to the failure), from history
 * (how often it changed with the tests, and how recently), from names and references. Whole numbers; only the
 * ages of commits matter, not their order in the array.
 */
import type { ChangeHistory } from '../../context/index.ts';
import { FIXED_ONE, fixedLog2 } from '../../kernel/index.ts';
import type { FileSide } from '../paths/file-side.ts';
import { type FileName, fileName, folderMatch, namingMatch } from '../paths/naming.ts';
import { evidenceLimits, type FeatureColumn, FULL, ofBest, shareOf } from '../ranking/evidence-features.ts';
import type { FrameMapper } from '../stack/map-frames-to-files.ts';
import { originFrames } from '../stack/origin-frames.ts';
import type { StackFrame, StackTrace } from '../stack/stack-trace.ts';
import type { CodeIndex, EvidenceFailure, EvidenceView } from './code-index.ts';
import { type TestSources, testColumns } from './test-evidence.ts';

/** A file's place in the traces of a case. */
export interface StackEvidence {
  /** The file's best position among the own production frames of a trace; 0 is the innermost. */
  readonly position: number;
  /** How many traces pass through the file. */
  readonly traces: number;
}

/** Gathers the stack evidence of every candidate that a trace passes through. */
export function stackEvidence(
  traces: readonly StackTrace[],
  {
    candidates,
    mapFrame,
  }: {
    readonly candidates: readonly { readonly path: string; readonly side: FileSide }[];
    readonly mapFrame: FrameMapper;
  },
): ReadonlyMap<string, StackEvidence> {
  const known = new Map(candidates.map(({ path, side }) => [path, side]));
  const evidence = new Map<string, StackEvidence>();
  for (const trace of traces) {
    for (const [position, path] of filesOf(trace, mapFrame, known).entries()) {
      const { position: best, traces: seen } = evidence.get(path) ?? { position, traces: 0 };
      evidence.set(path, { position: Math.min(best, position), traces: seen + 1 });
    }
  }
  return evidence;
}

/** The files in a failure's trace without duplicates, innermost first. */
function filesOf(trace: StackTrace, mapFrame: FrameMapper, known: ReadonlyMap<string, FileSide>): string[] {
  const placeOf = (frame: StackFrame) => {
    const path = mapFrame(frame)?.path;
    const side = path === undefined ? undefined : known.get(path);
    return path === undefined || side === undefined ? undefined : { path, side };
  };
  return [...new Set(originFrames(trace, placeOf).flatMap((frame) => placeOf(frame)?.path ?? []))];
}

/** The history of one file. */
export interface ChangeEvidence {
  /** The summed weights of the commits that touched both the file and a test. */
  readonly together: number;
  /** The number of those commits. */
  readonly common: number;
  /** How many commits touched the file, not counting commits that touched too many files. */
  readonly changes: number;
  /** How many commits are newer than the file's last change. */
  readonly age: number;
}

const COMMIT_VALUE = 1_000_000;

/** The age in commits at which a common change counts half. */
const HALF_AGE = 300;

/** Gathers the history of every file that has one. */
export function changeEvidence(
  { changes }: ChangeHistory,
  testFiles: ReadonlySet<string>,
): ReadonlyMap<string, ChangeEvidence> {
  const evidence = new Map<string, { -readonly [Key in keyof ChangeEvidence]: ChangeEvidence[Key] }>();
  for (const { age, paths } of changes) {
    const isTelling = paths.length <= evidenceLimits.commitFiles;
    const isCommon = isTelling && paths.some((path) => testFiles.has(path));
    const weight = isCommon ? commitWeight({ files: paths.length, age }) : 0;
    for (const path of paths) {
      let file = evidence.get(path);
      if (file === undefined) {
        file = { together: 0, common: 0, changes: 0, age };
        evidence.set(path, file);
      }
      file.age = Math.min(file.age, age);
      file.together += weight;
      if (isTelling) file.changes++;
      if (isCommon) file.common++;
    }
  }
  return evidence;
}

/**
 * Decreases with age and with the logarithm of the number of files: a commit of two files counts seven times
 * one of a hundred.
 */
function commitWeight({ files, age }: { files: number; age: number }): number {
  const value = Math.floor((COMMIT_VALUE * FIXED_ONE) / Math.max(FIXED_ONE, fixedLog2(files)));
  return Math.floor((value * HALF_AGE) / (HALF_AGE + age));
}

/**
 * Scores every candidate by how strongly the seeds refer to it. A seed that refers to many counts little for
 * each.
 */
function reachColumn(
  { candidates, references }: Pick<CodeIndex, 'candidates' | 'references'>,
  { naming, mentioned }: { naming: FeatureColumn; mentioned: ReadonlySet<number> },
): FeatureColumn {
  const column = candidates.map(() => 0);
  const mention = shareOf(mentioned.size);
  for (const [seed, { path, names }] of candidates.entries()) {
    const strength = naming[seed] === FULL ? FULL : mentioned.has(seed) ? mention : 0;
    if (strength === 0) continue;
    const found = references(path, names);
    const value = Math.floor((strength * shareOf(found.length)) / FULL);
    for (const position of found) column[position] = (column[position] ?? 0) + value;
  }
  return ofBest(column);
}

/** The features that only sources can have, for all candidates of the index. */
export function codeColumns(
  { index }: EvidenceView,
  {
    tests,
    sources,
    stack,
    past,
  }: {
    readonly tests: readonly { readonly test: EvidenceFailure }[];
    readonly sources: TestSources;
    readonly stack: ReadonlyMap<string, StackEvidence>;
    readonly past: ReadonlyMap<string, ChangeEvidence>;
  },
) {
  const prose = tests.map(({ test: { name, message } }) => `${name} ${message.text}`).join('\n');
  const names = sources.paths.map(fileName);
  const naming = bestMatch(index, names, namingMatch);
  return {
    ...testColumns(sources, prose, index),
    ...stackColumns(index, stack, tests.length),
    ...pastColumns(index, past),
    naming,
    folder: bestMatch(index, names, folderMatch),
    reach: reachColumn(index, { naming, mentioned: sources.mentioned }),
    size: ofBest(index.candidates.map(({ terms }) => fixedLog2(terms.size + 1))),
  };
}

function bestMatch(
  { candidates }: CodeIndex,
  tests: readonly FileName[],
  match: (test: FileName, candidate: FileName) => number,
): FeatureColumn {
  return candidates.map(({ name }) => tests.reduce((best, test) => Math.max(best, match(test, name)), 0));
}

function stackColumns(
  { candidates }: CodeIndex,
  stack: ReadonlyMap<string, StackEvidence>,
  traces: number,
): Record<'stackDepth' | 'stackShare', FeatureColumn> {
  const places = candidates.map(({ path }) => stack.get(path));
  return {
    stackDepth: places.map((place) => (place === undefined ? 0 : Math.floor(FULL / (1 + place.position)))),
    stackShare: places.map((place) => Math.floor((FULL * (place?.traces ?? 0)) / Math.max(1, traces))),
  };
}

function pastColumns(
  { candidates }: CodeIndex,
  changes: ReadonlyMap<string, ChangeEvidence>,
): Record<'together' | 'togetherShare' | 'recency', FeatureColumn> {
  const past = candidates.map(({ path }) => changes.get(path));
  return {
    together: ofBest(past.map((file) => file?.together ?? 0)),
    togetherShare: past.map((file) =>
      file === undefined ? 0 : Math.floor((FULL * file.common) / Math.max(1, file.changes)),
    ),
    recency: past.map((file) =>
      file === undefined ? 0 : Math.floor((FULL * FIXED_ONE) / (FIXED_ONE + fixedLog2(file.age + 1))),
    ),
  };
}
