/** Why a trial ended without a verdict that counts, told by the edge it ended with. */
import type { WalkerState } from '../pipeline/index.ts';

/** Why there is no verdict. */
export type MistrialReason = 'time_exhausted' | 'deliberation_exhausted' | 'judge_declared' | 'role_failed';

const reasonOfEdge: { readonly [edge: string]: MistrialReason } = {
  HD10: 'time_exhausted',
  HD11: 'deliberation_exhausted',
  HD8b: 'deliberation_exhausted',
  HD12: 'judge_declared',
  HD13: 'role_failed',
};

/** Returns why a trial ended in a mistrial; a walk that ran out of loops or steps has deliberated for too long. */
export function mistrialReason({ history }: Pick<WalkerState, 'history'>): MistrialReason {
  return reasonOfEdge[history.at(-1)?.edge ?? ''] ?? 'deliberation_exhausted';
}
