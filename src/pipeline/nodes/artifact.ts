/**
 * What a node produces, and how a walk keeps it: in canonical form, so that a state can be hashed and stored. There,
 * confidence is in basis points, and decimals elsewhere are marked (decimal-form.ts).
 */
import {
  type BasisPoints,
  type CanonicalValue,
  canonicalHash,
  canonicalText,
  fromBasisPoints,
  isRecord,
  type Sha256,
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

const hashes = new WeakMap<RecordedArtifact, Sha256>();

/**
 * Brings whatever an ask returned into canonical form, or throws what is wrong with it. Both forms are frozen throughout
 * and known from each other, so that neither is made twice: a step reads what the node before it recorded, and records
 * what was read to be checked.
 */
export function recordArtifact(value: unknown): RecordedArtifact {
  if (!isRecord(value)) throw notAnArtifact('it is no record');
  const known = otherForm(value) as RecordedArtifact | undefined;
  if (known !== undefined) return known;
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
  const artifact = decodeArtifact(recorded);
  pairForms(recorded, artifact);
  Object.freeze(artifact);
  return Object.freeze(recorded);
}

/** Returns a recorded artifact as its reader sees it: decimals throughout. */
export function readArtifact(recorded: RecordedArtifact): Artifact {
  // What was not recorded here, but stored and parsed, may still change.
  const known = otherForm(recorded) as Artifact | undefined;
  return known ?? Object.freeze(decodeArtifact(recorded));
}

/** Tells whether a value is an artifact that was recorded, in either form, and so is frozen throughout. */
export function isRecordedHere(value: object): boolean {
  return otherForm(value) !== undefined;
}

/** Returns the hash of a recorded artifact. */
export function hashArtifact(recorded: RecordedArtifact): Sha256 {
  const known = hashes.get(recorded);
  if (known !== undefined) return known;
  const hash = canonicalHash(recorded);
  if (isRecordedHere(recorded)) hashes.set(recorded, hash);
  return hash;
}

function decodeArtifact({ type, confidence, data: recorded }: RecordedArtifact): Artifact {
  const data = decodeDecimals(recorded) as Artifact['data'];
  return confidence === null ? { type, data } : { type, confidence: fromBasisPoints(confidence), data };
}

function readConfidence(confidence: unknown): BasisPoints {
  if (typeof confidence === 'number') return toBasisPoints(confidence);
  throw notAnArtifact('its confidence is no decimal from 0 to 1');
}

/** Constructs nothing: a class that extends it puts its private fields on the object it is given. */
const Given = function given(object: object): object {
  return object;
} as unknown as new (
  object: object,
) => object;

class Paired extends Given {
  readonly #other: object;

  constructor(object: object, other: object) {
    super(object);
    this.#other = other;
  }

  static other(object: object): object | undefined {
    return #other in object ? object.#other : undefined;
  }
}

/** Pairs two objects; each can be paired once. */
function pairForms(one: object, other: object): void {
  new Paired(one, other);
  new Paired(other, one);
}

/** Returns the other form of an object, where it has been paired. */
function otherForm(object: object): object | undefined {
  return Paired.other(object);
}
