/** Checks of values, put together into schemas; they answer, and say nothing. And copies of what a caller hands in. */
import {
  type CanonicalValue,
  canonicalText,
  type IdKind,
  isId,
  isRecord,
  isSha256,
  parseCanonical,
} from '../../kernel/index.ts';

/** Tells whether a value fits. */
export type ShapeCheck = (value: unknown) => boolean;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,254}$/;

/** Tells whether a text names a consumer or a kind. */
export function nameOf(text: unknown): text is string {
  return typeof text === 'string' && NAME.test(text);
}

/** Tells whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Tells whether a value is a text with something in it. */
export function isFilled(value: unknown): value is string {
  return isText(value) && value !== '' && value.isWellFormed();
}

/** Tells whether a value is true or false. */
export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Tells whether a value is the hex of a hash. */
export function isDigest(value: unknown): boolean {
  return isText(value) && isSha256(value);
}

/** Makes a check for a full id of one kind. */
export function idOf(kind: IdKind): ShapeCheck {
  return (value) => isText(value) && isId(value, kind);
}

/** Tells whether a value is a whole number from 0. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Makes a check for one of several values. */
export function isOneOf(values: readonly unknown[]): ShapeCheck {
  return (value) => values.includes(value);
}

/** Makes a check for a list. */
export function listOf(check: ShapeCheck): ShapeCheck {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Makes a check for a record of any keys. */
export function mapOf(check: ShapeCheck): ShapeCheck {
  return (value) => isRecord(value) && Object.values(value).every(check);
}

/** Tells whether a value is a record of exactly the required keys and some of the optional ones. */
export function hasFields<Required extends string, Optional extends string = never>(
  value: unknown,
  required: Readonly<Record<Required, ShapeCheck>>,
  optional: Readonly<Record<Optional, ShapeCheck>> = {} as Record<Optional, ShapeCheck>,
): value is Record<Required, unknown> & Partial<Record<Optional, unknown>> {
  if (!isRecord(value)) return false;
  for (const key in required) if (!Object.hasOwn(value, key)) return false;
  return Object.keys(value).every((key) => checkOf(key, required, optional)?.(value[key]));
}

/** Makes a check for a record of exactly the required keys and some of the optional ones. */
export function recordOf(
  required: Readonly<Record<string, ShapeCheck>>,
  optional: Readonly<Record<string, ShapeCheck>> = {},
): ShapeCheck {
  return (value) => hasFields(value, required, optional);
}

function checkOf(
  key: string,
  required: Readonly<Record<string, ShapeCheck>>,
  optional: Readonly<Record<string, ShapeCheck>>,
): ShapeCheck | undefined {
  if (Object.hasOwn(required, key)) return required[key];
  return Object.hasOwn(optional, key) ? optional[key] : undefined;
}

/** Returns members of a record, or null for what is none or cannot be read; nothing of the failure is told. */
export function takeMembers<Members extends object, Name extends keyof Members>(
  value: Members,
  names: readonly Name[],
): Pick<Members, Name> | null {
  if (typeof value !== 'object' || value === null) return null;
  try {
    const taken = names
      .map((name) => [name, value[name]] as const)
      .filter(([, member]) => member !== undefined);
    return Object.fromEntries(taken) as Pick<Members, Name>;
  } catch {
    return null;
  }
}

/** Returns a copy that no getter can change, or undefined for what has no canonical form. */
export function copyCanonical(value: unknown): CanonicalValue | undefined {
  try {
    return parseCanonical(canonicalText(value));
  } catch {
    // The cause would name keys and values.
    return undefined;
  }
}
