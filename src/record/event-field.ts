/** What a field of an event can hold, as a name: the type it stands for, and how a stored value is told to be one. */
import type { CanonicalValue, FrameId, Id } from '../kernel/index.ts';

/** The type each name stands for. */
export type EventFieldTypes = {
  readonly text: string;
  readonly 'text or null': string | null;
  readonly 'list of texts': readonly string[];
  /** A whole number from 1. */
  readonly number: number;
  readonly 'true or false': boolean;
  readonly frame: FrameId;
  readonly pack: Id<'pack'>;
  /** Any JSON. */
  readonly value: CanonicalValue;
};

/** What a field can hold. */
export type EventField = keyof EventFieldTypes;

const isText = (value: unknown): value is string => typeof value === 'string';

const tests: { readonly [Field in EventField]: (value: unknown) => boolean } = {
  text: isText,
  'text or null': (value) => value === null || isText(value),
  'list of texts': (value) => Array.isArray(value) && value.every(isText),
  number: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  'true or false': (value) => typeof value === 'boolean',
  frame: (value) => isText(value) && /^frame:[0-9a-f]{64}$/.test(value),
  pack: (value) => isText(value) && /^pack:[0-9a-f]{64}$/.test(value),
  value: (value) => ['object', 'string', 'number', 'bigint', 'boolean'].includes(typeof value),
};

/** Tells whether a stored value is what a field holds. */
export function isField(field: EventField, value: unknown): boolean {
  return tests[field](value);
}
