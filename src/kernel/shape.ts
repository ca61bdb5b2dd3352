/**
 * Validators for external values. Each reports every mismatch with path, problem and remedy, so that a file
 * can be fixed in one go. A shape can be exported as a JSON Schema, which is never stricter than the shape.
 */
import { cite, didYouMean } from './cite.ts';

/** The keys and indexes that lead to a nested value. */
export type ValuePath = readonly (string | number)[];

/** One mismatch. */
export type Misfit = {
  readonly path: ValuePath;
  readonly problem: 'unknown-key' | 'wrong-value' | 'missing';
  readonly message: string;
  readonly remedy: string;
};

/** A JSON Schema (draft 2020-12), for programs that produce such values. */
export type JsonSchema = { readonly [keyword: string]: JsonSchemaValue };

type JsonSchemaValue = string | number | boolean | null | readonly JsonSchemaValue[] | JsonSchema;

type FindMisfits = (value: unknown, whole: string, path?: ValuePath) => readonly Misfit[];

/**
 * Returns every mismatch in a value. `whole` names the outermost value in messages; `path` leads from it to
 * this value and is what messages name.
 */
export type Shape = FindMisfits & {
  /** The shape as far as JSON Schema can express it; if missing, it is not exported. */
  readonly schema?: JsonSchema;
};

/** Checks for an object that is neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Attaches a JSON Schema to a validator. */
export function shownAs(find: FindMisfits, schema: JsonSchema = {}): Shape {
  const shape: FindMisfits = (value, whole, path) => find(value, whole, path);
  return Object.assign(shape, { schema: Object.freeze(schema) });
}

/** Accepts null or another shape. */
export function nullOr(shape: Shape): Shape {
  return shownAs((value, whole, path) => (value === null ? [] : shape(value, whole, path)), {
    anyOf: [shape.schema ?? {}, { type: 'null' }],
  });
}

/** Accepts what a predicate accepts; the schema expresses what can be known beforehand. */
export function satisfying(
  accepts: (value: unknown) => boolean,
  needs: string,
  schema: JsonSchema = {},
): Shape {
  return shownAs((value, whole, path = []) => (accepts(value) ? [] : [unfit({ whole, path, needs })]), {
    description: needs,
    ...schema,
  });
}

/** Accepts true and false. */
export const flag: Shape = satisfying((value) => typeof value === 'boolean', 'true or false', {
  type: 'boolean',
});

/** Accepts texts that match a pattern. */
export function textLike(pattern: RegExp, needs: string): Shape {
  return satisfying((value) => typeof value === 'string' && pattern.test(value), needs, {
    type: 'string',
    pattern: pattern.source,
  });
}

/** Accepts texts up to a length. */
export function textUpTo(length: number): Shape {
  const isText = (value: unknown) =>
    typeof value === 'string' && value.length <= length && value.isWellFormed();
  return satisfying(isText, `a text of at most ${length} characters`, { type: 'string', maxLength: length });
}

/** Accepts one of a few values. */
export function oneOf(values: readonly (string | number)[]): Shape {
  const needs = `one of ${values.join(', ')}`;
  const find: FindMisfits = (value, whole, path = []) => {
    if ((values as readonly unknown[]).includes(value)) return [];
    const suggestion = typeof value === 'string' ? didYouMean(value, values.map(String)) : '';
    return [unfit({ whole, path, needs, suggestion })];
  };
  return shownAs(find, { enum: [...values] });
}

/** Accepts lists of valid items. */
export function listOf(item: Shape, maxItems: number): Shape {
  const needs = `a list of at most ${maxItems} items`;
  const find: FindMisfits = (value, whole, path = []) => {
    if (!Array.isArray(value) || value.length > maxItems) return [unfit({ whole, path, needs })];
    return value.flatMap((one, index) => item(one, whole, [...path, index]));
  };
  return shownAs(find, { type: 'array', items: item.schema ?? {}, maxItems });
}

/** Accepts mappings with valid keys and values. */
export function mappingOf(key: Shape, item: Shape, maxItems: number): Shape {
  const needs = `a mapping of at most ${maxItems} entries`;
  const find: FindMisfits = (value, whole, path = []) => {
    const entries = isRecord(value) ? Object.entries(value) : null;
    if (entries === null || entries.length > maxItems) return [unfit({ whole, path, needs })];
    return entries.flatMap(([field, one]) => {
      const below = [...path, field];
      const unfitKeys = key(field, `the key ${cite(field)} of ${nameOf(path, whole)}`);
      return [...unfitKeys.map((misfit) => ({ ...misfit, path: below })), ...item(one, whole, below)];
    });
  };
  return shownAs(find, {
    type: 'object',
    additionalProperties: item.schema ?? {},
    maxProperties: maxItems,
  });
}

/** Accepts mappings with known fields, including all required ones; an undefined field counts as missing. */
export function fields(shapes: { readonly [field: string]: Shape }, required: readonly string[]): Shape {
  const known = Object.keys(shapes);
  const needs = `a mapping with ${(required.length > 0 ? required : known).join(', ')}`;
  const find: FindMisfits = (value, whole, path = []) => {
    if (!isRecord(value)) return [unfit({ whole, path, needs })];
    const given = Object.keys(value).filter((field) => value[field] !== undefined);
    const name = nameOf(path, whole);
    return [
      ...given.flatMap((field) =>
        known.includes(field) ? [] : unknownKey({ path: [...path, field], field, name, known }),
      ),
      ...required.flatMap((field) => (given.includes(field) ? [] : missingKey({ path, field, name }))),
      ...Object.entries(shapes).flatMap(([field, shape]) =>
        given.includes(field) ? shape(value[field], whole, [...path, field]) : [],
      ),
    ];
  };
  return shownAs(find, {
    type: 'object',
    properties: Object.fromEntries(known.map((field) => [field, shapes[field]?.schema ?? {}])),
    required: [...required],
    additionalProperties: false,
  });
}

type Unfit = {
  readonly whole: string;
  readonly path: ValuePath;
  readonly needs: string;
  readonly suggestion?: string;
};

function unfit({ whole, path, needs, suggestion = '' }: Unfit): Misfit {
  const message = `${nameOf(path, whole)} needs ${needs}${suggestion}`;
  return { path, problem: 'wrong-value', message, remedy: `write ${needs}` };
}

type KeyFault = { readonly path: ValuePath; readonly field: string; readonly name: string };

function unknownKey({ path, field, name, known }: KeyFault & { readonly known: readonly string[] }): Misfit {
  const message = `${cite(field)} is not a key of ${name}${didYouMean(field, known)}`;
  return { path, problem: 'unknown-key', message, remedy: `the keys are ${known.join(', ')}` };
}

function missingKey({ path, field, name }: KeyFault): Misfit {
  const message = `${cite(field)} is missing in ${name}`;
  return { path, problem: 'missing', message, remedy: `add ${cite(field)}` };
}

function nameOf(path: ValuePath, whole: string): string {
  return path.length === 0 ? whole : cite(path.join('.'));
}
