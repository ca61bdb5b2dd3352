/**
 * What a seat is shown, and the same as blocks for its pack. The sides see different things on purpose:
 * discovery sees only the raw failure, and the defense never reads a word of the prosecution's indictment.
 * INVARIANT (asymmetry): a seat's record is built here from named parts; no artifact is ever passed through
 * as it is.
 */
import { type CanonicalValue, toBasisPoints } from '../../kernel/index.ts';
import type { NodeContext } from '../../pipeline/index.ts';
import type { CourtArtifactData } from './court-artifacts.ts';
import type { CourtRole } from './seat-court.ts';
import { markStruck, type StandingExhibit, strikesOf, type TrialRecord } from './trial-record.ts';

/** The charge: the kind of defect, and its location. */
export type Charge = { readonly type: string; readonly location?: string };

/** The exhibits as a seat sees them. */
export type ShownExhibits = {
  /** The hash of the frozen list; null before it is frozen. */
  readonly hash: string | null;
  readonly exhibits: readonly StandingExhibit[];
  readonly charged: number;
};

/** The statements so far in a round that has not ended. */
export type OpenRound = { readonly prosecution_argument?: string; readonly defense_rebuttal?: string };

/** The part of the trial's record that a seat may see. */
export type SeatRecord = {
  /** The raw failure; null if the seat finds it elsewhere. */
  readonly failure: CanonicalValue;
  readonly charge?: Charge;
  readonly exhibits?: ShownExhibits;
  readonly indictment?: CourtArtifactData<'indictment'>;
  readonly discovery?: CourtArtifactData<'discovery'>;
  readonly brief?: CourtArtifactData<'defense_brief'>;
  readonly hearing?: CourtArtifactData<'hearing_record'>;
  readonly openRound?: OpenRound;
};

/** The context a seat is asked with. */
export type SeatContext = {
  readonly node: string;
  readonly role: CourtRole;
  /** The round of the hearing, from 1. */
  readonly round?: number;
  readonly maxRounds: number;
  readonly remandsLeft: number;
  /** The sources that masks opened for this step. */
  readonly openSources: readonly string[];
  /** Why the seat's first answer was rejected. */
  readonly rejected?: string;
  readonly record: SeatRecord;
};

/** Reduces the record of a trial to what a seat may see at a node. */
export function showRecord(
  step: { readonly node: string; readonly role: CourtRole; readonly openRound?: OpenRound },
  { meta }: Pick<NodeContext, 'meta'>,
  trial: TrialRecord,
): SeatRecord {
  const { node, role, openRound } = step;
  const failure = meta.failure ?? null;
  if (node === 'indict') return { failure, ...proposedCharge(meta.charge) };
  if (node === 'discover') return { failure };
  const { indictment, discovery, brief, hearing } = trial;
  const shared = { failure, ...heldCharge(trial), ...(discovery && { discovery }) };
  if (node === 'defend') return shared;
  return {
    ...shared,
    ...(brief && { brief }),
    ...(hearing && { hearing }),
    ...(openRound && { openRound }),
    ...(role !== 'defense' && indictment && { indictment }),
  };
}

/** The charge that the mask made from the conclusion, with its evidence as proposed exhibits. */
function proposedCharge(made: CanonicalValue | undefined): Pick<SeatRecord, 'charge' | 'exhibits'> {
  if (typeof made !== 'object' || made === null) return {};
  const { charged_defect_type, charged_location, evidence } = made as {
    readonly charged_defect_type?: string;
    readonly charged_location?: string;
    readonly evidence?: readonly Omit<StandingExhibit, 'index'>[];
  };
  const exhibits = (evidence ?? []).map(({ handle, class: kind, weight }, index) => ({
    index,
    handle,
    class: kind,
    weight,
    struck: false,
  }));
  return {
    charge: toCharge(charged_defect_type ?? '', charged_location),
    exhibits: { hash: null, exhibits, charged: exhibits.length },
  };
}

function heldCharge({ indictment, exhibits, hearing }: TrialRecord): Pick<SeatRecord, 'charge' | 'exhibits'> {
  if (!indictment || !exhibits) return {};
  const { hash, charged } = exhibits;
  return {
    charge: toCharge(indictment.charged_defect_type, indictment.charged_location),
    exhibits: { hash, exhibits: markStruck(exhibits, strikesOf(hearing)), charged },
  };
}

function toCharge(type: string, location: string | undefined): Charge {
  return { type, ...(location !== undefined && { location }) };
}

/**
 * The kind and payload of a block to be made. A pack is hashed, so decimals become basis points here. This is
 * the only form in which heuristics read the others' statements.
 */
export type CourtBlock = { readonly kind: string; readonly payload: CanonicalValue };

/** The decimal fields of court artifacts. */
const decimals: readonly string[] = ['confidence', 'gap', 'weight'];

/** Returns the blocks of a seat's context, in a fixed order and without the raw failure. */
export function courtBlocks(context: SeatContext): readonly CourtBlock[] {
  const { node, role, round, maxRounds, remandsLeft, rejected, record } = context;
  const { charge, exhibits, indictment, discovery, brief, hearing, openRound } = record;
  const { raw: _raw, ...found } = discovery ?? {};
  const parts: readonly (readonly [string, unknown])[] = [
    ['trial', { node, role, round, max_rounds: maxRounds, remands_left: remandsLeft, rejected }],
    ['charge', charge],
    ['exhibits', exhibits],
    ['indictment', indictment],
    ['discovery', discovery && found],
    ['defense_brief', brief],
    ['hearing_record', hearing],
    ['hearing_round', openRound],
  ];
  return parts.flatMap(([kind, value]) =>
    value === undefined ? [] : [{ kind, payload: toCanonical(value) }],
  );
}

function toCanonical(value: unknown, field = ''): CanonicalValue {
  if (Array.isArray(value)) return value.map((item) => toCanonical(item));
  if (typeof value === 'number' && decimals.includes(field)) return toBasisPoints(value);
  if (typeof value !== 'object' || value === null) return value as CanonicalValue;
  const known = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(known.map(([key, item]) => [key, toCanonical(item, key)]));
}
