/** The engine's door: where ports meet their adapters. */
export { type ComposeOptions, type NodeView, readPolicy, readRole } from '../context/index.ts';
export { collect, importArchive, ledgerRoot, planCollection, validateLedger } from '../ledger/index.ts';
export { examineMachine, type Finding } from './examine-machine.ts';
export { exportToFile } from './export-to-file.ts';
export { knownSubject } from './known-subject.ts';
export type { Model, ModelAnswer, ModelRequest } from './model.ts';
export { openArchive } from './open-archive.ts';
export { type OpenLedgerOptions, openLedger } from './open-ledger.ts';
export { outputFault } from './system-fault.ts';
export { invalidateNamed } from './workspace/invalidate-named.ts';
export {
  type OpenedWorkspace,
  type OpenWorkspaceOptions,
  openWorkspace,
} from './workspace/open-workspace.ts';
export { putNamed } from './workspace/put-named.ts';
export { requireTypes } from './workspace/require-types.ts';
export { type CiOptions, runCi } from './workspace/run-ci.ts';
export { showComposition } from './workspace/show-composition.ts';
export { showDiff } from './workspace/show-diff.ts';
export { showExplanation } from './workspace/show-explanation.ts';
export { showFrames, showHead } from './workspace/show-frames.ts';
export { showHistory } from './workspace/show-history.ts';
export { mayProduce, showNode } from './workspace/show-node.ts';
export { showScan } from './workspace/show-scan.ts';
export { showStatus } from './workspace/show-status.ts';
export { showType, showTypes } from './workspace/show-types.ts';
export { type WatchOptions, watchWorkspace } from './workspace/watch-workspace.ts';
export { requireWritable, writeTextFile } from './write-text-file.ts';
