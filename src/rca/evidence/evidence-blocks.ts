/**
 * The evidence of a case as an agent is told it: the best candidates overall and the best of where the search looks,
 * each with its features, the place that speaks loudest, and the commits that touched it last.
 */
import type { ChangeHistory } from '../../context/index.ts';
import type { HistoryDepth } from '../../record/index.ts';
import type { EvidenceBaseBlock, EvidenceBlock } from '../case/case-blocks.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { traceOf } from '../fingerprint.ts';
import type { StackTrace } from '../stack/stack-trace.ts';
import type { CodeIndex } from './code-index.ts';
import { evidenceLimits } from './evidence-limits.ts';
import type { Candidate, CaseEvidence, MissingEvidence } from './gather-evidence.ts';
import { isInFocus } from './in-focus.ts';
import { newestCommits } from './newest-commits.ts';
import { createPinpointer } from './pinpoint.ts';
import { rankCandidates } from './rank-candidates.ts';
import { framesOutwards } from './stack-evidence.ts';

/** What the evidence of a case is gathered from, and how much of it is told. */
export interface EvidenceRequest {
  readonly record: CaseRecord;
  /** All the evidence of the case, as `gatherEvidence` brought it. */
  readonly evidence: CaseEvidence;
  readonly index: CodeIndex;
  readonly history: ChangeHistory | undefined;
  readonly historyDepth: HistoryDepth;
  /** How many of the best candidates are told. */
  readonly depth: number;
  /** Files, folders and packages of which the best are told beside those. */
  readonly focusPaths: readonly string[];
  /** Returns the content id of a file, or nothing where it is no file of the workspace any more. */
  contentOf(path: string): string | undefined;
}

/** The blocks about the repository in view of a case, best candidate first. */
export interface EvidenceBlocks {
  readonly base: EvidenceBaseBlock;
  readonly blocks: readonly EvidenceBlock[];
}

/** How many candidates are told of each place in focus. */
const BEST_IN_FOCUS = 3;

/** Tells the best of the evidence of a case. */
export function evidenceBlocks(request: EvidenceRequest): EvidenceBlocks {
  const { record, evidence, index, history, historyDepth, contentOf } = request;
  const traces = record.failures.map(traceOf);
  const told = toldCandidates(evidence.candidates, request);
  const pinpoint = createPinpointer(index, { traces, called: evidence.called });
  const commits = newestCommits(history, new Set(told.map(({ path }) => path)));
  const blocks = told.flatMap(({ path, side, features }) => {
    const content = contentOf(path);
    // A file that went away under the scan is nothing that could be shown.
    if (content === undefined) return [];
    return [{ path, content, side, features, ...pinpoint(path), commits: commits.get(path) ?? [] }];
  });
  const base = {
    test_files: evidence.testFiles,
    missing: evidence.missing,
    candidates: evidence.candidates.length,
    told: blocks.length,
    history: historyDepth,
    is_foreign: isForeign(record, traces, evidence),
    is_grounded: !isWithout(evidence, 'test-source', 'own-frames'),
  };
  return { base, blocks };
}

function toldCandidates(
  candidates: readonly Candidate[],
  { depth, focusPaths }: EvidenceRequest,
): readonly Candidate[] {
  const told = new Map<string, Candidate>();
  const tell = (best: readonly Candidate[]) => {
    for (const candidate of best) {
      if (told.size < evidenceLimits.candidates) told.set(candidate.path, candidate);
    }
  };
  tell(rankCandidates(candidates).ranked.slice(0, Math.max(1, depth)));
  for (const focus of focusPaths) {
    const within = candidates.filter(({ path }) => isInFocus(path, focus));
    tell(rankCandidates(within).ranked.slice(0, BEST_IN_FOCUS));
  }
  const ranked = rankCandidates([...told.values()]).ranked;
  return ranked.map(({ path, side, features }) => ({ path, side, features }));
}

/** A report that names places, none of which is here, is another repository's. */
function isForeign(
  { failures }: CaseRecord,
  traces: readonly StackTrace[],
  { testFiles, missing }: CaseEvidence,
): boolean {
  const namesPlaces =
    failures.some(({ className, file }) => className !== undefined || file !== undefined) ||
    traces.some((trace) => framesOutwards(trace).some(({ kind }) => kind === 'own'));
  return namesPlaces && testFiles.length === 0 && missing.includes('own-frames');
}

function isWithout({ missing }: CaseEvidence, ...sources: readonly MissingEvidence[]): boolean {
  return sources.every((source) => missing.includes(source));
}
