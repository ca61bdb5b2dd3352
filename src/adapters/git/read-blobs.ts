/**
 * Reads the bytes needed to compare a change and to find the secrets in it, for files that exist and are
 * small enough.
 */
import {
  type CommitDiff,
  changeLimits,
  comparedFiles,
  type DiffBatch,
  type FileDiff,
  filesToScreen,
} from '../../context/index.ts';
import type { GitRunOptions, OpenedGit } from './open-git.ts';

const HEAD = /^([0-9a-f]{40,64}) blob (\d{1,15})$/;
/** How many bytes are requested from one run of git. */
const RUN_BYTES = 32 * 1024 * 1024;
/** Room for the header line of each file. */
const HEAD_BYTES = 128;
const LINE_END = '\n'.charCodeAt(0);

type BlobOptions = {
  /** The largest file whose lines git compares. */
  readonly comparedBytes: number;
  readonly run?: GitRunOptions;
};

/** Adds file contents to changes, and marks files that were too large to compare. */
export function withBlobs(
  git: OpenedGit,
  diffs: readonly CommitDiff[],
  { comparedBytes, run = {} }: BlobOptions,
): DiffBatch {
  const wanted = new Map(
    diffs.map((diff) => [diff, [...new Set([...comparedFiles(diff), ...filesToScreen(diff)])]]),
  );
  const looked = [...wanted].flatMap(([diff, files]) => [...files, ...diff.files.filter(isWithoutLines)]);
  const sizes = blobSizes(git, [...new Set(looked.flatMap(idsOf))], run);
  const isLarge = (file: FileDiff) => idsOf(file).some((id) => (sizes.get(id) ?? 0) > comparedBytes);
  const chosen = new Set([...wanted.values()].flatMap((files) => chooseIds(files, sizes)));
  return {
    diffs: diffs.map((diff) => ({
      ...diff,
      files: diff.files.map((file) =>
        isWithoutLines(file) && isLarge(file) ? { ...file, isCut: true } : file,
      ),
    })),
    blobs: readContents(git, [...chosen], { sizes, run }),
  };
}

/** Binary files have no lines, nor do files that git did not compare. */
function isWithoutLines({ kind, before, after, hunks, isCut }: FileDiff): boolean {
  return kind !== 'mode' && before !== after && hunks.length === 0 && !isCut;
}

function idsOf({ before, after }: FileDiff): readonly string[] {
  return [before, after].filter((id) => id !== null);
}

/** Selects files in order until one commit's quota is used up. */
function chooseIds(files: readonly FileDiff[], sizes: ReadonlyMap<string, number>): readonly string[] {
  let left: number = changeLimits.comparedBytes;
  return files.flatMap((file) => {
    const ids = idsOf(file);
    const own = ids.map((id) => sizes.get(id) ?? Number.POSITIVE_INFINITY);
    const total = own.reduce((sum, size) => sum + size, 0);
    if (total > left || own.some((size) => size > changeLimits.comparedFileBytes)) return [];
    left -= total;
    return ids;
  });
}

/** Returns the sizes of the blobs that exist. */
export function blobSizes(
  git: Pick<OpenedGit, 'line'>,
  ids: readonly string[],
  options: GitRunOptions = {},
): ReadonlyMap<string, number> {
  if (ids.length === 0) return new Map();
  const printed = git.line(['cat-file', '--batch-check'], { ...options, input: linesOf(ids) });
  return new Map(
    (printed ?? '').split('\n').flatMap((line) => {
      const [, id, size] = HEAD.exec(line) ?? [];
      return id === undefined ? [] : [[id, Number(size)] as const];
    }),
  );
}

/** Returns the bytes of blobs whose sizes are known. */
export function readContents(
  git: Pick<OpenedGit, 'run'>,
  ids: readonly string[],
  { sizes, run = {} }: { readonly sizes: ReadonlyMap<string, number>; readonly run?: GitRunOptions },
): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let group: string[] = [];
  let bytes = 0;
  const ask = () => {
    const asked = { ...run, input: linesOf(group), maxBytes: bytes + HEAD_BYTES };
    const printed = group.length === 0 ? null : git.run(['cat-file', '--batch'], asked);
    for (const [id, content] of contentsIn(printed ?? new Uint8Array())) found.set(id, content);
    [group, bytes] = [[], 0];
  };
  for (const id of ids) {
    group.push(id);
    bytes += (sizes.get(id) ?? 0) + HEAD_BYTES;
    if (bytes > RUN_BYTES) ask();
  }
  ask();
  return found;
}

/** Parses `cat-file --batch` output: a line with id and size, that many bytes, and a newline. */
function* contentsIn(printed: Uint8Array): Generator<readonly [string, Uint8Array]> {
  for (let start = 0; start < printed.length; ) {
    const end = printed.indexOf(LINE_END, start);
    const [, id, size] = HEAD.exec(new TextDecoder('latin1').decode(printed.subarray(start, end))) ?? [];
    if (end < 0 || id === undefined) return;
    const last = end + 1 + Number(size);
    yield [id, printed.slice(end + 1, last)];
    start = last + 1;
  }
}

function linesOf(ids: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${ids.join('\n')}\n`);
}
