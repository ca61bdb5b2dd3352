/**
 * The lookup tables of a policy. They are stored outside of it in a private map, so only a loaded policy can
 * decide and nothing can change its tables. The row of an exact place takes precedence over the row of its
 * root.
 */
import { assertInvariant } from '../../kernel/index.ts';
import type { Condition, ConditionOperation } from '../conditions/condition.ts';
import type { OperationRow, PlaceKey, Policy } from './policy.ts';
import type { ProtectsPath } from './protected-paths.ts';

export type BoundOperation = { readonly row: OperationRow; readonly conditions: readonly Condition[] };

/** Whether a place is never visible, and otherwise the conditions for it. */
export type BoundVisibility = { readonly isNever: boolean; readonly conditions: readonly Condition[] };

/** Entries by mode, root, and subdirectory or null. */
export type PlaceMap<Entry> = Map<string, Map<string, Map<string | null, Entry>>>;

export type PolicyTables = {
  readonly operations: ReadonlyMap<string, ReadonlyMap<string, ConditionOperation>>;
  readonly visibility: PlaceMap<BoundVisibility>;
  readonly rows: PlaceMap<ReadonlyMap<ConditionOperation, BoundOperation>>;
  /** The subdirectories named by rows of any mode, by root. */
  readonly subdirectories: ReadonlyMap<string, ReadonlySet<string>>;
  /** The protected paths of each root. */
  readonly protects: ReadonlyMap<string, ProtectsPath>;
  /** The condition that protected paths add to every row. */
  readonly person: Condition;
};

const tablesOf = new WeakMap<Policy, PolicyTables>();

/** Stores the tables of a newly compiled policy. */
export function keepTables(policy: Policy, tables: PolicyTables): void {
  tablesOf.set(policy, tables);
}

export function policyTables(policy: Policy): PolicyTables {
  const tables = tablesOf.get(policy);
  assertInvariant(tables, 'a policy comes from `loadPolicy`');
  return tables;
}

/** Adds an entry at a place. */
export function setPlace<Entry>(
  map: PlaceMap<Entry>,
  { mode, root, subdirectory }: PlaceKey,
  entry: Entry,
): void {
  const roots = map.get(mode) ?? new Map<string, Map<string | null, Entry>>();
  const places = roots.get(root) ?? new Map<string | null, Entry>();
  map.set(mode, roots.set(root, places.set(subdirectory, entry)));
}

/** Returns the visibility of a place: that of its own row, otherwise that of its root. */
export function findVisibility(
  { visibility }: PolicyTables,
  { mode, root, subdirectory }: PlaceKey,
): BoundVisibility | undefined {
  const places = visibility.get(mode)?.get(root);
  return places?.get(subdirectory) ?? places?.get(null);
}

/**
 * Returns the row that decides an operation: the first one of the place itself that contains it, otherwise
 * the first one of its root.
 */
export function findOperation(
  { rows }: PolicyTables,
  { mode, root, subdirectory }: PlaceKey,
  operation: ConditionOperation,
): BoundOperation | undefined {
  const places = rows.get(mode)?.get(root);
  return places?.get(subdirectory)?.get(operation) ?? places?.get(null)?.get(operation);
}

/**
 * Returns the subdirectory that a path is looked up by: its first component if a row names it, otherwise
 * null.
 */
export function subdirectoryOf({ subdirectories }: PolicyTables, root: string, path: string): string | null {
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  return subdirectories.get(root)?.has(first) ? first : null;
}

/** Returns every operation of a policy, grouped by tool. */
export function operationsOf({ operations }: PolicyTables): readonly ConditionOperation[] {
  return [...operations.values()].flatMap((commands) => [...commands.values()]);
}
