/** What the traces of a case say about files: which of the project's own production files they pass, and how near. */

import type { FrameMapper } from '../stack/map-frames-to-files.ts';
import { rootException } from '../stack/parse-stack.ts';
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
  }: { readonly candidates: readonly { readonly path: string }[]; readonly mapFrame: FrameMapper },
): ReadonlyMap<string, StackEvidence> {
  const known = new Set(candidates.map(({ path }) => path));
  const evidence = new Map<string, StackEvidence>();
  for (const trace of traces) {
    for (const [position, path] of filesOf(trace, mapFrame, known).entries()) {
      const { position: best, traces: seen } = evidence.get(path) ?? { position, traces: 0 };
      evidence.set(path, { position: Math.min(best, position), traces: seen + 1 });
    }
  }
  return evidence;
}

/** Returns the frames of a trace from the root cause outwards. */
export function framesOutwards(trace: StackTrace): readonly StackFrame[] {
  const root = rootException(trace).frames;
  const lists = [...trace.causes.toReversed().map(({ frames }) => frames), trace.frames];
  return [root, ...lists.filter((frames) => frames !== root)].flat();
}

/** The files of a trace from the root cause outwards, each once. */
function filesOf(trace: StackTrace, mapFrame: FrameMapper, known: ReadonlySet<string>): string[] {
  const paths = framesOutwards(trace).map((frame) => mapFrame(frame)?.path);
  return [...new Set(paths.filter((path) => path !== undefined && known.has(path)))] as string[];
}
