/**
 * Composable checks of values, which return true or false without explanation, and safe copies of values from
 * callers.
 */
import {
  type CanonicalValue,
  canonicalText,
  type IdKind,
  isId,
  isRecord,
  isSha256,
  parseCanonical,
} from '../../kernel/index.ts';

/** Returns whether a value is valid. */
export type ShapeCheck = (value: unknown) => boolean;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,254}$/;

/** Returns whether a text is a valid name of a consumer or a kind. */
export function nameOf(text: unknown): text is string {
  return typeof text === 'string' && NAME.test(text);
}

/** Returns whether a value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns whether a value is a non-empty, well-formed string. */
export function isFilled(value: unknown): value is string {
  return isText(value) && value !== '' && value.isWellFormed();
}

/** Returns whether a value is a boolean. */
export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Returns whether a value is a hash in hex. */
export function isDigest(value: unknown): boolean {
  return isText(value) && isSha256(value);
}

/** Creates a check for full ids of one kind. */
export function idOf(kind: IdKind): ShapeCheck {
  return (value) => isText(value) && isId(value, kind);
}

/** Returns whether a value is a non-negative integer. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Creates a check for one of several values. */
export function isOneOf(values: readonly unknown[]): ShapeCheck {
  return (value) => values.includes(value);
}

/** Creates a check for lists. */
export function listOf(check: ShapeCheck): ShapeCheck {
  return (value) => Array.isArray(value) && value.every(check);
}

/** Creates a check for records with any keys. */
export function mapOf(check: ShapeCheck): ShapeCheck {
  return (value) => isRecord(value) && Object.values(value).every(check);
}

/** Returns whether a value is a record with all of the required keys and any of the optional ones. */
export function hasFields<Required extends string, Optional extends string = never>(
  value: unknown,
  required: Readonly<Record<Required, ShapeCheck>>,
  optional: Readonly<Record<Optional, ShapeCheck>> = {} as Record<Optional, ShapeCheck>,
): value is Record<Required, unknown> & Partial<Record<Optional, unknown>> {
  if (!isRecord(value)) return false;
  for (const key in required) if (!Object.hasOwn(value, key)) return false;
  return Object.keys(value).every((key) => checkOf(key, required, optional)?.(value[key]));
}

/** Creates a check for records with all of the required keys and any of the optional ones. */
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

/**
 * Returns some members of a record, or null if it is not a record or cannot be read; errors are suppressed.
 */
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

/** Returns a copy that no getter can change, or undefined if there is no canonical form. */
export function copyCanonical(value: unknown): CanonicalValue | undefined {
  try {
    return parseCanonical(canonicalText(value));
  } catch {
    // The original error would reveal keys and values.
    return undefined;
  }
}
