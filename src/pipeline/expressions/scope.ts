/**
 * The data that expressions read: fields of three records, converted on first use, as most of an artifact is
 * never read by an edge.
 */

import type { ASTNode } from '@marcbachmann/cel-js';
import { scopeNames } from './cel-environment.ts';
import { childrenOf } from './check-expression.ts';
import { Decimal, toExact } from './decimal.ts';

/** The plain values of one record. */
export type ScopeSource = {
  /** Returns the value of a field; null and undefined count as absent. */
  readonly read: (field: string) => unknown;
  readonly names: () => Iterable<string>;
};

/** A record of a scope: its source and the fields converted so far. */
type ScopeRecord = ScopeSource & { known: Map<string, CelValue> | null };

/** The data an expression reads. */
export type Scope = {
  readonly output: ScopeRecord;
  readonly state: ScopeRecord;
  readonly config: ScopeRecord;
};

type OpenRecord = ReadonlyMap<string, CelValue>;

const nothing: OpenRecord = new Map();

/** Creates a scope from its sources. */
export function createScope(sources: { readonly [Name in keyof Scope]: ScopeSource }): Scope {
  const recordOf = ({ read, names }: ScopeSource): ScopeRecord => ({ read, names, known: null });
  return {
    output: recordOf(sources.output),
    state: recordOf(sources.state),
    config: recordOf(sources.config),
  };
}

/** Creates a source from a plain record. */
export function sourceOf(record: object): ScopeSource {
  const values = record as Readonly<Record<string, unknown>>;
  return {
    read: (field) => (Object.hasOwn(values, field) ? values[field] : undefined),
    names: () => Object.keys(values),
  };
}

/** A scope as passed to CEL. */
type OpenScope = { readonly [Name in keyof Scope]: OpenRecord };

/** Converts the fields an expression reads to CEL values. */
export function openScope({ output, state, config }: Scope, reads: ExpressionReads): OpenScope {
  return {
    output: openRecord(output, reads.output),
    state: openRecord(state, reads.state),
    config: openRecord(config, reads.config),
  };
}

/** Returns the values of the fields that an expression reads. */
export function readValues(opened: OpenScope, reads: ExpressionReads): readonly CelValue[] {
  return scopeNames.flatMap((name) => {
    const fields = reads[name];
    if (fields === 'all') return [...opened[name].values()];
    return fields.map((field) => opened[name].get(field) ?? null);
  });
}

function openRecord(record: ScopeRecord, fields: readonly string[] | 'all'): OpenRecord {
  if (fields.length === 0) return nothing;
  record.known ??= new Map();
  const { known } = record;
  for (const field of fields === 'all' ? record.names() : fields) {
    if (known.has(field)) continue;
    const value = record.read(field);
    if (value !== null && value !== undefined) known.set(field, toCel(value));
  }
  return known;
}

/**
 * A value in expressions: integers are CEL integers and all other numbers exact decimals, whatever their
 * source. A null field counts as absent, because models write null for what they leave out.
 */
export type CelValue = string | boolean | null | bigint | Decimal | CelValue[] | Map<string, CelValue>;

/** The most items and fields, at any depth, within one field. */
const MAX_VALUES = 100_000;

/** Converts a plain value; throws if it has too many parts. */
function toCel(value: unknown, count = { left: MAX_VALUES }): CelValue {
  if (count.left-- <= 0) throw new RangeError(`too large to decide: more than ${MAX_VALUES} values`);
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : toExact(value);
    case 'object':
      if (value === null) return value;
      if (value instanceof Decimal) return toExact(value);
      return Array.isArray(value) ? value.map((item) => toCel(item, count)) : toCelMap(value, count);
    default:
      return null;
  }
}

/** Converts a record; keys without a value are dropped. */
function toCelMap(record: object, count: { left: number }): Map<string, CelValue> {
  const entries = new Map<string, CelValue>();
  for (const [key, value] of Object.entries(record)) {
    if (value !== null && value !== undefined) entries.set(key, toCel(value, count));
  }
  return entries;
}

/** Converts the result of an expression to a plain value. */
export function fromCel(value: unknown): unknown {
  if (value instanceof Decimal) return value.toNumber();
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(fromCel);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [key, fromCel(one)]));
  return value;
}

type ScopeName = (typeof scopeNames)[number];

/** The fields an expression can read of each record, or all if it uses the record as a whole. */
export type ExpressionReads = { readonly [Name in ScopeName]: readonly string[] | 'all' };

/** Returns what an expression can read. */
export function readsOf(tree: ASTNode): ExpressionReads {
  const fields = { output: new Set<string>(), state: new Set<string>(), config: new Set<string>() };
  const whole = new Set<ScopeName>();
  const visit = (node: ASTNode): void => {
    const name = scopeNameOf(node);
    const access = accessOf(node);
    if (name !== null) whole.add(name);
    else if (access !== null) fields[access.name].add(access.field);
    else for (const [child] of childrenOf(node)) visit(child);
  };
  visit(tree);
  const readsFrom = (name: ScopeName) => (whole.has(name) ? 'all' : [...fields[name]]);
  return { output: readsFrom('output'), state: readsFrom('state'), config: readsFrom('config') };
}

/** Returns the field accessed by `output.field` or `output["field"]`. */
function accessOf(node: ASTNode): { readonly name: ScopeName; readonly field: string } | null {
  if (node.op !== '.' && node.op !== '[]') return null;
  const [record, key] = node.args;
  const name = scopeNameOf(record);
  const field = typeof key === 'string' ? key : key.op === 'value' ? key.args : null;
  return name !== null && typeof field === 'string' ? { name, field } : null;
}

function scopeNameOf(node: ASTNode): ScopeName | null {
  return node.op === 'id' ? (scopeNames.find((name) => name === node.args) ?? null) : null;
}
