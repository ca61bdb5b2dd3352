/** What every agent may do, each answer from a standpoint of its own. Nothing is written. */
import { resolveId } from '../../ledger/index.ts';
import { type ComposeServices, composeContext } from '../compose/compose-context.ts';
import type { ContextReader } from '../compose/context-reader.ts';
import { explainFrame } from '../explain/explain-frame.ts';
import { explainPath } from '../explain/explain-path.ts';
import { checkView, isInRange } from '../frames/node-view.ts';
import { readHistory, readNode, readPlaced } from '../frames/read-node.ts';
import { createJudge } from '../freshness/judge.ts';
import { preload } from './preload.ts';
import { meansFrame, plainPath, resolveNode } from './resolve-node.ts';
import type { Standpoint } from './standpoint.ts';
import type { KeepFrames, ReaderPort } from './workspace.ts';

/** What a reader is made of. */
export type ReaderServices = {
  standpoint(): Promise<Standpoint>;
  readonly compose: ComposeServices | undefined;
};

/** Creates the port of readers. */
export function createReader({ standpoint, compose }: ReaderServices): ReaderPort {
  return {
    async getNode(node, view) {
      const checked = checkView(view);
      const from = await standpoint();
      const found = resolveNode(from.tree, node);
      // What was synthesised rests on all below it.
      const isDeep = found.kind === 'directory' && (await from.standing(found.path)).length > 0;
      const judge = createJudge(isDeep ? await preload(from) : from);
      return readNode(from, found, { view: checked, judge });
    },
    async *getNodes(nodes, view) {
      const checked = checkView(view);
      const from = await standpoint();
      const judge = createJudge(await preload(from));
      for (const node of nodes)
        yield await readNode(from, resolveNode(from.tree, node), { view: checked, judge });
    },
    async history(path, { until } = {}) {
      const range = checkView({ until });
      const from = await standpoint();
      const name = plainPath(path);
      const frames = await readHistory(from, name);
      const { entries } = await from.lineage(name);
      // A path that nobody ever saw has no history, not an empty one.
      if (frames.length === 0 && entries.length === 0) resolveNode(from.tree, path);
      return { frames: frames.filter((frame) => isInRange(range, frame)), lineage: entries };
    },
    async compose(path, { maxFrames, maxBytes, maxTokens, keep, ...options } = {}) {
      const bounds = { maxFrames, maxBytes, maxTokens };
      const request = { ...options, path: plainPath(path), bounds };
      return composeContext(contextReader(await standpoint(), keep), request, compose);
    },
    async explain(what) {
      const { tree, ledger } = await standpoint();
      if (!meansFrame(tree, what)) return explainPath(ledger, plainPath(what), tree);
      return explainFrame(ledger, await resolveId(ledger.store, what, 'frame'), { tree });
    },
  };
}

function contextReader(from: Standpoint, keep: KeepFrames = async (_path, frames) => frames): ContextReader {
  const judge = createJudge(from);
  return {
    at: (path) => from.tree.at(path),
    children: (path) => from.tree.children(path),
    standingFrames: async (path) => keep(path, await readPlaced(judge, path, await from.standing(path))),
  };
}
