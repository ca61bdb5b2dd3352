/**
 * Finds the repository's files named by coverage documents by the longest path suffix, as for stack frames.
 * INVARIANT (no guess): a name that may mean several files means none, so that no file is cleared by
 * another's lines.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import { createFrameMapper, type FrameMapper } from '../stack/map-frames-to-files.ts';
import { plainPath } from '../stack/stack-trace.ts';
import { type Coverage, coverageOf, type LineMarks, markLine, type RecordedFile } from './coverage.ts';

/** The repository in which coverage is placed. */
type PlacedIn = {
  readonly paths: Iterable<string>;
  /** The directory of the repository and its other names, if all documents name files below it. */
  readonly roots?: readonly string[];
  /** Returns the text of a file, for scripts whose ranges count its characters. */
  read(path: string): string | undefined;
};

export type PlacedCoverage = {
  readonly coverage: Coverage;
  /** How many files of each document were found; the others are elsewhere or ambiguous. */
  readonly found: readonly number[];
};

/** The prefix removed from a recorded name, and the one added to get the repository path. */
type Shift = { readonly off: string; readonly on: string };

const INSTALLED = /(?:^|\/)(?:node_modules|site-packages|dist-packages)\//;

/** Places the files of one or more documents; each document has its own way to name files. */
export function placeCoverage(
  documents: readonly (readonly RecordedFile[])[],
  { paths, roots, read }: PlacedIn,
): PlacedCoverage {
  const known = new Set(paths);
  const mapFrame = createFrameMapper(known);
  const files = new Map<string, LineMarks>();
  const found = documents.map((document) => {
    const place = roots ? belowRoots(roots, known) : createPlacer(document, { known, mapFrame });
    const placed = document.flatMap((file) => {
      const path = place(file);
      return path === undefined ? [] : [{ file, path }];
    });
    for (const { file, path } of placed) {
      const marks = files.get(path) ?? new Map();
      files.set(path, marks);
      for (const [line, hasRun] of file.marksIn(() => read(path)) ?? []) markLine(marks, line, hasRun);
    }
    return placed.length;
  });
  return { coverage: coverageOf(files), found };
}

function belowRoots(
  roots: readonly string[],
  known: ReadonlySet<string>,
): (file: RecordedFile) => string | undefined {
  const shifts = roots.map((root) => ({ off: `${plainPath(root).replace(/\/+$/, '')}/`, on: '' }));
  return ({ names }) =>
    names
      .flatMap((name) => shifts.map((shift) => shiftName(plainPath(name), shift)))
      .find((path) => path !== undefined && known.has(path));
}

/** Most names of one document are shifted the same way, which resolves names with ambiguous suffixes. */
function createPlacer(
  files: readonly RecordedFile[],
  { known, mapFrame }: { readonly known: ReadonlySet<string>; readonly mapFrame: FrameMapper },
): (file: RecordedFile) => string | undefined {
  const votes = new Map<string, { readonly shift: Shift; count: number }>();
  for (const name of files.flatMap(plainNames)) {
    const path = onlyPath(name, mapFrame);
    if (path === undefined) continue;
    const shift = shiftBetween(name, path);
    const key = `${shift.off}\0${shift.on}`;
    const vote = votes.get(key) ?? { shift, count: 0 };
    vote.count += 1;
    votes.set(key, vote);
  }
  const shifts = [...votes.values()]
    .sort(
      (left, right) =>
        right.count - left.count ||
        compareCodePoints(left.shift.off + left.shift.on, right.shift.off + right.shift.on),
    )
    .map(({ shift }) => shift);
  const [usual] = shifts;
  return (file) => {
    const names = plainNames(file);
    for (const name of names) {
      const shifted = usual && shiftName(name, usual);
      if (shifted !== undefined && known.has(shifted)) return shifted;
    }
    // An absolute path elsewhere is no file of this checkout, whatever its suffix.
    const others = names.filter((name) => usual === undefined || !isAbsolute(name));
    return others.map((name) => onlyPath(name, mapFrame)).find((path) => path !== undefined);
  };
}

function plainNames({ names }: RecordedFile): readonly string[] {
  return names.map(plainPath).filter((name) => !INSTALLED.test(name));
}

function onlyPath(name: string, mapFrame: FrameMapper): string | undefined {
  const found = mapFrame({ raw: name, file: name, kind: 'own' });
  return found?.candidates === 1 && found.isCompiled !== true ? found.path : undefined;
}

function isAbsolute(name: string): boolean {
  return /^(?:\/|[A-Za-z]:\/)/.test(name);
}

function shiftBetween(name: string, path: string): Shift {
  const [left, right] = [name.split('/'), path.split('/')];
  while (left.length > 0 && right.length > 0 && left.at(-1) === right.at(-1)) {
    left.pop();
    right.pop();
  }
  return { off: left.map((part) => `${part}/`).join(''), on: right.map((part) => `${part}/`).join('') };
}

function shiftName(name: string, { off, on }: Shift): string | undefined {
  return name.startsWith(off) ? on + name.slice(off.length) : undefined;
}
