/** The heuristic seats behind one door: who is asked, at which step, and the function that answers. */
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { PromptPack } from '../../lens/index.ts';
import type { Artifact } from '../../pipeline/index.ts';
import type { RoundStatement } from '../court-artifacts.ts';
import type { CourtRole } from '../seat-court.ts';
import { defend, rebut } from './defend.ts';
import { discover } from './discover.ts';
import { examine } from './examine.ts';
import { judge } from './judge.ts';
import { argueCharge, indict } from './prosecute.ts';

/** What a seat answers: the artifact of its step, or its statement in a round. */
export type SeatAnswer = Artifact | RoundStatement<'prosecution' | 'defense' | 'expert'>;

/** A step of a trial and the seat that is asked there. */
type SeatStep = { readonly node: string; readonly role: CourtRole };

const heuristics: { readonly [step: string]: (pack: PromptPack) => SeatAnswer } = {
  'indict prosecution': indict,
  'discover defense': discover,
  'defend defense': defend,
  'hearing prosecution': argueCharge,
  'hearing defense': rebut,
  'hearing expert': examine,
  'verdict judge': judge,
};

/** Answers for a seat from its pack alone; the same pack gives the same answer. */
export function answerSeat({ node, role }: SeatStep, pack: PromptPack): SeatAnswer {
  const step = `${node} ${role}`;
  const heuristic = Object.hasOwn(heuristics, step) ? heuristics[step] : undefined;
  if (heuristic) return heuristic(pack);
  throw new PenumbraError('usage', `no seat answers at ${cite(step)}`, {
    hint: `the steps are ${Object.keys(heuristics).join(', ')}`,
  });
}
