/**
 * Artifacts as a walk keeps them: canonical, so that a state can be hashed and stored. Confidence is in basis points;
 * a decimal elsewhere is marked, since without a schema nothing else tells it from a whole number.
 */
import {
  type BasisPoints,
  type CanonicalValue,
  canonicalText,
  fromBasisPoints,
  PenumbraError,
  toBasisPoints,
} from '../../kernel/index.ts';
import { Decimal, toDecimal } from '../expressions/decimal.ts';
import type { Artifact } from './artifact.ts';

/** An artifact in its canonical form. */
export type RecordedArtifact = {
  readonly type: string;
  readonly confidence: BasisPoints | null;
  readonly data: { readonly [key: string]: CanonicalValue };
};

/** The largest artifact, in characters of its canonical form. */
const MAX_ARTIFACT_LENGTH = 4 * 1024 * 1024;
const DECIMAL_KEY = '$decimal';
const MAX_DEPTH = 64;

/** Brings whatever an ask returned into canonical form, or throws what is wrong with it. */
export function recordArtifact(value: unknown): RecordedArtifact {
  if (!isRecord(value)) throw notAnArtifact('it is no record');
  const { type, confidence, data } = value;
  if (typeof type !== 'string' || type === '') throw notAnArtifact('it has no type');
  if (!isRecord(data)) throw notAnArtifact('its data is no record');
  const recorded = {
    type,
    confidence: confidence === undefined || confidence === null ? null : readConfidence(confidence),
    data: encodeDecimals(data) as RecordedArtifact['data'],
  };
  if (canonicalText(recorded).length > MAX_ARTIFACT_LENGTH)
    throw notAnArtifact(`it is longer than ${MAX_ARTIFACT_LENGTH} characters`);
  return recorded;
}

/** Returns a recorded artifact as its reader sees it: decimals throughout. */
export function readArtifact({ type, confidence, data }: RecordedArtifact): Artifact {
  const decoded = decodeDecimals(data) as Artifact['data'];
  return confidence === null
    ? { type, data: decoded }
    : { type, confidence: fromBasisPoints(confidence), data: decoded };
}

/** Writes every decimal of a value in the form that has a canonical text. */
export function encodeDecimals(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw notAnArtifact(`it is nested deeper than ${MAX_DEPTH}`);
  if (typeof value === 'number') return encodeNumber(value);
  if (Array.isArray(value)) return value.map((item) => encodeDecimals(item, depth + 1));
  if (!isRecord(value)) return value;
  if (Object.hasOwn(value, DECIMAL_KEY)) throw notAnArtifact(`\`${DECIMAL_KEY}\` is a key of its own kind`);
  // A field that is undefined is one that was left out.
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, encodeDecimals(item, depth + 1)]));
}

/** Reads back what `encodeDecimals` wrote. */
export function decodeDecimals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeDecimals);
  if (!isRecord(value)) return value;
  const units = value[DECIMAL_KEY];
  if (units !== undefined) return new Decimal(BigInt(String(units))).toNumber();
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decodeDecimals(item)]));
}

function encodeNumber(value: number): unknown {
  if (!Number.isFinite(value)) throw notAnArtifact(`${value} is no number`);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const decimal = toDecimal(value);
  const rounded = decimal.toNumber();
  if (Number.isSafeInteger(rounded)) return rounded === 0 ? 0 : rounded;
  return { [DECIMAL_KEY]: decimal.units.toString() };
}

function readConfidence(confidence: unknown): BasisPoints {
  if (typeof confidence === 'number') return toBasisPoints(confidence);
  throw notAnArtifact('its confidence is no decimal from 0 to 1');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAnArtifact(reason: string): PenumbraError {
  return new PenumbraError('not-canonical', `this is not an artifact: ${reason}`, {
    hint: 'return {type, confidence?, data} with plain values',
  });
}
