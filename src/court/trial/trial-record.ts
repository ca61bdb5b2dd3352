/** The record of a trial as the court itself keeps it: what its steps left, and why it ended where it has no verdict. */
import { PenumbraError } from '../../kernel/index.ts';
import { readArtifact, type WalkerState, wholeData } from '../../pipeline/index.ts';
import type { CourtArtifactType } from './court-artifact-types.ts';
import type { CourtArtifactData } from './court-artifacts.ts';
import { type FrozenExhibits, freezeExhibits } from './exhibits.ts';

/** What was said so far, and the exhibits that follow from it; no seat sees it whole. */
export type TrialRecord = {
  readonly indictment?: CourtArtifactData<'indictment'>;
  readonly discovery?: CourtArtifactData<'discovery'>;
  readonly brief?: CourtArtifactData<'defense_brief'>;
  readonly hearing?: CourtArtifactData<'hearing_record'>;
  readonly verdict?: CourtArtifactData<'verdict'>;
  readonly exhibits?: FrozenExhibits;
};

/** Reads the record of a trial from the artifacts of its steps; it throws where frozen exhibits were altered. */
export function readTrialRecord(outputs: WalkerState['outputs']): TrialRecord {
  const read = <Type extends CourtArtifactType>(node: string): CourtArtifactData<Type> | undefined => {
    const recorded = outputs[node];
    return recorded && (wholeData(readArtifact(recorded)) as CourtArtifactData<Type>);
  };
  const indictment = read<'indictment'>('indict');
  const discovery = read<'discovery'>('discover');
  const brief = read<'defense_brief'>('defend');
  const hearing = read<'hearing_record'>('hearing');
  const verdict = read<'verdict'>('verdict');
  const exhibits = indictment && freezeExhibits(indictment, discovery);
  requireFrozen(brief, exhibits);
  return {
    ...(indictment && { indictment }),
    ...(discovery && { discovery }),
    ...(brief && { brief }),
    ...(hearing && { hearing }),
    ...(verdict && { verdict }),
    ...(exhibits && { exhibits }),
  };
}

function requireFrozen(brief: TrialRecord['brief'], exhibits: FrozenExhibits | undefined): void {
  if (brief?.exhibits_hash === undefined || brief.exhibits_hash === exhibits?.hash) return;
  throw new PenumbraError('hash-mismatch', 'the exhibits are not those that were frozen', {
    hint: 'validate the store; the trial cannot go on with them',
  });
}

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
