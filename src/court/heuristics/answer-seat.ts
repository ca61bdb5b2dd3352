/** The heuristic seats behind one door: who is asked, at which step, and the function that answers. */
import type { PromptPack } from '../../lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { RoundStatement } from '../court-artifacts.ts';
import { atSeatStep, type BySeatStep, type SeatStep } from '../seat-steps.ts';
import { defend, rebut } from './defend.ts';
import { discover } from './discover.ts';
import { examine } from './examine.ts';
import { judge } from './judge.ts';
import { argueCharge, indict } from './prosecute.ts';

/** What a seat answers: the artifact of its step, or its statement in a round. */
export type SeatAnswer = Artifact | RoundStatement<'prosecution' | 'defense' | 'expert'>;

const heuristics: BySeatStep<(pack: PromptPack) => SeatAnswer> = {
  'indict prosecution': indict,
  'discover defense': discover,
  'defend defense': defend,
  'hearing prosecution': argueCharge,
  'hearing defense': rebut,
  'hearing expert': examine,
  'verdict judge': judge,
};

/** Answers for a seat from its pack alone; the same pack gives the same answer. */
export function answerSeat(step: SeatStep, pack: PromptPack): SeatAnswer {
  return atSeatStep(heuristics, step)(pack);
}
