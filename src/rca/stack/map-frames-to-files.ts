/**
 * Maps frames to files of the repository. Traces name files as the program saw them: absolute, relative to a
 * module, or, on the JVM, only by class. The file that shares the longest path suffix is chosen.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import { plainPath, type StackFrame } from './stack-trace.ts';

export interface FrameFile {
  /** The path as listed by the repository. */
  readonly path: string;
  /** How many path parts match, counted from the end. */
  readonly segments: number;
  /** How many files match equally well, including this one; the nearest is chosen, then the shortest path. */
  readonly candidates: number;
  /** Set if the frame names a compiled form of the file, so that its line is not the file's. */
  readonly isCompiled?: true;
}

/** Finds a frame's file; of files that match equally well, one near a folder is preferred. */
export type FrameMapper = (frame: StackFrame, near?: string) => FrameFile | undefined;

const JVM_EXTENSION = /\.(?:java|kts?|scala|groovy|clj)$/;
/** Where package managers install packages; what follows is a path inside one. */
const INSTALLED = /^(?:.*\/)?(?:site-packages|dist-packages|node_modules(?:\/@[^/]+)?)\//;
const COMPILED_SCRIPT = /\.([cm]?)jsx?$/;
const BUILD_FOLDER = /^(?:dist|build|lib|out|compiled|es|esm|cjs|target|\.tmp)$/;

interface Wanted {
  readonly segments: readonly string[];
  /** How many parts must match at least. */
  readonly atLeast: number;
  readonly isCompiled?: true;
}

/** Maps frames to files of a repository: one result for each frame, in order. */
export function mapFramesToFiles(
  frames: readonly StackFrame[],
  repositoryPaths: Iterable<string>,
): readonly (FrameFile | undefined)[] {
  const mapFrame = createFrameMapper(repositoryPaths);
  return frames.map((frame) => mapFrame(frame));
}

/** Indexes the files of a repository for many frames. */
export function createFrameMapper(repositoryPaths: Iterable<string>): FrameMapper {
  const byName = new Map<string, string[]>();
  for (const path of repositoryPaths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [path]);
    else known.push(path);
  }
  return (frame, near = '') => {
    const folder = parts(near);
    const nearness = (path: string) => sharedStart(folder, parts(path));
    for (const wanted of wantedPaths(frame)) {
      const found = longestSuffix(wanted, byName.get(wanted.segments.at(-1) ?? '') ?? [], nearness);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function wantedPaths(frame: StackFrame): Wanted[] {
  if (frame.kind === 'generated') return [];
  const isJvm = frame.module !== undefined && (frame.file === undefined || JVM_EXTENSION.test(frame.file));
  if (isJvm && frame.module !== undefined) return classPaths(frame.module, frame.file, frame.kind === 'own');
  if (frame.file === undefined) return [];
  const file = plainPath(frame.file);
  // A library's path may end like one of the project's files but remains the library's, unless the installed
  // package is the project itself.
  if (frame.kind !== 'own') return INSTALLED.test(file) ? installedPaths(file.replace(INSTALLED, '')) : [];
  const segments = parts(file);
  return [{ segments, atLeast: 1 }, ...sourcePaths(segments)];
}

/** The whole path inside a package must match, including its folder. */
function installedPaths(inside: string): Wanted[] {
  const segments = parts(inside);
  return segments.length < 2 ? [] : [{ segments, atLeast: segments.length }];
}

/** The sources that a compiled script may come from: `dist/cart.js` from `src/cart.ts`. */
function sourcePaths(segments: readonly string[]): Wanted[] {
  const name = segments.at(-1) ?? '';
  const kind = COMPILED_SCRIPT.exec(name)?.[1];
  const folder = segments.findLastIndex((part, at) => at < segments.length - 1 && BUILD_FOLDER.test(part));
  if (kind === undefined || folder < 0) return [];
  const folders = segments.slice(folder + 1, -1);
  const names = [`.${kind}ts`, '.tsx'].map((end) => name.replace(COMPILED_SCRIPT, end));
  return names.flatMap((source) => {
    const inside = [...folders, source];
    const wanted = [['src', ...inside], ...(inside.length > 1 ? [inside] : [])];
    return wanted.map((path) => ({ segments: path, atLeast: path.length, isCompiled: true as const }));
  });
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/**
 * The path of a class is its package and source file; only an own class may be elsewhere, as Kotlin allows.
 */
function classPaths(className: string, file: string | undefined, isOwn: boolean): Wanted[] {
  const packages = className.split('.');
  const outerClass = (packages.pop() ?? '').split('$', 1)[0] ?? '';
  const files =
    file === undefined ? ['.java', '.kt', '.scala', '.groovy'].map((end) => outerClass + end) : [file];
  return files.flatMap((name) => {
    const segments = [...packages, name];
    const exact = { segments, atLeast: segments.length };
    return isOwn && file !== undefined
      ? [exact, { segments, atLeast: Math.min(2, segments.length) }]
      : [exact];
  });
}

function longestSuffix(
  { segments, atLeast, isCompiled }: Wanted,
  paths: readonly string[],
  nearness: (path: string) => number,
): FrameFile | undefined {
  let best: string[] = [];
  let longest = Math.max(atLeast, 1) - 1;
  for (const path of paths) {
    const own = path.split('/');
    const shared = sharedEnd(segments, own);
    if (!isPlausible(shared, { wanted: segments.length, own: own.length })) continue;
    if (shared > longest) best = [];
    if (shared < longest || shared < atLeast) continue;
    longest = shared;
    best.push(path);
  }
  const [path] = best.sort(
    (left, right) =>
      nearness(right) - nearness(left) || left.length - right.length || compareCodePoints(left, right),
  );
  if (path === undefined) return undefined;
  return { path, segments: longest, candidates: best.length, ...(isCompiled && { isCompiled }) };
}

/** A shared file name alone is coincidence, unless one of the two paths consists of nothing else. */
function isPlausible(shared: number, { wanted, own }: { wanted: number; own: number }): boolean {
  return shared >= 2 || (shared === 1 && (wanted === 1 || own === 1));
}

function sharedEnd(left: readonly string[], right: readonly string[]): number {
  let shared = 0;
  while (shared < left.length && shared < right.length && left.at(-1 - shared) === right.at(-1 - shared))
    shared++;
  return shared;
}

function sharedStart(left: readonly string[], right: readonly string[]): number {
  const end = left.findIndex((part, at) => part !== right[at]);
  return end < 0 ? left.length : end;
}
