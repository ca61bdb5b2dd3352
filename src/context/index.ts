/** The context's door: the tree of a workspace, the ports a scan needs, what producers make of it, and why a frame is what it is. */

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
export { type Change, type ChangeHistory, createChangeHistory } from './producers/change-history.ts';
export { contextTypes } from './producers/context-types.ts';
export { calledNames, declaredNames } from './producers/declared-names.ts';
export { lexSource, type SourceToken } from './producers/lex-source.ts';
export { gitLogArguments, parseGitLog } from './producers/parse-git-log.ts';
export { type HistoryInput, produceHistory } from './producers/produce-history.ts';
export {
  type ProducedTerms,
  produceTerms,
  type SourceFile,
  type TermsInput,
} from './producers/produce-terms.ts';
export { producerLimits } from './producers/producer-limits.ts';
export { readSourceFacts, referringNames, type SourceFacts } from './producers/source-facts.ts';
export { sourceSyntax } from './producers/source-syntax.ts';
export { sourceText } from './producers/source-text.ts';
export { proseTerms, type TermCounts, tokenTerms } from './producers/terms.ts';
export { type ByteText, bytesOf, fromBytes, isAscii, toByteText } from './scan/byte-text.ts';
export type { FileStamp } from './scan/file-stamp.ts';
export { sameStamp } from './scan/file-stamp.ts';
export type { BytesRead, DigestRead, EntryStat, FileTree, ListedEntry } from './scan/file-tree.ts';
export { type NodeKind, nodeKinds } from './scan/node-kind.ts';
export type { OuterRules, Repository } from './scan/repository.ts';
export type { FoundIndex, ScanIndexFile } from './scan/scan-index-file.ts';
export { scanLimits } from './scan/scan-limits.ts';
export type { ScanPorts } from './scan/scan-run.ts';
export { type Scan, type ScanOptions, scanTree } from './scan/scan-tree.ts';
export { type Skipped, type SkipReason, skipReasons } from './scan/skipped.ts';
export { ROOT_PATH, type Tree, type TreeNode } from './scan/tree.ts';
export { type DirectoryLine, directoryContentId, linkContentId, nodeIdOf } from './scan/tree-ids.ts';
