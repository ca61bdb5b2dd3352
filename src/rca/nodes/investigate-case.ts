/** The heuristic of investigate: ranks the evidence in the pack and says what it comes to, and how settled that is. */

import type { PromptPack } from '../../disclosure/lens/index.ts';
import { type BasisPoints, fromBasisPoints } from '../../kernel/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import { confidenceMapOf, suspectConfidences } from '../ranking/confidence.ts';
import { answerQuestions } from './answer-questions.ts';
import { blockOf } from './blocks-of.ts';
import { causeMessage } from './cause-message.ts';
import { convergenceOf, type LackingEvidence, WHOLE_MARGIN } from './convergence.ts';
import type { LightArtifactData, Suspect } from './light-artifacts.ts';
import { type BlockRanking, type RankedBlock, rankBlocks } from './rank-blocks.ts';
import { readDefect } from './read-defect.ts';
import { readStep } from './step-bounds.ts';
import { suspectCommits } from './suspect-commits.ts';
import { isTied } from './suspect-reasons.ts';

/** How the change of a suspect is called that is not committed. */
const UNCOMMITTED = 'uncommitted';
/** How many suspects have their evidence cited. */
const MOST_CITED = 5;
/** From which convergence the message commits itself to one place. */
const SETTLED = 7_000;
const LONGEST_MESSAGE = 4_000;
const LONGEST_COMPONENT = 512;

/** Investigates the case of a pack. */
export function investigateCase(pack: PromptPack): Artifact {
  const found = rankBlocks(pack);
  const { ranking, ranked, base } = found;
  // A failure that nothing ties to this repository is settled by nothing that is here.
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
    // Where an old fault is met, what changed lately explains nothing.
    ...(change !== undefined &&
      base.world === 'change' &&
      base.is_grounded && { change: change.commit === '' ? UNCOMMITTED : change.commit }),
  }));
}

/** What is not tied to the failure is no evidence, however well it ranks. */
function citedHandles({ ranked, base }: BlockRanking): string[] {
  if (base.is_foreign) return [];
  return ranked
    .filter(({ features }) => isTied(features))
    .slice(0, MOST_CITED)
    .map(({ handle }) => handle);
}

/** A wider look brings no rival where nothing was left out, or the last of the best that were told is far behind. */
function isExhausted(pack: PromptPack, { ranked, base }: BlockRanking): boolean {
  const [first] = ranked;
  const last = ranked[readStep(pack).evidence_depth - 1];
  return base.told >= base.candidates || !first || !last || first.score - last.score >= WHOLE_MARGIN;
}

/** The component an edge set, else the folder of the first suspect. */
function componentOf(pack: PromptPack, [first]: readonly RankedBlock[]): string | undefined {
  const { component } = readStep(pack).meta;
  if (typeof component === 'string') return component;
  const slash = first?.path.lastIndexOf('/') ?? -1;
  return slash < 0 ? undefined : first?.path.slice(0, slash);
}

function lackingIn({ ranked: [first], base }: BlockRanking): readonly LackingEvidence[] {
  const { missing, history, is_elsewhere, world, is_base_green } = base;
  const further: readonly (readonly [boolean, LackingEvidence])[] = [
    // Of what the tests ran on a part is not to be seen either.
    [history === 'shallow' || is_elsewhere === true, 'whole-history'],
    // A test that is new was never green.
    [is_base_green && world !== 'latent' && first?.features.changed === 0, 'change-since-green'],
  ];
  return [...missing, ...further.flatMap(([holds, what]) => (holds ? [what] : []))];
}
