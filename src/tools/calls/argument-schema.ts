/**
 * Argument schemas: a `Shape`, or a schema of any library that implements Standard Schema (zod 4.2 and
 * others). Both validate values and can be shown as a JSON Schema. No such library is loaded.
 */
import { fields, type JsonSchema, type Shape, satisfying, shownAs } from '../../kernel/index.ts';
import { toolLimits } from './tool-limits.ts';

type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

type Validated<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** The part of the Standard Schema interface (standardschema.dev) that is used here. */
export type StandardSchema<Value = unknown> = {
  readonly '~standard': {
    readonly version: 1;
    validate(value: unknown): Validated<Value> | Promise<Validated<Value>>;
    readonly jsonSchema?: {
      input(options: { readonly target: 'draft-2020-12' }): { readonly [keyword: string]: unknown };
    };
  };
};

/** Describes the arguments of a command. */
export type ArgumentSchema<Value = unknown> = Shape | StandardSchema<Value>;

const REMEDY_LENGTH = 500;

/** Returns the value as validated by a schema, or how to correct it. */
export async function fitArguments(
  value: object,
  schema: ArgumentSchema,
): Promise<{ readonly fitting: unknown } | { readonly remedy: string }> {
  if (typeof schema === 'function') {
    const [misfit] = schema(value, 'the arguments');
    return misfit === undefined ? { fitting: value } : { remedy: misfit.remedy };
  }
  const { issues, ...made } = await schema['~standard'].validate(value);
  if (issues === undefined) return { fitting: 'value' in made ? made.value : undefined };
  return { remedy: remedyOf(issues[0]) };
}

/** Returns the JSON Schema of the arguments, or undefined if the library does not provide it. */
export function jsonSchemaOf(schema: ArgumentSchema): JsonSchema | undefined {
  if (typeof schema === 'function') return schema.schema;
  return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' }) as JsonSchema | undefined;
}

function remedyOf(issue: Issue | undefined): string {
  const { message = 'the arguments do not fit', path = [] } = issue ?? {};
  const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
  const text = names.length === 0 ? message : `${names.join('.')}: ${message}`;
  return text.slice(0, REMEDY_LENGTH).toWellFormed();
}

/** Accepts whole numbers from 1 to a maximum. */
export function wholeNumberUpTo(highest: number): Shape {
  return satisfying(
    (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= highest,
    `a whole number from 1 to ${highest}`,
    { type: 'integer', minimum: 1, maximum: highest },
  );
}

/** Accepts non-empty texts of one line. */
export function lineOfTextUpTo(length: number): Shape {
  return satisfying(
    (value) =>
      typeof value === 'string' &&
      value !== '' &&
      value.length <= length &&
      value.isWellFormed() &&
      !/[\r\n\0]/.test(value),
    `a text of one line and at most ${length} characters`,
    { type: 'string', minLength: 1, maxLength: length },
  );
}

/** A range of lines in a call; defaults to the first and the last line. */
export type LineRange = { readonly fromLine?: number; readonly toLine?: number };

/** Accepts a range of lines that does not end before it starts, and further optional fields. */
export function lineRangeWith(further: { readonly [field: string]: Shape } = {}): Shape {
  const line = wholeNumberUpTo(toolLimits.lineNumber);
  const all = fields({ ...further, fromLine: line, toLine: line }, []);
  const find: Shape = (value, whole, path = []) => {
    const misfits = all(value, whole, path);
    if (misfits.length > 0) return misfits;
    const { fromLine = 1, toLine = toolLimits.lineNumber } = value as LineRange;
    if (fromLine <= toLine) return misfits;
    const remedy = 'write a `toLine` that is not before `fromLine`';
    return [{ path: [...path, 'toLine'], problem: 'wrong-value', message: remedy, remedy }];
  };
  return shownAs(find, all.schema);
}
