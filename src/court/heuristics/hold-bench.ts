/**
 * What becomes of a model's answer on the bench. The parties argue, and what they say is checked by others; the bench
 * decides, so there the evidence is the floor as it is on the light path: a model strikes more and doubts more than the
 * heuristic, and lets nothing stand that the exhibits do not carry.
 */
import type { CanonicalValue } from '../../kernel/index.ts';
import { type Artifact, wholeData } from '../../pipeline/index.ts';
import type { CourtArtifactData, RoundStatement } from '../trial/court-artifacts.ts';
import type { SeatStep } from '../trial/read-answer.ts';
import type { SeatAnswer } from './answer-seat.ts';

type Verdict = CourtArtifactData<'verdict'>;

/** Brings what a model said in a seat, which fits the seat's schema, into the answer that is taken. */
export function holdSeat({ node, role }: SeatStep, said: CanonicalValue, own: () => SeatAnswer): SeatAnswer {
  if (node === 'hearing' && role === 'expert')
    return strikeBoth(said as unknown as RoundStatement<'expert'>, own() as RoundStatement<'expert'>);
  if (node === 'verdict') return holdVerdict(said as unknown as Verdict, own() as Artifact);
  return said as unknown as SeatAnswer;
}

/** What does not say what is claimed is struck, whoever overlooks it. */
function strikeBoth(said: RoundStatement<'expert'>, own: RoundStatement<'expert'>): RoundStatement<'expert'> {
  const strikes = [...new Set([...own.strikes, ...said.strikes])].sort((a, b) => a - b);
  return { ...said, strikes };
}

/** A model acquits, sends back or gives up freely; it affirms and amends only what the exhibits carry, and no surer. */
function holdVerdict(said: Verdict, own: Artifact): SeatAnswer {
  if (said.decision !== 'affirm' && said.decision !== 'amend') return said as unknown as SeatAnswer;
  const carried = wholeData(own) as unknown as Verdict;
  if (said.decision !== carried.decision) return own;
  const { final_location: _location, ...words } = said;
  const { final_classification, final_location } = carried;
  return {
    ...words,
    final_classification,
    ...(final_location !== undefined && { final_location }),
    confidence: Math.min(said.confidence, carried.confidence),
  } as unknown as SeatAnswer;
}
