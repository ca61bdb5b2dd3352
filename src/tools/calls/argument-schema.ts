/**
 * What describes the arguments of a command: a shape of the house, or a schema of any library that follows the Standard
 * Schema (zod 4.2 and others). Both check values and can be shown as a JSON Schema; no such library is loaded for it.
 */
import type { JsonSchema, Shape } from '../../kernel/index.ts';

type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

type Validated<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** A schema by the Standard Schema (standardschema.dev), as far as it is used here. */
export type StandardSchema<Value = unknown> = {
  readonly '~standard': {
    readonly version: 1;
    validate(value: unknown): Validated<Value> | Promise<Validated<Value>>;
    readonly jsonSchema?: {
      input(options: { readonly target: 'draft-2020-12' }): { readonly [keyword: string]: unknown };
    };
  };
};

/** What describes the arguments of a command. */
export type ArgumentSchema<Value = unknown> = Shape | StandardSchema<Value>;

const REMEDY_LENGTH = 500;

/** Returns what a schema made of a value, or how to write it right. */
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

/** Returns the JSON Schema of what fits, or undefined where it cannot be shown. */
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
