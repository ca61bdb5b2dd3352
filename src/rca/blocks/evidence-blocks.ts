/**
 * The evidence of a case as shown to an agent: the best candidates overall and in the places searched, each
 * with its features, its most suspicious place, and the latest commits that touched it.
 */

import type { ChangeHistory } from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import type { HistoryDepth } from '../../record/index.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { traceOf } from '../case/fingerprint.ts';
import type { ChangeIndex, PlacedFile, PlacedHunk } from '../changes/change-index.ts';
import type { Alibis } from '../coverage/coverage.ts';
import { type EvidenceView, folderOfFailures, indexNear } from '../evidence/code-index.ts';
import type { CaseEvidence, MissingEvidence } from '../evidence/gather-evidence.ts';
import { createPinpointer } from '../evidence/pinpoint.ts';
import { evidenceLimits } from '../ranking/evidence-features.ts';
import { weightsOf } from '../ranking/fitted-evidence.ts';
import { type Candidate, rankCandidates, worthOf } from '../ranking/rank-candidates.ts';
import { framesOutwards } from '../stack/origin-frames.ts';
import type { StackTrace } from '../stack/stack-trace.ts';
import type { ChangeBlock, EvidenceBaseBlock, EvidenceBlock } from './case-blocks.ts';

/** The evidence of a case, and how much of it to show. */
export interface EvidenceRequest {
  readonly record: CaseRecord;
  /** All the evidence of the case, from `gatherEvidence`. */
  readonly evidence: CaseEvidence;
  readonly view: EvidenceView;
  readonly historyDepth: HistoryDepth;
  /** Whether the tests ran at another revision. */
  readonly isElsewhere?: true | undefined;
  /** How many of the best candidates are shown. */
  readonly depth: number;
  /** Files, folders and packages whose best candidates are shown as well. */
  readonly focusPaths: readonly string[];
  /** Returns the content id of a file; undefined if it is no longer a file of the workspace. */
  contentOf(path: string): string | undefined;
}

/** The blocks about the repository for a case, best candidate first. */
export interface EvidenceBlocks {
  readonly base: EvidenceBaseBlock;
  readonly blocks: readonly EvidenceBlock[];
}

/** How many candidates of each focus path are shown. */
const BEST_IN_FOCUS = 3;

/** Builds the blocks of a case's evidence. */
export function evidenceBlocks(request: EvidenceRequest): EvidenceBlocks {
  const { record, evidence, view, historyDepth, isElsewhere, contentOf } = request;
  const { history, changes } = view;
  const index = indexNear(view.index, folderOfFailures(record.failures, view));
  const traces = record.failures.map(traceOf);
  const told = shownCandidates(evidence, request);
  const pinpoint = createPinpointer(index, { ...evidence, traces, coverage: view.coverage });
  const isOfChange = evidence.world.world === 'change';
  const paths = new Set(told.map(({ path }) => path));
  // Commits older than a green run cannot have broken what was green then.
  const wasGreen = changes.base?.isGreen === true && evidence.world.world !== 'latent';
  const commits = wasGreen ? commitsSince(changes, paths) : newestCommits(history, paths);
  const blocks = told.flatMap(({ path, side, features }) => {
    const change = evidence.changeOf(path);
    const content = contentOf(path) ?? '';
    // A file that disappeared during the scan is not shown, unless its removal is the change.
    if (content === '' && change === undefined) return [];
    // If no change is believed to be the cause, changed lines are no better place than any other.
    const owner = view.ownersOf(path);
    const { hunk, ...place } = pinpoint(path, isOfChange || content === '' ? change : undefined);
    return [
      {
        path,
        content,
        side,
        features,
        worth: worthOf(features, weightsOf(evidence.world.world)),
        ...place,
        // A test that was changed may be at fault itself, whatever it met; for other files, only a change
        // that may have broken the test is shown.
        ...(change !== undefined &&
          (isOfChange || side === 'test' || content === '') && { change: changeBlock(change, hunk) }),
        commits: commits.get(path) ?? [],
        ...(owner !== undefined && { owner }),
      },
    ];
  });
  const isOfOther = isForeign(record, traces, evidence);
  const base = {
    test_files: evidence.testFiles,
    missing: evidence.missing,
    candidates: evidence.candidates.length,
    told: blocks.length,
    history: historyDepth,
    ...(isElsewhere && { is_elsewhere: isElsewhere }),
    is_foreign: isOfOther,
    is_grounded: !isOfOther && evidence.absent === undefined && isGrounded(evidence, view),
    world: evidence.world.world,
    world_reason: evidence.world.reason,
    tests_are: record.past === 'failed' ? ('failed-before' as const) : evidence.testStatus.state,
    base_revision: changes.base?.commit ?? '',
    is_base_green: changes.base?.isGreen ?? false,
    ...(evidence.alibis && { coverage: coverageBlock(evidence.alibis) }),
    ...(evidence.absent && { absent: evidence.absent }),
  };
  return { base, blocks };
}

