/**
 * The court's own record of a trial: the artifacts of its steps, and why it ended without a verdict if it
 * did.
 */
import {
  type CanonicalValue,
  ONE_IN_BASIS_POINTS,
  PenumbraError,
  taggedHash,
  toBasisPoints,
} from '../../kernel/index.ts';
import { readArtifact, type WalkerState, wholeData } from '../../pipeline/index.ts';
import type { CourtArtifactType } from './court-artifact-types.ts';
import type { BroughtEvidence, CourtArtifactData, EvidenceClass } from './court-artifacts.ts';

/** The statements so far and the exhibits that follow from them. No seat sees all of it. */
export type TrialRecord = {
  readonly indictment?: CourtArtifactData<'indictment'>;
  readonly discovery?: CourtArtifactData<'discovery'>;
  readonly brief?: CourtArtifactData<'defense_brief'>;
  readonly hearing?: CourtArtifactData<'hearing_record'>;
  readonly verdict?: CourtArtifactData<'verdict'>;
  readonly exhibits?: FrozenExhibits;
};

/** Reads the record of a trial from its artifacts; throws if frozen exhibits were altered. */
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

/**
 * Returns why a trial ended in a mistrial; a walk that ran out of loops or steps has exhausted deliberation.
 */
export function mistrialReason({ history }: Pick<WalkerState, 'history'>): MistrialReason {
  return reasonOfEdge[history.at(-1)?.edge ?? ''] ?? 'deliberation_exhausted';
}

/** A piece of evidence as both sides see it, without anyone's description. */
type Exhibit = {
  readonly index: number;
  readonly handle: string;
  readonly class: EvidenceClass;
  readonly weight: number;
};

/** An exhibit, and whether the expert has struck it. */
export type StandingExhibit = Exhibit & { readonly struck: boolean };

/** The frozen exhibits of a trial. */
export type FrozenExhibits = {
  readonly hash: string;
  readonly exhibits: readonly Exhibit[];
  /** How many of them, from the first, support the charge; the rest was found in discovery. */
  readonly charged: number;
};

/** Freezes the exhibits of the prosecution and of discovery. */
function freezeExhibits(
  indictment: Pick<CourtArtifactData<'indictment'>, 'evidence'>,
  discovery?: Pick<CourtArtifactData<'discovery'>, 'further_evidence'>,
): FrozenExhibits {
  const brought = [...indictment.evidence, ...(discovery?.further_evidence ?? [])];
  const exhibits = brought.map(toExhibit);
  const preimage = exhibits.map((exhibit) => ({ ...exhibit, weight: toBasisPoints(exhibit.weight) }));
  const hash = taggedHash('penumbra/exhibits/1', preimage as readonly CanonicalValue[]);
  return Object.freeze({ hash, exhibits, charged: indictment.evidence.length });
}

/** Returns the exhibits struck after the rounds so far. */
export function strikesOf(hearing: CourtArtifactData<'hearing_record'> | undefined): readonly number[] {
  return hearing?.rounds.at(-1)?.strikes ?? [];
}

export function markStruck(
  { exhibits }: FrozenExhibits,
  strikes: readonly number[],
): readonly StandingExhibit[] {
  return exhibits.map((exhibit) => ({ ...exhibit, struck: strikes.includes(exhibit.index) }));
}

/**
 * Returns what remains of a strength, in basis points, after exhibits of the charge are struck: the share of
 * their weight that is left.
 */
export function strengthAfterStrikes(
  points: number,
  { exhibits, charged }: FrozenExhibits,
  strikes: readonly number[],
): number {
  const own = exhibits.slice(0, charged);
  const total = totalWeight(own);
  if (total === 0) return points;
  return Math.floor((points * totalWeight(own.filter(({ index }) => !strikes.includes(index)))) / total);
}

function totalWeight(exhibits: readonly Exhibit[]): number {
  return exhibits.reduce((sum, { weight }) => sum + toBasisPoints(weight), 0);
}

function toExhibit({ handle, weight, class: kind }: BroughtEvidence, index: number): Exhibit {
  // INVARIANT (no handle, no weight): evidence that cannot be looked up counts for nothing.
  const points = handle === '' ? 0 : toBasisPoints(weight);
  return Object.freeze({ index, handle, class: kind, weight: points / ONE_IN_BASIS_POINTS });
}
