/**
 * Finds what a policy probably does not intend: visible places that cannot be read, rows that decide nothing,
 * rows that grant running programs when none can run, rules that run code written by agents, changes without
 * bounds. Each warning has a name, which `accepted` can repeat with a reason.
 */
import { CONTRACT_COVERS, PERSON_APPROVES } from '../conditions/built-in-conditions.ts';
import type { Area } from '../conditions/contract.ts';
import type { ExecPlace, TokenRule } from '../exec/exec-policy.ts';
import { knownProgram } from '../exec/known-programs.ts';
import { type PlaceKey, type Policy, placeName } from './policy.ts';
import {
  findOperation,
  findVisibility,
  operationsOf,
  type PolicyTables,
  policyTables,
} from './policy-lookup.ts';

/** A warning about a row or rule: its name in `accepted`, and the table and index of the row. */
export type PolicyWarning = {
  readonly rule:
    | 'visible-unreadable'
    | 'unreachable-row'
    | 'exec-without-section'
    | 'unknown-program'
    | 'open-words'
    | 'agent-written-code'
    | 'unprotected-root'
    | 'unbounded-contracts';
  readonly name: string;
  readonly table: 'roots' | 'visibility' | 'operations' | 'rules';
  readonly index: number;
};

/** Returns the warnings about a policy, in the order of its rows. */
export function findWarnings(policy: Policy): readonly PolicyWarning[] {
  const tables = policyTables(policy);
  return [
    ...findUnprotected(policy),
    ...findUnreadable(policy, tables),
    ...findUnreachable(policy, tables),
    ...findIdleExec(policy),
    ...findUnknownPrograms(policy),
    ...findOpenWords(policy),
    ...findWrittenCode(policy),
    ...findUnbounded(policy),
  ];
}

function findUnreadable(policy: Policy, tables: PolicyTables): readonly PolicyWarning[] {
  const reads = operationsOf(tables).filter(({ area }) => area === 'READ');
  return policy.visibility.flatMap((row, index) => {
    if (row.answer === 'never') return [];
    if (reads.some((operation) => findOperation(tables, row, operation) !== undefined)) return [];
    const name = `visible-unreadable ${placeName(row)}`;
    return [{ rule: 'visible-unreadable', name, table: 'visibility', index }];
  });
}

function findUnreachable(policy: Policy, tables: PolicyTables): readonly PolicyWarning[] {
  const operations = operationsOf(tables);
  const reached = new Set<string>();
  for (const place of placesWithRows(policy)) {
    // Registry entries can be anywhere and are always visible.
    const isSeen = policy.registry !== null || findVisibility(tables, place)?.isNever === false;
    if (!isSeen) continue;
    for (const operation of operations) {
      const found = findOperation(tables, place, operation);
      if (found) reached.add(found.row.name);
    }
  }
  return policy.operations.flatMap((row, index) =>
    reached.has(row.name)
      ? []
      : [{ rule: 'unreachable-row', name: `unreachable-row ${row.name}`, table: 'operations', index }],
  );
}

/** Returns the rows that grant running programs although the policy has no `exec` section. */
function findIdleExec({ exec, sets, operations }: Policy): readonly PolicyWarning[] {
  if (exec !== null) return [];
  const runs = new Set(sets.filter(({ area }) => area === 'EXEC').map(({ name }) => name));
  return operations.flatMap((row, index) =>
    row.sets.some((name) => runs.has(name))
      ? [
          {
            rule: 'exec-without-section',
            name: `exec-without-section ${row.name}`,
            table: 'operations',
            index,
          },
        ]
      : [],
  );
}

/** Returns the rules with an unknown program and no `loads_code_from`. */
function findUnknownPrograms({ exec }: Policy): readonly PolicyWarning[] {
  return (exec?.rules ?? []).flatMap(({ name, program, loadsCodeFrom }, index) =>
    knownProgram(program).kind === 'unknown' && loadsCodeFrom.length === 0
      ? [{ rule: 'unknown-program', name: `unknown-program ${name}`, table: 'rules', index }]
      : [],
  );
}