function coverageBlock({ paths, unfit }: Alibis): NonNullable<EvidenceBaseBlock['coverage']> {
  return { never_ran: paths.size, ...(unfit !== undefined && { unfit }) };
}

/** The commits since a green run that changed each of some files, newest first. */
function commitsSince(
  { byPath }: ChangeIndex,
  paths: ReadonlySet<string>,
): ReadonlyMap<string, readonly AgedCommit[]> {
  return new Map(
    [...paths].map((path) => [
      path,
      (byPath.get(path) ?? []).flatMap(({ change: { commit, position } }) =>
        commit === null ? [] : [{ id: commit, age: position }],
      ),
    ]),
  );
}

/** How many changed lines of each side are shown. */
const MOST_LINES = 12;

function changeBlock({ file, change, position }: PlacedFile, hunk: PlacedHunk | undefined): ChangeBlock {
  const { commit, isMerge, subject, author, date, files } = change;
  return {
    commit: commit ?? '',
    ...(isMerge && { is_merge: isMerge }),
    subject,
    author,
    date,
    position,
    files: files.length,
    kind: file.kind,
    removed: (hunk?.removed ?? []).slice(0, MOST_LINES).map(shownLine),
    added: (hunk?.added ?? []).slice(0, MOST_LINES).map(shownLine),
  };
}

const LONGEST_LINE = 300;

function shownLine(text: string): string {
  return text.slice(0, LONGEST_LINE).toWellFormed();
}

function shownCandidates(
  { candidates, world: { world } }: CaseEvidence,
  { depth, focusPaths }: EvidenceRequest,
): readonly Candidate[] {
  const weights = weightsOf(world);
  const told = new Map<string, Candidate>();
  const tell = (best: readonly Candidate[]) => {
    for (const candidate of best) {
      if (told.size < evidenceLimits.candidates) told.set(candidate.path, candidate);
    }
  };
  tell(rankCandidates(candidates, weights).ranked.slice(0, Math.max(1, depth)));
  for (const focus of focusPaths) {
    const within = candidates.filter(({ path }) => isInFocus(path, focus));
    tell(rankCandidates(within, weights).ranked.slice(0, BEST_IN_FOCUS));
  }
  const ranked = rankCandidates([...told.values()], weights).ranked;
  return ranked.map(({ path, side, features }) => ({ path, side, features }));
}

/** Returns whether the report names places, but none of them is in this repository. */
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

/**
 * Something must tie the failure to this repository: its test, a frame, uncommitted work, or a change that
 * removed or began to require what the failure lacks.
 */
function isGrounded(evidence: CaseEvidence, { changes }: EvidenceView): boolean {
  // If there is only the failing test, its place is no finding, unless it was changed.
  const hasFindings = evidence.candidates.some(
    ({ path, features }) => features.changed > 0 || !evidence.testFiles.includes(path),
  );
  if (!hasFindings) return false;
  if (!isWithout(evidence, 'test-source', 'own-frames')) return true;
  const hasUncommitted = [...changes.byPath.values()].some(([newest]) => newest?.change.commit === null);
  const isMissedSince = evidence.candidates.some(
    ({ features }) => features.changeTook > 0 || features.changeBrought > 0,
  );
  return evidence.world.world === 'change' && (hasUncommitted || isMissedSince);
}

function isWithout({ missing }: CaseEvidence, ...sources: readonly MissingEvidence[]): boolean {
  return sources.every((source) => missing.includes(source));
}

/**
 * Returns whether a file is a focus path, is inside it, or is in a folder that ends with it: a package such
 * as `org/example/cart` means that folder below any source root.
 */
function isInFocus(path: string, focus: string): boolean {
  const parts = focus.replace(/^(?:\.?\/)+|\/+$/g, '');
  if (parts === '' || parts === '.') return true;
  return `/${path}/`.includes(`/${parts}/`);
}

/** A commit, and how many commits of the repository are newer. */
type AgedCommit = { readonly id: string; readonly age: number };

const COMMITS_PER_FILE = 3;

/** Returns the newest commits of each file, newest first. */
function newestCommits(
  history: ChangeHistory | undefined,
  files: ReadonlySet<string>,
): ReadonlyMap<string, readonly AgedCommit[]> {
  const found = new Map<string, AgedCommit[]>();
  for (const { commit: id, age, paths } of history?.changes ?? []) {
    if (paths.length > evidenceLimits.commitFiles) continue;
    for (const path of paths) {
      if (!files.has(path)) continue;
      const known = found.get(path);
      if (known === undefined) found.set(path, [{ id, age }]);
      else known.push({ id, age });
    }
  }
  return new Map([...found].map(([path, commits]) => [path, newest(commits)]));
}

function newest(commits: readonly AgedCommit[]): readonly AgedCommit[] {
  return commits
    .toSorted((left, right) => left.age - right.age || compareCodePoints(left.id, right.id))
    .slice(0, COMMITS_PER_FILE);
}
