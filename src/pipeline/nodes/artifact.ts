/**
 * What a node produces, and how a walk keeps it: in canonical form, so that a state can be hashed and stored. There,
 * confidence is in basis points, and decimals elsewhere are marked (decimal-form.ts).
 */
import {
  type BasisPoints,
  type CanonicalValue,
  canonicalText,
  fromBasisPoints,
  isRecord,
  toBasisPoints,
} from '../../kernel/index.ts';
import { decodeDecimals, encodeDecimals, notAnArtifact, startTally } from './decimal-form.ts';

/**
 * The output of one visit to a node. At the border `confidence` and other decimals are numbers with at most four
 * places; a walk keeps them in canonical form.
 */
export type Artifact = {
  readonly type: string;
  readonly confidence?: number;
  readonly data: { readonly [key: string]: CanonicalValue };
};

/**
 * Returns what the schema of an artifact describes: its data with its own confidence.
 *
 * @example wholeData({ type: 'verdict', confidence: 0.9, data: { decision: 'affirm' } }) // {decision, confidence}
 */
export function wholeData({ confidence, data }: Pick<Artifact, 'confidence' | 'data'>): Artifact['data'] {
  return confidence === undefined ? data : { ...data, confidence };
}

/** An artifact in its canonical form. */
export type RecordedArtifact = {
  readonly type: string;
  readonly confidence: BasisPoints | null;
  readonly data: { readonly [key: string]: CanonicalValue };
};

/** The longest type, which events and messages name. */
const MAX_TYPE_LENGTH = 200;
/** The largest artifact, in characters of its canonical form. */
const MAX_ARTIFACT_LENGTH = 4 * 1024 * 1024;
/** What the data may come to so that the whole is surely within it. */
const SURELY_SHORT = MAX_ARTIFACT_LENGTH / 2;

/** Brings whatever an ask returned into canonical form, frozen throughout, or throws what is wrong with it. */
export function recordArtifact(value: unknown): RecordedArtifact {
  if (!isRecord(value)) throw notAnArtifact('it is no record');
  const { type, confidence, data } = value;
  if (typeof type !== 'string' || type === '') throw notAnArtifact('it has no type');
  if (type.length > MAX_TYPE_LENGTH)
    throw notAnArtifact(`its type is longer than ${MAX_TYPE_LENGTH} characters`);
  if (!isRecord(data)) throw notAnArtifact('its data is no record');
  const tally = startTally();
  const recorded: RecordedArtifact = {
    type: encodeDecimals(type, tally) as string,
    confidence: confidence === undefined || confidence === null ? null : readConfidence(confidence),
    data: encodeDecimals(data, tally) as RecordedArtifact['data'],
  };
  // The text is written only where that can tell something new.
  const isSurelyShort = tally.isCanonical && tally.mostCharacters < SURELY_SHORT;
  if (!isSurelyShort && canonicalText(recorded).length > MAX_ARTIFACT_LENGTH)
    throw notAnArtifact(`it is longer than ${MAX_ARTIFACT_LENGTH} characters`);
  return Object.freeze(recorded);
}

/** Returns a recorded artifact as its reader sees it: decimals throughout, frozen, sharing what needs no change. */
export function readArtifact({ type, confidence, data: recorded }: RecordedArtifact): Artifact {
  const data = decodeDecimals(recorded) as Artifact['data'];
  return Object.freeze(
    confidence === null ? { type, data } : { type, confidence: fromBasisPoints(confidence), data },
  );
}

/** An artifact as its readers see it and as it is recorded. */
export type TakenArtifact = { readonly output: Artifact; readonly recorded: RecordedArtifact };

/** Records what an ask returned and reads it back, or throws what is wrong with it. */
export function takeArtifact(value: unknown): TakenArtifact {
  const recorded = recordArtifact(value);
  return { output: readArtifact(recorded), recorded };
}

function readConfidence(confidence: unknown): BasisPoints {
  if (typeof confidence === 'number') return toBasisPoints(confidence);
  throw notAnArtifact('its confidence is no decimal from 0 to 1');
}