/** Returns the rules that pass arbitrary words to a program that may treat them as settings or code. */
function findOpenWords({ exec }: Policy): readonly PolicyWarning[] {
  return (exec?.rules ?? []).flatMap(({ name, program, flags, operands }, index) =>
    knownProgram(program).kind !== 'plain' &&
    [...flags.map(({ takes }) => takes), operands?.kind].includes('any')
      ? [{ rule: 'open-words', name: `open-words ${name}`, table: 'rules', index }]
      : [],
  );
}

/**
 * Returns the rules that load code from places agents can write to, in any mode, because a session can change
 * its mode.
 */
function findWrittenCode(policy: Policy): readonly PolicyWarning[] {
  const written = writtenPlaces(policy);
  const warn = ({ name }: TokenRule, index: number, place: ExecPlace): PolicyWarning => ({
    rule: 'agent-written-code',
    name: `agent-written-code ${name} in ${placeText(place)}`,
    table: 'rules',
    index,
  });
  return (policy.exec?.rules ?? []).flatMap((rule, index) =>
    rule.loadsCodeFrom
      .filter((place) => written.some((other) => isOverlapping(place, other)))
      .map((place) => warn(rule, index, place)),
  );
}

/**
 * Returns the places that agents can write to under any conditions, since they open their contracts
 * themselves, and the place that programs write to.
 */
function writtenPlaces({ exec, sets, operations }: Policy): readonly ExecPlace[] {
  const writing = new Set(
    sets.filter(({ area }) => area === 'WRITE' || area === 'GIT').map(({ name }) => name),
  );
  const rows = operations.filter((row) => row.sets.some((name) => writing.has(name)));
  return exec === null ? rows : [...rows, exec.scratch];
}

function isOverlapping(one: ExecPlace, other: ExecPlace): boolean {
  if (one.root !== other.root) return false;
  return (
    [one, other].some(({ subdirectory }) => subdirectory === null) || one.subdirectory === other.subdirectory
  );
}

function placeText({ root, subdirectory }: ExecPlace): string {
  return subdirectory === null ? root : `${root}/${subdirectory}`;
}

const changing: readonly Area[] = ['WRITE', 'DELETE', 'GIT'];

/** Returns the roots where changes need no approval and nothing is protected. */
function findUnprotected({ roots, sets, operations }: Policy): readonly PolicyWarning[] {
  const changes = new Set(sets.filter(({ area }) => changing.includes(area)).map(({ name }) => name));
  const isOpen = (root: string) =>
    operations.some(
      (row) =>
        row.root === root &&
        !row.conditions.includes(PERSON_APPROVES) &&
        row.sets.some((name) => changes.has(name)),
    );
  return roots.flatMap(({ key, protected: patterns }, index) =>
    patterns.length > 0 || !isOpen(key)
      ? []
      : [{ rule: 'unprotected-root', name: `unprotected-root ${key}`, table: 'roots', index }],
  );
}

/** Returns the first row that depends on contracts if the policy does not limit the contracts of agents. */
function findUnbounded({ contracts, operations }: Policy): readonly PolicyWarning[] {
  if (contracts !== null) return [];
  const index = operations.findIndex(({ conditions }) => conditions.includes(CONTRACT_COVERS));
  const row = operations[index];
  if (row === undefined) return [];
  // One warning is enough, because the remedy is one section.
  return [
    { rule: 'unbounded-contracts', name: `unbounded-contracts ${row.name}`, table: 'operations', index },
  ];
}

/** Returns every place whose decisions may differ: the named ones, and each root for everything else. */
function placesWithRows({ modes, roots, visibility, operations }: Policy): readonly PlaceKey[] {
  const rootPlaces = modes.flatMap((mode) =>
    roots.map(({ key }) => ({ mode, root: key, subdirectory: null })),
  );
  const named = [...visibility, ...operations].filter(({ subdirectory }) => subdirectory !== null);
  return [...rootPlaces, ...new Map(named.map((row) => [placeName(row), row])).values()];
}
