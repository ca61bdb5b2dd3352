/** Public exports of the context: the workspace tree, scan ports, producers, and frame explanations. */

export { type Bm25Corpus, type CommonTerms, createBm25Corpus } from './compose/bm25.ts';
export type { ComposeServices, LazyTokenCounter } from './compose/compose-context.ts';
export type { CustomOrder } from './compose/compose-request.ts';
export {
  type ComposeRequest,
  type Composition,
  type CompositionFrame,
  composeLimits,
  type FrameBounds,
  type FrameFilter,
  type FrameSource,
  frameOrders,
  frameSources,
  type GatheredFrame,
  type LeaveBound,
  type LeftOutFrame,
  leaveBounds,
} from './compose/compose-request.ts';
export type { ReadFile } from './derive/derive-node.ts';
export type { WaveMove } from './derive/pending-moves.ts';
export type { Production } from './derive/produce.ts';
export type { Regeneration } from './derive/regenerate.ts';
export type { Synthesis } from './derive/synthesize.ts';
export {
  type ExplainedContent,
  type ExplainedExternal,
  type ExplainedFrame,
  type ExplainedInput,
  type ExplainedNode,
  explainFrame,
  explainPath,
  type FrameExplanation,
  type PathExplanation,
} from './frames/explain.ts';
export type { Dependant } from './frames/provenance.ts';
export { explainLimits, type FrameSummary, type LeftOut } from './frames/provenance.ts';
export type { NodeAnswer, NodeFrame, NodeRecord, StaleFrame } from './frames/read-node.ts';
export { type Moment, type NodeView, type ViewOrder, viewOrders } from './frames/read-node.ts';
export { namesFrame, resolveNode } from './frames/resolve-node.ts';
export type { FrameInput, InvalidationRequest } from './frames/write-frames.ts';
export { type SinceScan, type Staleness, type StaleReason, staleReasons } from './freshness/staleness.ts';
export { findRenames, type Renames } from './lineage/find-renames.ts';
export { recordedPaths } from './lineage/path-entry.ts';
export type { LineageEntry } from './lineage/read-lineage.ts';
export { recordScan, type ScanRecording } from './lineage/record-scan.ts';
export type { RecordedScan } from './lineage/scan-log.ts';
export { findRoot } from './lineage/scan-log.ts';
export {
  diffToTree,
  findStoredNode,
  type NodeState,
  smallestChanges,
  type TreeChange,
} from './lineage/stored-trees.ts';
export { comparedFiles } from './producers/change-effect.ts';
export {
  type Change,
  type ChangeHistory,
  type CommitHistory,
  createChangeHistory,
  createCommitHistory,
  type FileChange,
  type NamedChange,
  nameChanges,
} from './producers/change-history.ts';
export { contextTypes, createProducers } from './producers/create-producers.ts';
export { type ChangesInput, produceChanges } from './producers/produce-changes.ts';
export {
  createHistoryProducer,
  gitLogArguments,
  type HistoryInput,
  parseGitLog,
  produceHistory,
} from './producers/produce-history.ts';
export { readSymbols } from './producers/produce-outline.ts';
export {
  type ProducedTerms,
  produceTerms,
  type SourceFile,
  type TermsInput,
} from './producers/produce-terms.ts';
export { type OutsideProducer, type Producer, producedBasis, producerLimits } from './producers/producer.ts';
export {
  type ChangeBase,
  type ChangedFile,
  type ChangeEffect,
  type ChangeHunk,
  type ChangeKind,
  type CommitDiff,
  type CommitList,
  type CommitRange,
  changeLimits,
  type DiffBatch,
  type DiffSource,
  type FileDiff,
  type RecentChange,
  type RecentChanges,
} from './producers/recent-changes.ts';
export { filesToScreen, findDiffSecrets, replaceInDiff } from './producers/screen-diff.ts';
export {
  findSecrets,
  findSecretsOfPart,
  hasPlaceholder,
  type PlacedSecret,
  placeholderOf,
  replaceSecrets,
  screenBytes,
  screenText,
  withoutNumbers,
} from './producers/screen-secrets.ts';
export {
  calledNames,
  declarations,
  declaredNames,
  readSourceFacts,
  referringNames,
  type SourceFacts,
} from './producers/source-facts.ts';
export { lexSource, type SourceToken, sourceSyntax } from './producers/source-syntax.ts';
export { spelledIn, spellingsOf } from './producers/spelled-secrets.ts';
export type { SourceSymbol } from './producers/symbol-rules.ts';
export type { SyntaxLanguage, SyntaxNode, SyntaxParser, SyntaxRequest } from './producers/syntax-parser.ts';
export { proseTerms, type TermCounts, tokenTerms } from './producers/terms.ts';
export { type FoundSecret, isJumbled, type SecretScanner } from './producers/wrapped-secrets.ts';
export {
  type ByteText,
  bytesOf,
  decodeText,
  fromBytes,
  isAscii,
  joinBytes,
  showText,
  sourceText,
  toByteText,
} from './scan/byte-text.ts';
export {
  type BytesRead,
  type DigestRead,
  type EntryStat,
  type FileStamp,
  type FileTree,
  type ListedEntry,
  type Skipped,
  type SkipReason,
  sameStamp,
  skipReasons,
} from './scan/file-tree.ts';
export { type IgnorePattern, parseIgnoreFile } from './scan/ignore-rules.ts';
export { unscannedNames } from './scan/list-directory.ts';
export type { Scan } from './scan/scan.ts';
export type { FoundIndex, ScanIndexFile } from './scan/scan-index.ts';
export { type OuterRules, type Repository, type ScanPorts, scanLimits } from './scan/scan-run.ts';
export { rescanTree, type ScanOptions, saveScanIndex, scanTree } from './scan/scan-tree.ts';
export type { Tree, TreeNode } from './scan/tree.ts';
export { lastName, linkContentId, type NodeKind, parentPath, ROOT_PATH } from './scan/tree-ids.ts';
export {
  type CustomPolicies,
  type CustomPolicy,
  defineCustomPolicies,
  readPolicy,
} from './synthesis/custom-policies.ts';
export type {
  FilterRule,
  SectionFrame,
  SynthesisPolicy,
  SynthesisSection,
} from './synthesis/synthesis-policy.ts';
export { createWorkspace, type WorkspaceServices } from './workspace/create-workspace.ts';
export {
  type ChangeGatherer,
  type ChangeListener,
  type ChangeWatcher,
  createChangeGatherer,
  type GatheredChanges,
  type GathererOptions,
  type OpenWatch,
  type StartTimer,
} from './workspace/gather-changes.ts';
export type { WorkspaceStatus } from './workspace/read-status.ts';
export {
  type AddedType,
  type RegisteredAgent,
  type Role,
  readAddedTypes,
  readRole,
  roles,
} from './workspace/registry.ts';
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
