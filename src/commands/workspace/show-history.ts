/** Answers `history`: everything that was ever recorded about a path, and what scans saw of it. */
import type { Moment } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { HistoryDocument } from '../../report/index.ts';
import { showFrame } from './show-frame.ts';

/** Returns the history of a path, up to a number in it or a time. */
export async function showHistory(
  workspace: OpenedWorkspace,
  path: string,
  { until }: { readonly until?: Moment | undefined } = {},
): Promise<HistoryDocument> {
  const { frames, lineage } = await workspace.history(path, { until });
  const isInTime = ({ recordedMs }: { readonly recordedMs: number }): boolean =>
    !(until instanceof Date) || recordedMs <= until.getTime();
  return {
    path,
    frames: frames.map((frame) => showFrame(path, frame)),
    lineage: lineage.filter(isInTime),
    scans: (await workspace.scans()).length,
  };
}
