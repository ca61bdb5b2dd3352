/** Compares what was proven with what was planted. */
import type { ReportDocument } from '../../src/record/index.ts';
import type { RedRun } from '../red-runs/red-run.ts';

/** How good the answer to a red run is; `flaky` faults may end as such, and old faults have no green state in reach. */
export type Score =
  /** All that was proven are planted lines. */
  | 'right'
  /** The planted lines were proven, and others with them. */
  | 'too-much'
  /** Something else was proven. */
  | 'wrong'
  /** Nothing was proven. */
  | 'missing';

/** A piece of a change: where it is, and the lines that it takes and brings, each with its sign. */
export interface ChangedPiece {
  readonly path: string;
  readonly lines: readonly string[];
}

/** The pieces of all that a report has proven. */
export function provenPieces({ causes }: ReportDocument): readonly ChangedPiece[] {
  return causes.flatMap(({ proof }) =>
    (proof?.hunks ?? []).map(({ path, diff }) => ({ path, lines: signedLines(diff) })),
  );
}

/** Scores pieces against the fault of a red run. */
export function scorePieces(pieces: readonly ChangedPiece[], run: RedRun): Score {
  if (pieces.length === 0) return 'missing';
  const planted = plantedLines(run);
  const isPlanted = (path: string, line: string) => planted.get(path)?.has(line) ?? false;
  const touching = pieces.filter(({ path, lines }) =>
    lines.length === 0 ? planted.has(path) : lines.some((line) => isPlanted(path, line)),
  );
  if (touching.length === 0) return 'wrong';
  const isAll = touching.every(({ path, lines }) => lines.every((line) => isPlanted(path, line)));
  return touching.length === pieces.length && isAll ? 'right' : 'too-much';
}

/** The planted lines by file; harmless edits of the same commit are not among them. */
function plantedLines({ history, gold }: RedRun): ReadonlyMap<string, ReadonlySet<string>> {
  const { steps, faultStep, staged, unstaged } = history;
  const step = faultStep === null ? undefined : steps[faultStep];
  const patch = step !== undefined && 'patch' in step ? step.patch : `${staged}${unstaged}`;
  const lines = new Map<string, Set<string>>();
  for (const part of patch.split(/^(?=diff --git )/m)) {
    const path = /^diff --git a\/(.*) b\/\1$/m.exec(part)?.[1] ?? '';
    if (!gold.fixed_files.includes(path)) continue;
    const own = lines.get(path) ?? new Set();
    for (const line of signedLines(part.slice(Math.max(part.indexOf('\n@@'), 0)))) own.add(line);
    lines.set(path, own);
  }
  return lines;
}

function signedLines(diff: string): readonly string[] {
  return diff
    .split('\n')
    .filter((line) => /^[-+]/.test(line))
    .map((line) => line.replace(/\r$/, ''));
}
