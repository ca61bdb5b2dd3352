/** Public entry point to the workspace commands: what they do, and the documents they print. */
export { type ComposeOptions, type NodeView, readPolicy, readRole } from '../../context/index.ts';
export { type OpenedWorkspace, openWorkspace } from '../../engine/index.ts';
export { invalidateNamed, putNamed } from './put-named.ts';
export { requireTypes, showType, showTypes } from './require-types.ts';
export { type CiOptions, runCi } from './run-ci.ts';
export { showDiff, showScan, showStatus } from './show-changes.ts';
export { showExplanation } from './show-explanation.ts';
export { showComposition, showFrames, showHead, showHistory } from './show-frames.ts';
export { mayProduce, showNode } from './show-node.ts';
export { type WatchOptions, watchWorkspace } from './watch-workspace.ts';
