/** Frame types: their content rules, their cardinality, and their default disclosure. */
import {
  type CanonicalValue,
  type Clock,
  cite,
  decodeUtf8,
  didYouMean,
  PenumbraError,
  parseCanonical,
} from '../../kernel/index.ts';
import type { Store } from '../store/store.ts';

/** Who may see a frame; `owner` is the agent that wrote it. */
export type Visibility = 'public' | 'owner' | 'system' | { readonly consumers: readonly string[] };

/** The default disclosure of a type's frames. A type without one is locked. */
export type DisclosureDefaults = {
  readonly kind: string;
  readonly visibility: Visibility;
  readonly precision: 'locked' | 'unlocked';
  readonly slice: 'facts' | 'state' | 'compactions';
};

/** A kind of frame. */
export type FrameType = {
  readonly name: string;
  /** `single`: a subject has one current frame, the head. `many`: every frame of the log is current. */
  readonly cardinality: 'single' | 'many';
  readonly mediaType: 'application/json' | 'text/plain' | 'application/octet-stream';
  /** Returns a one-line problem with a content, or null. JSON is passed parsed, text as a string. */
  readonly check?: (content: CanonicalValue) => string | null;
  readonly disclosure?: DisclosureDefaults;
};

/** Known frame types by name. */
export type FrameTypes = ReadonlyMap<string, FrameType>;

/** The built-in type: a note, one per subject. */
export const noteType: FrameType = { name: 'note', cardinality: 'single', mediaType: 'text/plain' };

const TYPE_NAME = /^[a-z][a-z0-9._-]{0,63}$/;

/** Registers frame types; throws on duplicate names. */
export function defineFrameTypes(...types: readonly FrameType[]): FrameTypes {
  const table = new Map<string, FrameType>();
  for (const type of types) {
    requireTypeName(type.name);
    if (table.has(type.name))
      throw new PenumbraError('invalid-name', `frame type \`${type.name}\` exists already`);
    table.set(type.name, Object.freeze({ ...type }));
  }
  return table;
}

/** Returns a known type, or throws `invalid-frame` and suggests the nearest one. */
export function requireFrameType(types: FrameTypes, name: string): FrameType {
  const type = types.get(name);
  if (type) return type;
  const text = String(name);
  throw new PenumbraError(
    'invalid-frame',
    `unknown frame type ${cite(text)}${didYouMean(text, types.keys())}`,
    {
      data: { type: text, known: [...types.keys()] },
      hint: `known types: ${[...types.keys()].join(', ')}`,
    },
  );
}

/** Throws `invalid-frame` unless content is valid for its type. */
export function requireContent(type: FrameType, content: Uint8Array): void {
  const problem = contentProblem(type, content);
  if (problem === null) return;
  throw new PenumbraError('invalid-frame', `content does not fit type \`${type.name}\`: ${problem}`);
}

function contentProblem(type: FrameType, content: Uint8Array): string | null {
  if (type.mediaType === 'application/octet-stream') return null;
  const decoded = type.mediaType === 'text/plain' ? decodeText(content) : decodeJson(content);
  if (decoded.problem !== undefined) return decoded.problem;
  return type.check?.(decoded.value) ?? null;
}

type Decoded = { readonly value: CanonicalValue; readonly problem?: never } | { readonly problem: string };

function decodeText(content: Uint8Array): Decoded {
  const value = decodeUtf8(content);
  return value === null ? { problem: 'not valid UTF-8' } : { value };
}

function decodeJson(content: Uint8Array): Decoded {
  try {
    return { value: parseCanonical(content) };
  } catch (error) {
    if (error instanceof PenumbraError) return { problem: error.message };
    throw error;
  }
}

/** Throws `invalid-name` unless a text is a valid type name. */
export function requireTypeName(name: string): void {
  if (TYPE_NAME.test(name)) return;
  throw new PenumbraError(
    'invalid-name',
    `${JSON.stringify(name.slice(0, 80))} is not a name of a frame type`,
    {
      hint: 'lower-case letters, digits, dots, dashes and underscores, at most 64, a letter first',
    },
  );
}

/** The ports and types that ledger functions work with. */
export type Ledger = { readonly store: Store; readonly types: FrameTypes; readonly clock: Clock };
