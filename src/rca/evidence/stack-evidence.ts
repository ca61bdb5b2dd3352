/** What the traces of a case say about files: which of the project's own production files they pass, and how near. */

import type { FileSide } from '../paths/file-side.ts';
import type { FrameMapper } from '../stack/map-frames-to-files.ts';
import { originFrames } from '../stack/origin-frames.ts';
import type { StackFrame, StackTrace } from '../stack/stack-trace.ts';

/** A file's place in the traces of a case. */
export interface StackEvidence {
  /** The file's best position among the own production files of a trace, 0 for the innermost. */
  readonly position: number;
  /** How many traces pass the file. */
  readonly traces: number;
}

/** Gathers the stack evidence of every candidate that a trace passes. */
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

/** The files that a failure came from, innermost first, each once. */
function filesOf(trace: StackTrace, mapFrame: FrameMapper, known: ReadonlyMap<string, FileSide>): string[] {
  const placeOf = (frame: StackFrame) => {
    const path = mapFrame(frame)?.path;
    const side = path === undefined ? undefined : known.get(path);
    return path === undefined || side === undefined ? undefined : { path, side };
  };
  return [...new Set(originFrames(trace, placeOf).flatMap((frame) => placeOf(frame)?.path ?? []))];
}
