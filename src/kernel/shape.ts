/**
 * Shapes of values from outside: each names every place that does not fit, as a path, a problem and a remedy, so that
 * one look at a file shows all that is wrong with it. A shape can be shown as a JSON Schema, which says less than it
 * checks and never more.
 */
import { cite, didYouMean } from './cite.ts';

/** Where a value stands in another: the keys and indexes that lead to it. */
export type ValuePath = readonly (string | number)[];

/** One place that does not fit. */
export type Misfit = {
  readonly path: ValuePath;
  readonly problem: 'unknown-key' | 'wrong-value' | 'missing';
  readonly message: string;
  readonly remedy: string;
};

/** A JSON Schema (draft 2020-12), for programs that are to write a fitting value. */
export type JsonSchema = { readonly [keyword: string]: JsonSchemaValue };

type JsonSchemaValue = string | number | boolean | null | readonly JsonSchemaValue[] | JsonSchema;

type FindMisfits = (value: unknown, whole: string, path?: ValuePath) => readonly Misfit[];

/**
 * Returns every place of a value that does not fit. `whole` is what the outermost value is called in messages; `path`
 * leads from there to this one, and is what a message names.
 */
export type Shape = FindMisfits & {
  /** What the shape fits, as far as a JSON Schema can say it; left out, it is not shown. */
  readonly schema?: JsonSchema;
};

/** Tells whether a value is an object with names, so neither null nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Makes a shape that is shown as a JSON Schema. */
export function shownAs(find: FindMisfits, schema: JsonSchema = {}): Shape {
  const shape: FindMisfits = (value, whole, path) => find(value, whole, path);
  return Object.assign(shape, { schema: Object.freeze(schema) });
}

/** Fits null, and what another shape fits. */
export function nullOr(shape: Shape): Shape {
  return shownAs((value, whole, path) => (value === null ? [] : shape(value, whole, path)), {
    anyOf: [shape.schema ?? {}, { type: 'null' }],
  });
}

/** Fits what a predicate accepts; the schema says what of it a program can know beforehand. */
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

/** Fits true and false. */
export const flag: Shape = satisfying((value) => typeof value === 'boolean', 'true or false', {
  type: 'boolean',
});

/** Fits texts of a form. */
export function textLike(pattern: RegExp, needs: string): Shape {
  return satisfying((value) => typeof value === 'string' && pattern.test(value), needs, {
    type: 'string',
    pattern: pattern.source,
  });
}

/** Fits texts up to a length. */
export function textUpTo(length: number): Shape {
  const isText = (value: unknown) =>
    typeof value === 'string' && value.length <= length && value.isWellFormed();
  return satisfying(isText, `a text of at most ${length} characters`, { type: 'string', maxLength: length });
}

/** Fits one of a few values. */
export function oneOf(values: readonly (string | number)[]): Shape {
  const needs = `one of ${values.join(', ')}`;
  const find: FindMisfits = (value, whole, path = []) => {
    if ((values as readonly unknown[]).includes(value)) return [];
    const suggestion = typeof value === 'string' ? didYouMean(value, values.map(String)) : '';
    return [unfit({ whole, path, needs, suggestion })];
  };
  return shownAs(find, { enum: [...values] });
}

/** Fits lists of fitting items. */
export function listOf(item: Shape, maxItems: number): Shape {
  const needs = `a list of at most ${maxItems} items`;
  const find: FindMisfits = (value, whole, path = []) => {
    if (!Array.isArray(value) || value.length > maxItems) return [unfit({ whole, path, needs })];
    return value.flatMap((one, index) => item(one, whole, [...path, index]));
  };
  return shownAs(find, { type: 'array', items: item.schema ?? {}, maxItems });
}

/** Fits mappings whose keys and values fit. */
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

/** Fits mappings with known fields only, the required ones among them; a field that is undefined is not there. */
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
