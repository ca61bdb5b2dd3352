/**
 * The investigate heuristic: ranks the evidence in the pack, and states what it shows and how settled the
 * ranking is.
 */
import type { PromptPack } from '../../disclosure/lens/index.ts';
import {
  type BasisPoints,
  compareCodePoints,
  fromBasisPoints,
  ONE_IN_BASIS_POINTS,
} from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { EvidenceBlock } from '../blocks/case-blocks.ts';
import type { MissingEvidence } from '../evidence/gather-evidence.ts';
import { confidenceMapOf, suspectConfidences } from '../ranking/confidence.ts';
import type { Ranking } from '../ranking/rank-candidates.ts';
import { answerQuestions } from './answer-questions.ts';
import { causeMessage, isTied } from './cause-message.ts';
import type { LightArtifactData, Suspect } from './light-artifacts.ts';
import { type BlockRanking, blockOf, type RankedBlock, rankBlocks, readStep } from './read-case-pack.ts';
import { readDefect } from './read-defect.ts';

/** The name for a suspect's change that is not committed. */
const UNCOMMITTED = 'uncommitted';
/** How many suspects have their evidence cited. */
const MOST_CITED = 5;
/** The convergence from which the message commits to one place. */
const SETTLED = 7_000;
const LONGEST_MESSAGE = 4_000;
const LONGEST_COMPONENT = 512;

export function investigateCase(pack: PromptPack): Artifact {
  const found = rankBlocks(pack);
  const { ranking, ranked, base } = found;
  // Nothing here can settle a failure that nothing ties to this repository.
  const convergence = base.is_grounded ? convergenceOf(ranking, lackingIn(found)) : (0 as BasisPoints);
  const remand = blockOf(pack, 'remand')?.payload;
  const component = componentOf(pack, ranked);
  const suspects = suspectsOf(found);
  const message = causeMessage(blockOf(pack, 'failure')?.payload, found, {
    isSettled: convergence >= SETTLED,
    confidences: suspects.map(({ confidence }) => confidence),
  });
  const defect = readDefect(pack, found);
  const data: LightArtifactData<'investigate'> = {
    rca_message: message.slice(0, LONGEST_MESSAGE).toWellFormed(),
    defect_type: defect.type,
    defect_reason: defect.reason,
    world: base.world,
    world_reason: base.world_reason,
    ...(component !== undefined && { component: component.slice(0, LONGEST_COMPONENT).toWellFormed() }),
    suspects,
    commits: suspectCommits(ranked),
    convergence_score: fromBasisPoints(convergence),
    evidence_refs: citedHandles(found),
    is_exhausted: isExhausted(pack, found),
    ...(remand !== undefined && { answers: [...answerQuestions(remand, found)] }),
  };
  return { type: 'investigate', data: data as unknown as Artifact['data'] };
}

function suspectsOf(found: BlockRanking): Suspect[] {
  const { ranked, base } = found;
  const scores = ranked.map(({ score }) => score);
  const confidences = suspectConfidences(scores, {
    map: confidenceMapOf(base.world),
    lacking: lackingIn(found),
  });
  return ranked.map(({ path, symbol, line, score, handle, change }, rank) => ({
    path,
    ...(symbol !== undefined && { symbol }),
    ...(line !== undefined && { line }),
    score,
    confidence: confidences[rank] ?? 0,
    handle,
    // If an existing fault was met, recent changes explain nothing.
    ...(change !== undefined &&
      base.world === 'change' &&
      base.is_grounded && { change: change.commit === '' ? UNCOMMITTED : change.commit }),
  }));
}

/** Evidence that is not tied to the failure is not cited, however well it ranks. */
function citedHandles({ ranked, base }: BlockRanking): string[] {
  if (base.is_foreign) return [];
  return ranked
    .filter(({ features }) => isTied(features))
    .slice(0, MOST_CITED)
    .map(({ handle }) => handle);
}

/**
 * Returns whether a wider search cannot bring a rival: nothing was left out, or the last shown candidate is
 * far behind.
 */
function isExhausted(pack: PromptPack, { ranked, base }: BlockRanking): boolean {
  const [first] = ranked;
  const last = ranked[readStep(pack).evidence_depth - 1];
  return base.told >= base.candidates || !first || !last || first.score - last.score >= WHOLE_MARGIN;
}

