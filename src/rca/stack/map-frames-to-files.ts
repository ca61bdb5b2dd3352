/**
 * Finds the repository's file of each frame. Traces name files from where the program ran: absolute, relative to a
 * module, or, on the Java machine, only by class. The file that shares the longest end of the path is meant.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import { plainPath } from './file-location.ts';
import type { StackFrame } from './stack-trace.ts';

/** A frame's file in the repository. */
export interface FrameFile {
  /** The path as the repository lists it. */
  readonly path: string;
  /** How many parts of the path agree, counted from its end. */
  readonly segments: number;
  /** How many files agree equally well, this one included; of several the shortest path is taken, then the first. */
  readonly candidates: number;
}

/** Finds a frame's file among the files it was made for. */
export type FrameMapper = (frame: StackFrame) => FrameFile | undefined;

const JVM_EXTENSION = /\.(?:java|kts?|scala|groovy|clj)$/;

interface Wanted {
  readonly segments: readonly string[];
  /** How many parts must agree at least. */
  readonly atLeast: number;
}

/** Maps frames to files of a repository: one answer for each frame, in order. */
export function mapFramesToFiles(
  frames: readonly StackFrame[],
  repositoryPaths: Iterable<string>,
): readonly (FrameFile | undefined)[] {
  return frames.map(createFrameMapper(repositoryPaths));
}

/** Prepares the files of a repository for many frames. */
export function createFrameMapper(repositoryPaths: Iterable<string>): FrameMapper {
  const byName = new Map<string, string[]>();
  for (const path of repositoryPaths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [path]);
    else known.push(path);
  }
  return (frame) => {
    for (const wanted of wantedPaths(frame)) {
      const found = longestSuffix(wanted, byName.get(wanted.segments.at(-1) ?? '') ?? []);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function wantedPaths(frame: StackFrame): Wanted[] {
  if (frame.kind === 'generated') return [];
  const isJvm = frame.module !== undefined && (frame.file === undefined || JVM_EXTENSION.test(frame.file));
  if (isJvm && frame.module !== undefined) return classPaths(frame.module, frame.file, frame.kind === 'own');
  // A library's path may end like one of ours, and is a library's all the same.
  if (frame.kind !== 'own' || frame.file === undefined) return [];
  const segments = plainPath(frame.file)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return [{ segments, atLeast: 1 }];
}

/** The path of a class is its package and its source file; only an own class may lie elsewhere, as Kotlin allows. */
function classPaths(className: string, file: string | undefined, isOwn: boolean): Wanted[] {
  const parts = className.split('.');
  const outerClass = (parts.pop() ?? '').split('$', 1)[0] ?? '';
  const files =
    file === undefined ? ['.java', '.kt', '.scala', '.groovy'].map((end) => outerClass + end) : [file];
  return files.flatMap((name) => {
    const segments = [...parts, name];
    const exact = { segments, atLeast: segments.length };
    return isOwn && file !== undefined
      ? [exact, { segments, atLeast: Math.min(2, segments.length) }]
      : [exact];
  });
}

function longestSuffix({ segments, atLeast }: Wanted, paths: readonly string[]): FrameFile | undefined {
  let best: string[] = [];
  let longest = Math.max(atLeast, 1) - 1;
  for (const path of paths) {
    const parts = path.split('/');
    const shared = sharedEnd(segments, parts);
    if (!isPlausible(shared, { wanted: segments.length, own: parts.length })) continue;
    if (shared > longest) best = [];
    if (shared < longest || shared < atLeast) continue;
    longest = shared;
    best.push(path);
  }
  const [path] = best.sort((left, right) => left.length - right.length || compareCodePoints(left, right));
  return path === undefined ? undefined : { path, segments: longest, candidates: best.length };
}

/** A shared file name alone is chance, unless one of the two paths is nothing more. */
function isPlausible(shared: number, { wanted, own }: { wanted: number; own: number }): boolean {
  return shared >= 2 || (shared === 1 && (wanted === 1 || own === 1));
}

function sharedEnd(left: readonly string[], right: readonly string[]): number {
  let shared = 0;
  while (shared < left.length && shared < right.length && left.at(-1 - shared) === right.at(-1 - shared))
    shared++;
  return shared;
}
