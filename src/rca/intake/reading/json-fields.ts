/** Accessors for values of unknown shape that came from JSON. */
import { isRecord } from '../../../kernel/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of an object; for anything else, none. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? (value as Fields) : {};
}

/** Returns the objects in a list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Returns a text; for anything else, the empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns a finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns a count: a whole number from 0. */
export function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
}

/** Returns the path of a file URL, or the text as it is. */
export function pathOf(value: unknown): string {
  return textOf(value).replace(/^file:\/\/(?=\/)/, '');
}
