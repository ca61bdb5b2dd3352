/**
 * What expressions read: three records whose fields are brought into the form of expressions when one is first read.
 * Most of an artifact is never looked at by an edge.
 */
import { scopeNames } from './cel-environment.ts';
import { type CelValue, toCel } from './cel-values.ts';
import type { ExpressionReads } from './expression-reads.ts';

/** The plain values of one record. */
export type ScopeSource = {
  /** Returns the value of a field; null and undefined count as absent. */
  readonly read: (field: string) => unknown;
  readonly names: () => Iterable<string>;
};

/** A record of a scope: its source, and the fields that were read so far, where there are any. */
type ScopeRecord = ScopeSource & { known: Map<string, CelValue> | null };

/** What an expression reads. */
export type Scope = {
  readonly output: ScopeRecord;
  readonly state: ScopeRecord;
  readonly config: ScopeRecord;
};

type OpenRecord = ReadonlyMap<string, CelValue>;

const nothing: OpenRecord = new Map();

/** Makes a scope of its sources. */
export function createScope(sources: { readonly [Name in keyof Scope]: ScopeSource }): Scope {
  const recordOf = ({ read, names }: ScopeSource): ScopeRecord => ({ read, names, known: null });
  return {
    output: recordOf(sources.output),
    state: recordOf(sources.state),
    config: recordOf(sources.config),
  };
}

/** Makes a source of a plain record. */
export function sourceOf(record: object): ScopeSource {
  const values = record as Readonly<Record<string, unknown>>;
  return {
    read: (field) => (Object.hasOwn(values, field) ? values[field] : undefined),
    names: () => Object.keys(values),
  };
}

/** A scope as an expression sees it. */
type OpenScope = { readonly [Name in keyof Scope]: OpenRecord };

/** Returns a scope as an expression sees it, with the fields it reads. */
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
