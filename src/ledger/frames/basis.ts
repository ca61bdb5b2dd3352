/**
 * A frame's basis: what it was made from. A frame is fresh while its basis is current, and provenance follows
 * bases from a verdict down to file bytes, so the basis must list every input of a frame.
 */
import {
  type BasisId,
  type CanonicalValue,
  type ContentId,
  cite,
  type FrameId,
  isId,
  isRecord,
  limits,
  makeId,
  type NodeId,
  PenumbraError,
  parseCanonical,
  taggedHash,
  taggedText,
} from '../../kernel/index.ts';
import { type StoredObject, toObject } from '../store/stored-object.ts';

const BASIS_TAG = 'penumbra/basis/1';

/** An input outside tree and ledger, for instance the last commit that touched a path. */
export type ExternalInput = { readonly external: { readonly name: string; readonly value: string } };

/**
 * One input: bytes (wherever they are stored), a path with its bytes, another frame, or something external.
 * Only producers that use the path itself take a node as input, so that renames leave all other frames fresh.
 */
export type BasisInput = ContentId | NodeId | FrameId | ExternalInput;

/** A named, versioned procedure or policy. */
export type Versioned = { readonly name: string; readonly version: string };

/** Every input of a frame in the order it was used, with the procedure and policy that made the frame. */
export type Basis = {
  readonly inputs: readonly BasisInput[];
  readonly producer?: Versioned;
  readonly policy?: CanonicalValue;
};

/** Returns the object of a basis; its digest is the basis hash. */
export function basisObject(basis: Basis): StoredObject {
  requireBasis(basis as CanonicalValue);
  return toObject(taggedText(BASIS_TAG, basis as CanonicalValue));
}

/** Returns the basis id of an object. */
export function basisIdOf(object: StoredObject): BasisId {
  return makeId('basis', object.id);
}

/** Computes the id of a basis. */
export function basisIdFor(basis: Basis): BasisId {
  return basisIdOf(basisObject(basis));
}

/** Parses a basis from the bytes of its object, or throws. */
export function parseBasis(bytes: Uint8Array): Basis {
  const [tag, value] = parseTagged(bytes);
  if (tag !== BASIS_TAG) throw new PenumbraError('invalid-frame', 'the object is not a basis');
  requireBasis(value);
  return value as Basis;
}

/** Splits a tagged object into its tag and value. */
export function parseTagged(bytes: Uint8Array): readonly [tag: unknown, value: CanonicalValue] {
  const parsed = parseCanonical(bytes);
  if (!Array.isArray(parsed) || parsed.length !== 2)
    throw new PenumbraError('invalid-frame', 'the object has no tag');
  return [parsed[0], parsed[1]];
}

/** Throws unless a value is a record with all of the required keys and no others except the optional ones. */
export function requireKeys(
  value: CanonicalValue,
  required: readonly string[],
  optional: readonly string[] = [],
): void {
  const keys = isRecord(value) ? Object.keys(value) : [];
  const isFit =
    required.every((key) => keys.includes(key)) &&
    keys.every((key) => required.includes(key) || optional.includes(key));
  if (!isFit)
    throw new PenumbraError('invalid-frame', `the object is not a record of ${required.join(', ')}`);
}

/** Returns the frames among a basis's inputs. */
export function framesIn(basis: Basis): readonly FrameId[] {
  return basis.inputs.filter((input): input is FrameId => typeof input === 'string' && isId(input, 'frame'));
}

/** Returns the key under which an input is indexed. */
export function inputKey(input: BasisInput): string {
  return typeof input === 'string' ? input : `external:${taggedHash('penumbra/external/1', input.external)}`;
}

function requireBasis(basis: CanonicalValue): void {
  requireKeys(basis, ['inputs'], ['policy', 'producer']);
  const { inputs } = basis as { readonly inputs?: unknown };
  if (!Array.isArray(inputs)) throw new PenumbraError('invalid-frame', 'a basis needs a list of inputs');
  if (inputs.length > limits.basisInputs) {
    throw new PenumbraError(
      'limit-exceeded',
      `a basis of ${inputs.length} inputs, more than ${limits.basisInputs}`,
    );
  }
  for (const [index, input] of inputs.entries()) {
    if (isInput(input)) continue;
    const named = typeof input === 'string' ? cite(input) : `input ${index + 1}`;
    throw new PenumbraError('invalid-frame', `${named} is not an input of a basis`, {
      hint: 'an input is a content, node or frame id, or {external: {name, value}}',
    });
  }
  if (inputs.length > 1 && new Set(inputs.map(inputKey)).size < inputs.length) {
    throw new PenumbraError('invalid-frame', 'a basis names an input twice');
  }
}

function isInput(input: unknown): input is BasisInput {
  if (typeof input === 'string') return isId(input, 'content') || isId(input, 'node') || isId(input, 'frame');
  const external = (input as ExternalInput | null)?.external;
  if (typeof external?.name !== 'string' || typeof external.value !== 'string') return false;
  return Object.keys(input as object).length === 1 && Object.keys(external).length === 2;
}
