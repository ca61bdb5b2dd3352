/**
 * The tables a policy is asked through, kept beside it and out of reach, so that only a policy that was loaded can
 * decide and nothing can change its tables. Lookups are exact before root.
 */
import { assertInvariant } from '../../kernel/index.ts';
import type { Condition, ConditionOperation } from '../conditions/condition.ts';
import type { OperationRow, PlaceKey, Policy } from './policy.ts';
import type { ProtectsPath } from './protected-paths.ts';

/** A row that can hold, with the conditions it holds under. */
export type BoundOperation = { readonly row: OperationRow; readonly conditions: readonly Condition[] };

/** Whether a place is seen at all, and under which conditions. */
export type BoundVisibility = { readonly isNever: boolean; readonly conditions: readonly Condition[] };

/** Entries by mode, root, and subdirectory or null. */
export type PlaceMap<Entry> = Map<string, Map<string, Map<string | null, Entry>>>;

/** A policy's tables. */
export type PolicyTables = {
  readonly operations: ReadonlyMap<string, ReadonlyMap<string, ConditionOperation>>;
  readonly visibility: PlaceMap<BoundVisibility>;
  readonly rows: PlaceMap<ReadonlyMap<ConditionOperation, BoundOperation>>;
  /** The first components that rows of any mode name, by root. */
  readonly subdirectories: ReadonlyMap<string, ReadonlySet<string>>;
  /** What each root protects. */
  readonly protects: ReadonlyMap<string, ProtectsPath>;
  /** The condition that protected paths add to every row. */
  readonly person: Condition;
};

const tablesOf = new WeakMap<Policy, PolicyTables>();

/** Keeps the tables of a policy that was just compiled. */
export function keepTables(policy: Policy, tables: PolicyTables): void {
  tablesOf.set(policy, tables);
}

/** Returns the tables of a policy. */
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

/** Returns the visibility of a place: its own row is final, else the root's. */
export function findVisibility(
  { visibility }: PolicyTables,
  { mode, root, subdirectory }: PlaceKey,
): BoundVisibility | undefined {
  const places = visibility.get(mode)?.get(root);
  return places?.get(subdirectory) ?? places?.get(null);
}

/** Returns the row that decides an operation: the first of the place's own rows that holds it, else of the root's. */
export function findOperation(
  { rows }: PolicyTables,
  { mode, root, subdirectory }: PlaceKey,
  operation: ConditionOperation,
): BoundOperation | undefined {
  const places = rows.get(mode)?.get(root);
  return places?.get(subdirectory)?.get(operation) ?? places?.get(null)?.get(operation);
}

/** Returns the subdirectory a path is keyed by: its first component where a row of the policy names it, else null. */
export function subdirectoryOf({ subdirectories }: PolicyTables, root: string, path: string): string | null {
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  return subdirectories.get(root)?.has(first) ? first : null;
}

/** Returns every operation a policy knows, tool by tool. */
export function operationsOf({ operations }: PolicyTables): readonly ConditionOperation[] {
  return [...operations.values()].flatMap((commands) => [...commands.values()]);
}
