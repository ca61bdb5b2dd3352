/**
 * A node's output and its stored form: canonical, so that a state can be hashed and stored. In it, confidence
 * is in basis points and other decimals are marked (decimal-form.ts).
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
 * The output of one visit to a node. Externally, `confidence` and other decimals are numbers with at most
 * four places; walks store them in canonical form.
 */
export type Artifact = {
  readonly type: string;
  readonly confidence?: number;
  readonly data: { readonly [key: string]: CanonicalValue };
};

/**
 * Returns the data described by an artifact's schema: its data plus its confidence.
 *
 * @example wholeData({ type: 'verdict', confidence: 0.9, data: { decision: 'affirm' } }) // {decision,
 * confidence}
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

/** The longest type name, which appears in events and messages. */
const MAX_TYPE_LENGTH = 200;
/** The largest artifact, in characters of its canonical form. */
const MAX_ARTIFACT_LENGTH = 4 * 1024 * 1024;
/** Data up to this size certainly keeps the whole within the limit. */
const SURELY_SHORT = MAX_ARTIFACT_LENGTH / 2;

/** Converts the result of an ask to canonical form, deeply frozen, or throws what is wrong with it. */
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
  // The text is only produced if the quick check is inconclusive.
  const isSurelyShort = tally.isCanonical && tally.mostCharacters < SURELY_SHORT;
  if (!isSurelyShort && canonicalText(recorded).length > MAX_ARTIFACT_LENGTH)
    throw notAnArtifact(`it is longer than ${MAX_ARTIFACT_LENGTH} characters`);
  return Object.freeze(recorded);
}

/** Converts a recorded artifact for readers: with decimals, frozen, sharing unchanged parts. */
export function readArtifact({ type, confidence, data: recorded }: RecordedArtifact): Artifact {
  const data = decodeDecimals(recorded) as Artifact['data'];
  return Object.freeze(
    confidence === null ? { type, data } : { type, confidence: fromBasisPoints(confidence), data },
  );
}

/** An artifact in both its readable and its recorded form. */
export type TakenArtifact = { readonly output: Artifact; readonly recorded: RecordedArtifact };

/** Records the result of an ask and reads it back, or throws what is wrong with it. */
export function takeArtifact(value: unknown): TakenArtifact {
  const recorded = recordArtifact(value);
  return { output: readArtifact(recorded), recorded };
}

function readConfidence(confidence: unknown): BasisPoints {
  if (typeof confidence === 'number') return toBasisPoints(confidence);
  throw notAnArtifact('its confidence is no decimal from 0 to 1');
}
