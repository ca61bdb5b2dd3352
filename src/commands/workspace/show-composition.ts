/** Composes for a path, as a document that programs and people are shown. */
import type { ComposeOptions } from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import type { ShownComposition } from '../../report/index.ts';
import { showFrame } from './show-frame.ts';

/** Returns what a composition shows. */
export async function showComposition(
  workspace: OpenedWorkspace,
  { path, ...options }: ComposeOptions & { readonly path: string },
): Promise<ShownComposition> {
  const { frames, ...rest } = await workspace.compose(path, options);
  const shown = frames.map((frame) => {
    const { source, score, tokens } = frame;
    return {
      ...showFrame(frame.path, frame),
      source,
      ...(score !== undefined && { score }),
      ...(tokens !== undefined && { tokens }),
    };
  });
  return { path, frames: shown, ...rest };
}
