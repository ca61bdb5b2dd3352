/**
 * Checks a value against the schema of a contract: the subset of JSON Schema for the shape of an answer. An
 * unknown keyword fails the check, because it cannot be enforced.
 */
import { type CanonicalValue, isRecord } from '../../kernel/index.ts';

type Schema = { readonly [keyword: string]: CanonicalValue };
type Keyword = (
  value: CanonicalValue,
  rule: CanonicalValue,
  path: string,
  schema: Schema,
) => readonly string[];

const keywords: Readonly<Record<string, Keyword>> = {
  title: () => [],
  description: () => [],
  $schema: () => [],
  type: (value, rule, path) => faultIf(![rule].flat().some((type) => isOfType(value, type)), path),
  enum: (value, rule, path) => faultIf(!listed(rule).some((item) => isSame(value, item)), path),
  const: (value, rule, path) => faultIf(!isSame(value, rule), path),
  minimum: (value, rule, path) => faultIf(isNumber(value) && value < Number(rule), path),
  maximum: (value, rule, path) => faultIf(isNumber(value) && value > Number(rule), path),
  minLength: (value, rule, path) =>
    faultIf(typeof value === 'string' && [...value].length < Number(rule), path),
  maxLength: (value, rule, path) =>
    faultIf(typeof value === 'string' && [...value].length > Number(rule), path),
  minItems: (value, rule, path) => faultIf(Array.isArray(value) && value.length < Number(rule), path),
  maxItems: (value, rule, path) => faultIf(Array.isArray(value) && value.length > Number(rule), path),
  required: (value, rule, path) =>
    isRecord(value)
      ? listed(rule).flatMap((key) => faultIf(!Object.hasOwn(value, String(key)), `${path}/${String(key)}`))
      : [],
  properties: (value, rule, path) =>
    isRecord(value)
      ? Object.entries(isRecord(rule) ? rule : {}).flatMap(([key, schema]) =>
          Object.hasOwn(value, key) ? schemaFaults(value[key] ?? null, schema, `${path}/${key}`) : [],
        )
      : [],
  additionalProperties: (value, rule, path, schema) => {
    if (!isRecord(value)) return [];
    const known = Object.keys(isRecord(schema.properties ?? null) ? (schema.properties as Schema) : {});
    const others = Object.keys(value).filter((key) => !known.includes(key));
    if (typeof rule === 'boolean') return faultIf(!rule && others.length > 0, path);
    return others.flatMap((key) => schemaFaults(value[key] ?? null, rule, path));
  },
  items: (value, rule, path) =>
    Array.isArray(value)
      ? (value as readonly CanonicalValue[]).flatMap((item, index) =>
          schemaFaults(item, rule, `${path}/${index}`),
        )
      : [],
};

/** Returns the JSON pointers where a value violates a schema. Keys unknown to the schema are not named. */
export function schemaFaults(value: CanonicalValue, schema: CanonicalValue, path = ''): readonly string[] {
  if (typeof schema === 'boolean') return faultIf(!schema, path);
  if (!isRecord(schema)) return [path];
  return Object.entries(schema).flatMap(
    ([keyword, rule]) =>
      (Object.hasOwn(keywords, keyword) && keywords[keyword]?.(value, rule, path, schema)) || [path],
  );
}

function isOfType(value: CanonicalValue, type: CanonicalValue): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return isNumber(value);
    default:
      return typeof value === type;
  }
}

/** A rule that should be a list but is not allows nothing. */
function listed(rule: CanonicalValue): readonly CanonicalValue[] {
  return Array.isArray(rule) ? rule : [];
}

function isSame(left: CanonicalValue, right: CanonicalValue): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  const [keys, others] = [Object.keys(left), Object.keys(right)];
  const [a, b] = [left as Schema, right as Schema];
  return (
    Array.isArray(left) === Array.isArray(right) &&
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key] ?? null, b[key] ?? null))
  );
}

function isNumber(value: CanonicalValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function faultIf(isFault: boolean, path: string): readonly string[] {
  return isFault ? [path] : [];
}
