/** The door of commands on a workspace: what they do, and the documents they print. */
export { type ComposeOptions, type NodeView, readPolicy, readRole } from '../../context/index.ts';
export { type OpenedWorkspace, openWorkspace } from '../../engine/index.ts';
export { invalidateNamed } from './invalidate-named.ts';
export { putNamed } from './put-named.ts';
export { requireTypes } from './require-types.ts';
export { type CiOptions, runCi } from './run-ci.ts';
export { showComposition } from './show-composition.ts';
export { showDiff } from './show-diff.ts';
export { showExplanation } from './show-explanation.ts';
export { showFrames, showHead } from './show-frames.ts';
export { showHistory } from './show-history.ts';
export { mayProduce, showNode } from './show-node.ts';
export { showScan } from './show-scan.ts';
export { showStatus } from './show-status.ts';
export { showType, showTypes } from './show-types.ts';
export { type WatchOptions, watchWorkspace } from './watch-workspace.ts';
