/** The context's door: the tree of a workspace, the ports a scan needs, what producers make of it, and why a frame is what it is. */

export { type Bm25Corpus, type CommonTerms, createBm25Corpus } from './compose/bm25.ts';
export type { ComposeServices } from './compose/compose-context.ts';
export { composeLimits } from './compose/compose-limits.ts';
export {
  type ComposeRequest,
  type FrameBounds,
  type FrameFilter,
  type FrameSource,
  frameOrders,
  frameSources,
} from './compose/compose-request.ts';
export {
  type Composition,
  type CompositionFrame,
  type GatheredFrame,
  type LeaveBound,
  type LeftOutFrame,
  leaveBounds,
} from './compose/composition.ts';
export type { CustomOrder } from './compose/custom-order.ts';
export { FIXED_ONE, fixedLog2 } from './compose/fixed-log.ts';
export type { LazyTokenCounter } from './compose/lazy-token-counter.ts';
export type { ReadFile } from './derive/derive-file.ts';
export type { WaveMove } from './derive/pending-moves.ts';
export type { Production } from './derive/produce.ts';
export type { Regeneration } from './derive/regenerate.ts';
export type { Synthesis } from './derive/synthesize.ts';
export { explainFrame, type FrameExplanation } from './explain/explain-frame.ts';
export type {
  ExplainedContent,
  ExplainedExternal,
  ExplainedFrame,
  ExplainedInput,
  ExplainedNode,
} from './explain/explain-inputs.ts';
export { explainLimits } from './explain/explain-limits.ts';
export { explainPath, type PathExplanation } from './explain/explain-path.ts';
export type { Dependant } from './explain/find-dependants.ts';
export type { LeftOut } from './explain/follow-inputs.ts';
export type { FrameSummary } from './explain/read-provenance.ts';
export type { FrameInput } from './frames/check-frame-input.ts';
export type { InvalidationRequest } from './frames/invalidate-frames.ts';
export type { NodeFrame } from './frames/node-frame.ts';
export type { NodeRecord } from './frames/node-record.ts';
export { type Moment, type NodeView, type ViewOrder, viewOrders } from './frames/node-view.ts';
export type { NodeAnswer } from './frames/read-node.ts';
export { pathsSpokenOf } from './frames/spoken-of.ts';
export type { StaleFrame } from './frames/stale-frame.ts';
export { type SinceScan, type Staleness, type StaleReason, staleReasons } from './freshness/staleness.ts';
export { findRenames, type Renames } from './lineage/find-renames.ts';
export type { LineageEntry } from './lineage/read-lineage.ts';
export { recordScan, type ScanRecording } from './lineage/record-scan.ts';
export type { RecordedScan } from './lineage/scan-log.ts';
export { comparedFiles } from './producers/change-effect.ts';
export {
  type Change,
  type ChangeHistory,
  createChangeHistory,
  type NamedChange,
  nameChanges,
} from './producers/change-history.ts';
export { changeLimits } from './producers/change-limits.ts';
export type {
  CommitDiff,
  CommitList,
  CommitRange,
  DiffBatch,
  DiffSource,
  FileDiff,
} from './producers/commit-diff.ts';
export { type CommitHistory, createCommitHistory, type FileChange } from './producers/commit-history.ts';
export { contextTypes } from './producers/context-types.ts';
export { createProducers } from './producers/create-producers.ts';
export { calledNames, declarations, declaredNames } from './producers/declared-names.ts';
export { createHistoryProducer } from './producers/history-producer.ts';
export { lexSource, type SourceToken } from './producers/lex-source.ts';
export type { OutsideProducer } from './producers/outside-producer.ts';
export { gitLogArguments, parseGitLog } from './producers/parse-git-log.ts';
export { type ChangesInput, produceChanges } from './producers/produce-changes.ts';
export { type HistoryInput, produceHistory } from './producers/produce-history.ts';
export { readSymbols } from './producers/produce-outline.ts';
export {
  type ProducedTerms,
  produceTerms,
  type SourceFile,
  type TermsInput,
} from './producers/produce-terms.ts';
export { type Producer, producedBasis } from './producers/producer.ts';
export { producerLimits } from './producers/producer-limits.ts';
export type {
  ChangeBase,
  ChangedFile,
  ChangeEffect,
  ChangeHunk,
  ChangeKind,
  RecentChange,
  RecentChanges,
} from './producers/recent-changes.ts';
export { findDiffSecrets, replaceInDiff } from './producers/screen-diff.ts';
export { readSourceFacts, referringNames, type SourceFacts } from './producers/source-facts.ts';
export type { SourceSymbol } from './producers/source-symbol.ts';
export { sourceSyntax } from './producers/source-syntax.ts';
export { sourceText } from './producers/source-text.ts';
export type { SyntaxLanguage } from './producers/syntax-language.ts';
export type { SyntaxNode, SyntaxParser, SyntaxRequest } from './producers/syntax-parser.ts';
export { proseTerms, type TermCounts, tokenTerms } from './producers/terms.ts';
export { type RegisteredAgent, type Role, readRole, roles } from './roles/role.ts';
export { type AddedType, readAddedTypes } from './roles/type-log.ts';
export {
  type ByteText,
  bytesOf,
  decodeText,
  fromBytes,
  isAscii,
  joinBytes,
  showText,
  toByteText,
} from './scan/byte-text.ts';
export type { FileStamp } from './scan/file-stamp.ts';
export { sameStamp } from './scan/file-stamp.ts';
export type { BytesRead, DigestRead, EntryStat, FileTree, ListedEntry } from './scan/file-tree.ts';
export { type IgnorePattern, parseIgnoreFile } from './scan/ignore-pattern.ts';
export type { NodeKind } from './scan/node-kind.ts';
export type { OuterRules, Repository } from './scan/repository.ts';
export { rescanTree } from './scan/rescan-tree.ts';
export type { Scan } from './scan/scan.ts';
export type { FoundIndex, ScanIndexFile } from './scan/scan-index-file.ts';
export { scanLimits } from './scan/scan-limits.ts';
export type { ScanPorts } from './scan/scan-run.ts';
export { type ScanOptions, saveScanIndex, scanTree } from './scan/scan-tree.ts';
export { type Skipped, type SkipReason, skipReasons } from './scan/skipped.ts';
export { ROOT_PATH, type Tree, type TreeNode } from './scan/tree.ts';
export { linkContentId } from './scan/tree-ids.ts';
export { lastName, parentPath } from './scan/tree-path.ts';
export {
  findSecrets,
  type PlacedSecret,
  placeholderOf,
  replaceSecrets,
  screenBytes,
  screenText,
  withoutNumbers,
} from './secrets/screen-secrets.ts';
export type { FoundSecret, SecretScanner } from './secrets/secret-scanner.ts';
export { type CustomPolicies, type CustomPolicy, defineCustomPolicies } from './synthesis/custom-policies.ts';
export { readPolicy } from './synthesis/read-policy.ts';
export type { FilterRule, SynthesisPolicy } from './synthesis/synthesis-policy.ts';
export type { SectionFrame, SynthesisSection } from './synthesis/synthesis-section.ts';
export { diffToTree } from './trees/diff-to-tree.ts';
export { type NodeState, smallestChanges, type TreeChange } from './trees/diff-trees.ts';
export { findStoredNode } from './trees/find-stored-node.ts';
export type { ChangeListener, ChangeWatcher, OpenWatch } from './watch/change-watcher.ts';
export {
  type ChangeGatherer,
  createChangeGatherer,
  type GatheredChanges,
  type GathererOptions,
  type StartTimer,
} from './watch/gather-changes.ts';
export { createWorkspace, type WorkspaceServices } from './workspace/create-workspace.ts';
export { findRoot } from './workspace/find-root.ts';
export type { WorkspaceStatus } from './workspace/read-status.ts';
export { meansFrame, resolveNode } from './workspace/resolve-node.ts';
export type {
  ComposeOptions,
  KeepFrames,
  PathHistory,
  PortOf,
  ProducedTypes,
  ProduceOptions,
  ReaderPort,
  RegenerateOptions,
  ScanAnswer,
  SynthesisPort,
  SynthesizeOptions,
  Workspace,
  WorkspaceScan,
  WriterPort,
} from './workspace/workspace.ts';