/** The component set by an edge, otherwise the folder of the first suspect. */
function componentOf(pack: PromptPack, [first]: readonly RankedBlock[]): string | undefined {
  const { component } = readStep(pack).meta;
  if (typeof component === 'string') return component;
  const slash = first?.path.lastIndexOf('/') ?? -1;
  return slash < 0 ? undefined : first?.path.slice(0, slash);
}

function lackingIn({ ranked: [first], base }: BlockRanking): readonly LackingEvidence[] {
  const { missing, history, is_elsewhere, world, is_base_green } = base;
  const further: readonly (readonly [boolean, LackingEvidence])[] = [
    // If the tests ran at another revision, part of its history is not visible either.
    [history === 'shallow' || is_elsewhere === true, 'whole-history'],
    // A new test was never green.
    [is_base_green && world !== 'latent' && first?.features.changed === 0, 'change-since-green'],
  ];
  return [...missing, ...further.flatMap(([holds, what]) => (holds ? [what] : []))];
}

/**
 * What a ranking may lack: a source of evidence, the older part of the history, or a change since the last
 * green run.
 */
export type LackingEvidence = MissingEvidence | 'whole-history' | 'change-since-green';

/** The margin at which a lead counts in full, and beyond which another candidate is no rival. */
const WHOLE_MARGIN = 4_000;

/** The deduction for each missing source of evidence. Many assertion failures have no own frame. */
const LOSSES: Readonly<Record<LackingEvidence, number>> = {
  'own-frames': 500,
  'whole-history': 500,
  history: 1_000,
  'test-source': 2_000,
  'change-since-green': 3_000,
};

/**
 * The deduction if a trace passes nearer through another file: a direct witness, whatever the other kinds
 * agree on.
 */
const STACK_DISSENT = 2_500;

/**
 * Returns how settled a ranking is: the mean of lead and agreement, minus deductions for missing evidence or
 * a dissenting trace.
 */
export function convergenceOf(
  { margin, agreeing, dissenting }: Pick<Ranking, 'margin' | 'agreeing' | 'dissenting'>,
  missing: readonly LackingEvidence[],
): BasisPoints {
  // Without agreeing evidence, the first candidate leads only by its prior.
  if (agreeing.length === 0) return 0 as BasisPoints;
  const lead = Math.min(ONE_IN_BASIS_POINTS, Math.floor((margin * ONE_IN_BASIS_POINTS) / WHOLE_MARGIN));
  const agreement = Math.floor(
    (ONE_IN_BASIS_POINTS * agreeing.length) / (agreeing.length + dissenting.length),
  );
  const contradicted = dissenting.includes('stack') ? STACK_DISSENT : 0;
  const loss = [...new Set(missing)].reduce((sum, what) => sum + LOSSES[what], contradicted);
  const left = ONE_IN_BASIS_POINTS - loss;
  return Math.floor((Math.floor((lead + agreement) / 2) * left) / ONE_IN_BASIS_POINTS) as BasisPoints;
}

type Commit = LightArtifactData<'investigate'>['commits'][number];

const SUSPECTS = 5;
const MOST_COMMITS = 20;
const WHOLE = 10_000;
/** The weight of a suspect's change relative to a commit that merely touched its file. */
const CHANGE = 10 * WHOLE;
/** The age in commits at which a change counts half. */
const HALF_AGE = 30;

/**
 * Returns the commits of the best suspects, best first. A commit that touched several counts for the best of
 * them.
 */
function suspectCommits(
  ranked: readonly Pick<EvidenceBlock, 'commits' | 'change'>[],
): LightArtifactData<'investigate'>['commits'] {
  const [first] = ranked;
  // Without a commit of the first suspect, a commit of a less likely one would look like the cause.
  if (first === undefined || (first.change === undefined && first.commits.length === 0)) return [];
  const found = new Map<string, Commit>();
  const add = (commit: Commit) => {
    const known = found.get(commit.id);
    if (known === undefined || commit.score > known.score) found.set(commit.id, { ...known, ...commit });
  };
  for (const [rank, { commits, change }] of ranked.slice(0, SUSPECTS).entries()) {
    if (change !== undefined && change.commit !== '') {
      const { commit: id, subject, author, date } = change;
      add({ id, score: Math.floor(CHANGE / (rank + 1)), subject, author, date });
    }
    for (const { id, age } of commits)
      add({
        id,
        score: Math.floor((Math.floor(WHOLE / (rank + 1)) * HALF_AGE) / (HALF_AGE + Math.max(0, age))),
      });
  }
  return [...found.values()]
    .sort((left, right) => right.score - left.score || compareCodePoints(left.id, right.id))
    .slice(0, MOST_COMMITS);
}
