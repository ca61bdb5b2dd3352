/** A policy's decisions as rows, for people to read offline. Agents cannot access it. */
import type { ConditionOperation } from '../conditions/condition.ts';
import type { Area } from '../conditions/contract.ts';
import type { PlaceKey, Policy, RowAnswer } from './policy.ts';
import {
  findOperation,
  findVisibility,
  operationsOf,
  type PolicyTables,
  policyTables,
} from './policy-lookup.ts';

/** When one command is granted at one place. A null subdirectory stands for all that are not named. */
export type PolicyTableRow = PlaceKey & {
  readonly visible: RowAnswer;
  readonly tool: string;
  readonly command: string;
  readonly area: Area;
  /** Whether a contract has to cover the whole root. */
  readonly isWholeRoot: boolean;
  readonly granted: RowAnswer;
  /** The row that decides, or null if there is none. */
  readonly rule: string | null;
};

/** Subdirectories to show in addition to those the policy names, by root. */
export type FurtherPlaces = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns every decision of a policy: mode by root by subdirectory by command. */
export function policyTable(
  policy: Policy,
  { further = new Map() }: { readonly further?: FurtherPlaces } = {},
): readonly PolicyTableRow[] {
  const tables = policyTables(policy);
  const rows = placesOf(policy, tables, further).flatMap((place) => {
    const visible = visibilityAt(tables, place);
    return operationsOf(tables).map((operation) =>
      Object.freeze({ ...place, visible, ...operation, ...grantAt(tables, place, operation) }),
    );
  });
  return Object.freeze(rows);
}

function placesOf(
  policy: Policy,
  { subdirectories }: PolicyTables,
  further: FurtherPlaces,
): readonly PlaceKey[] {
  return policy.modes.flatMap((mode) =>
    policy.roots.flatMap(({ key }) => {
      const named = new Set([...(subdirectories.get(key) ?? []), ...(further.get(key) ?? [])]);
      return [null, ...named].map((subdirectory) => ({ mode, root: key, subdirectory }));
    }),
  );
}

function visibilityAt(tables: PolicyTables, place: PlaceKey): RowAnswer {
  const row = findVisibility(tables, place);
  if (row === undefined || row.isNever) return 'never';
  return answerOf(row.conditions.map(({ name }) => name));
}

function grantAt(
  tables: PolicyTables,
  place: PlaceKey,
  operation: ConditionOperation,
): Pick<PolicyTableRow, 'granted' | 'rule'> {
  const found = findOperation(tables, place, operation);
  if (!found) return { granted: 'never', rule: null };
  return { granted: answerOf(found.row.conditions), rule: found.row.name };
}

function answerOf(conditions: readonly string[]): RowAnswer {
  return conditions.length === 0 ? 'always' : Object.freeze([...conditions]);
}
