/**
 * How settled a ranking is, one of the three numbers that are never mixed: a score from the first suspect's margin and
 * the agreement of independent kinds of evidence, not a probability.
 */
import { type BasisPoints, ONE_IN_BASIS_POINTS } from '../../kernel/index.ts';
import type { MissingEvidence } from '../evidence/gather-evidence.ts';
import type { Ranking } from '../ranking/rank-candidates.ts';

/** What a ranking may lack: a source of evidence, the older part of the history, or a change since the last green run. */
export type LackingEvidence = MissingEvidence | 'whole-history' | 'change-since-green';

/** The margin from which a lead counts in full, and what lies behind it is no rival. */
export const WHOLE_MARGIN = 4_000;

/** What the score loses where a source of evidence was not there; many failures of assertions have no own frame. */
const LOSSES: Readonly<Record<LackingEvidence, number>> = {
  'own-frames': 500,
  'whole-history': 500,
  history: 1_000,
  'test-source': 2_000,
  'change-since-green': 3_000,
};

/** What it loses where a trace passes another file nearer: a direct witness, whatever the other kinds agree on. */
const STACK_DISSENT = 2_500;

/** Tells how settled a ranking is: the mean of lead and agreement, less where evidence is missing or the trace objects. */
export function convergenceOf(
  { margin, agreeing, dissenting }: Pick<Ranking, 'margin' | 'agreeing' | 'dissenting'>,
  missing: readonly LackingEvidence[],
): BasisPoints {
  // A first that no evidence puts first leads by its size alone.
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
