/** The schemas of artifacts in the form lint reads, derived from the schemas that walks check. */
import * as z from 'zod';
import { courtArtifacts } from '../../court/index.ts';
import type { ArtifactFields, ArtifactSchemas, FieldKind, FieldType } from '../../pipeline/index.ts';
import { lightArtifacts } from '../../rca/index.ts';

/** The part of a JSON Schema that gives a field's type. */
type FieldSchema = { readonly type?: string; readonly enum?: readonly unknown[] };

const kinds: { readonly [type: string]: FieldKind } = {
  boolean: 'bool',
  integer: 'int',
  number: 'decimal',
  string: 'string',
  array: 'list',
  object: 'map',
};

/** Returns the fields of every artifact of the light path and of the court, by artifact type. */
export function artifactSchemas(): ArtifactSchemas {
  const schemas: Readonly<Record<string, z.ZodType>> = { ...lightArtifacts, ...courtArtifacts };
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, fieldsOf(schema)]));
}

function fieldsOf(schema: z.ZodType): ArtifactFields {
  const { properties = {}, required = [] } = z.toJSONSchema(schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      typeOf(field as FieldSchema, { isOptional: !required.includes(name) }),
    ]),
  );
}

function typeOf(
  { type, enum: values }: FieldSchema,
  { isOptional }: { readonly isOptional: boolean },
): FieldType {
  const kind = kinds[type ?? ''] ?? 'any';
  const texts = values?.filter((value) => typeof value === 'string');
  return { kind, ...(isOptional && { optional: true }), ...(texts && { values: texts }) };
}
