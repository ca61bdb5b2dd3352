/** The report heuristic: the conclusion of a case, its confidence, and what would settle it. */

import { sourceSyntax } from '../../context/index.ts';
import type { PromptPack } from '../../disclosure/lens/index.ts';
import { cite } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { EvidenceBaseBlock, EvidenceBlock } from '../blocks/case-blocks.ts';
import { absentRemedy } from '../evidence/absent-here.ts';
import { placeName } from '../paths/path-parts.ts';
import { statedAnswer } from '../ranking/confidence.ts';
import { type CaseFinding, findingOf } from './case-finding.ts';
import { hasConflict, testName } from './cause-message.ts';
import type { Suspect } from './light-artifacts.ts';
import { allBlocks, artifactOf, blockOf, blocksOf } from './read-case-pack.ts';

const LONGEST_SUMMARY = 4_000;

export function reportCase(pack: PromptPack): Artifact {
  const finding = findingOf(pack);
  const override = artifactOf(pack, 'review')?.human_override;
  const summary = override === undefined ? finding.summary : `${override}; before that: ${finding.summary}`;
  const data = {
    case_id: blockOf(pack, 'failure')?.payload.case_id ?? '',
    defect_type: finding.defectType,
    suspects: citable(pack, finding.suspects),
    summary: summary.slice(0, LONGEST_SUMMARY).toWellFormed(),
    next_steps: nextSteps(pack, finding),
  };
  return { type: 'report', confidence: finding.confidence, data: data as unknown as Artifact['data'] };
}

/** A report cites only evidence shown to it; other suspects are listed without evidence. */
function citable(pack: PromptPack, suspects: readonly Suspect[]): readonly Suspect[] {
  const told = new Set(allBlocks(pack).map(({ handle }) => handle));
  return suspects.map(({ handle, ...suspect }) =>
    handle !== undefined && told.has(handle) ? { ...suspect, handle } : suspect,
  );
}

const MOST_STEPS = 10;
const SHORT_COMMIT = 12;

function nextSteps(pack: PromptPack, finding: CaseFinding): readonly string[] {
  const test = testName(blockOf(pack, 'failure')?.payload);
  const base = blockOf(pack, 'evidence-base')?.payload;
  if (base?.is_foreign)
    return ['run in the repository that the tests belong to, at the revision that was tested'];
  if (base?.absent) return [absentRemedy(base.absent, test)];
  const [kind, place] = [kindSteps(finding, test), placeSteps(pack, finding, test)];
  // Undoing a known change is quicker than comparing environments.
  const known = finding.defectType === 'environment' ? [...place, ...kind] : [...kind, ...place];
  const steps = [...known, ...baseSteps(base, test)];
  return [...new Set(steps)].slice(0, MOST_STEPS);
}

function kindSteps({ defectType }: CaseFinding, test: string): readonly string[] {
  if (defectType === 'flaky')
    return [`run ${test} many times at this revision, alone and with its neighbours`];
  if (defectType === 'infrastructure') return [`see whether the service was up, then run ${test} again`];
  if (defectType === 'environment') return [`compare the environment with one in which ${test} passes`];
  return [];
}

function placeSteps(pack: PromptPack, { suspects }: CaseFinding, test: string): readonly string[] {
  const { count } = statedAnswer(suspects.map(({ confidence }) => confidence));
  const blockAt = new Map(blocksOf(pack, 'evidence').map(({ payload }) => [payload.path, payload]));
  const stated = suspects
    .slice(0, count)
    .filter(({ path }) => isWorthStepping(path, blockAt.get(path)))
    .map((suspect) => `step through ${placeName(suspect)} while ${test} runs`);
  const undo = undoStep(blockAt.get(suspects[0]?.path ?? ''), test);
  return undo === null ? stated : [undo, ...stated];
}

/** Data and deleted files cannot be stepped through, and stepping through a changed test is poor advice. */
function isWorthStepping(path: string, block: EvidenceBlock | undefined): boolean {
  const isOwnChange = block?.side === 'test' && block.change !== undefined;
  return sourceSyntax(path) !== undefined && block?.change?.kind !== 'deleted' && !isOwnChange;
}

/**
 * Suggests undoing the change of the first suspect, and only in that file, since a commit may contain much
 * else. A merge is shown for inspection instead.
 */
function undoStep(block: EvidenceBlock | undefined, test: string): string | null {
  if (block?.change === undefined || block.change.kind === 'added') return null;
  const { path, change } = block;
  if (hasConflict(change)) return `resolve the merge conflict in ${cite(path)}, and run ${test}`;
  if (change.commit === '')
    return `put ${cite(path)} back as it was committed, in a scratch clone, and run ${test}`;
  const commit = change.commit.slice(0, SHORT_COMMIT);
  // Before a merge there are two states, and each lacks everything the other side brought.
  if (change.is_merge)
    return `see what the merge itself changed in ${cite(path)}: ${cite(`git show --cc ${commit}`)}`;
  return `put ${cite(path)} back as it was before ${cite(commit)}, in a scratch clone, and run ${test}`;
}

function baseSteps(base: EvidenceBaseBlock | undefined, test: string): readonly string[] {
  if (base === undefined) return [];
  const isUnchanged = base.is_base_green && base.world === 'unknown';
  const steps: readonly (readonly [boolean, string])[] = [
    [
      isUnchanged,
      `run ${test} again: nothing changed since it was green, so it may be flaky, or something outside the repository changed`,
    ],
    [base.history === 'shallow', 'fetch the whole history: `git fetch --unshallow`'],
    [base.history === 'none', 'investigate in a clone with history, so that changes count'],
    [base.missing.includes('test-source'), `bring the source of ${test} into the workspace`],
    [
      base.missing.includes('own-frames'),
      `run ${test} so that its report has a stack trace of the code it calls`,
    ],
  ];
  return steps.flatMap(([holds, step]) => (holds ? [step] : []));
}
