/** Compiles a valid draft into a frozen policy and its lookup tables. */
import { assertInvariant, deepFreeze, taggedHash } from '../../kernel/index.ts';
import { PERSON_APPROVES } from '../conditions/built-in-conditions.ts';
import type { Condition, ConditionOperation } from '../conditions/condition.ts';
import type { ConditionRegistry } from '../conditions/define-conditions.ts';
import type { ExecPolicy } from '../exec/exec-policy.ts';
import { defaultProtected } from './default-protected.ts';
import {
  type CommandPair,
  type CommandSet,
  type OperationRow,
  type Policy,
  placeName,
  setsNamed,
} from './policy.ts';
import type { DraftExec, DraftOperation, DraftPlace, DraftSet, PolicyDraft, Word } from './policy-draft.ts';
import {
  type BoundOperation,
  keepTables,
  type PlaceMap,
  type PolicyTables,
  setPlace,
} from './policy-lookup.ts';
import { protectedPaths } from './protected-paths.ts';

/** Compiles a draft in which `checkDraft` found no faults. */
export function compilePolicy(draft: PolicyDraft, conditions: ConditionRegistry): Policy {
  const decided = {
    name: draft.name,
    registry: draft.registry?.text ?? null,
    modes: textsOf(draft.modes),
    roots: draft.roots.map(({ key, legacy, hidden, protected: guarded }) => ({
      key: key.text,
      legacy: legacy?.text ?? null,
      hidden: textsOf(hidden),
      protected: patternsOf(guarded),
    })),
    exec: draft.exec && compileExec(draft.exec),
    contracts: draft.contracts,
    sets: draft.sets.map(compileSet),
    visibility: draft.visibility.map((row) => ({
      ...placeOf(row),
      answer: typeof row.answer === 'string' ? row.answer : textsOf(row.answer),
    })),
    operations: draft.operations.map((row) => ({
      ...placeOf(row),
      name: `${placeName(placeOf(row))} ${row.index + 1}`,
      sets: row.allow.flatMap(({ text }) => setsNamed(text, draft.sets).map(({ name }) => name)),
      conditions: conditionsOf(row),
    })),
  };
  const accepted = draft.accepted.map(({ finding, because }) => ({ finding: finding.text, because }));
  const policy: Policy = deepFreeze({ ...decided, hash: taggedHash('penumbra/policy/1', decided), accepted });
  keepTables(policy, buildTables(policy, conditions));
  return policy;
}

function compileSet({ name, area, commands, wholeRoot }: DraftSet): CommandSet {
  const pairs = commands.map(({ tool, command }) => ({ tool: tool.text, command: command.text }));
  const whole = new Set(textsOf(wholeRoot));
  return { name, area, commands: pairs, wholeRoot: pairs.filter(({ command }) => whole.has(command)) };
}

function compileExec({ scratch, sees, environment, timeoutSeconds, rules, ...rest }: DraftExec): ExecPolicy {
  return {
    ...rest,
    scratch: { root: scratch.root.text, subdirectory: scratch.subdirectory },
    sees: textsOf(sees),
    environment: textsOf(environment),
    timeoutMs: timeoutSeconds * 1_000,
    rules: rules.map(({ rule }) => rule),
  };
}

function buildTables(policy: Policy, registry: ConditionRegistry): PolicyTables {
  const bind = (text: string): Condition => {
    const bound = registry.bind(text);
    assertInvariant(!('fault' in bound), `condition \`${text}\` was checked`);
    return bound;
  };
  const { operations, bySet } = buildOperations(policy.sets);
  const tables: PolicyTables = {
    operations,
    visibility: new Map(),
    rows: buildRows(policy.operations, bySet, bind),
    subdirectories: collectSubdirectories(policy),
    protects: new Map(policy.roots.map((root) => [root.key, protectedPaths(root)])),
    person: bind(PERSON_APPROVES),
  };
  for (const row of policy.visibility) {
    const conditions = typeof row.answer === 'string' ? [] : row.answer.map(bind);
    setPlace(tables.visibility, row, { isNever: row.answer === 'never', conditions });
  }
  return tables;
}

function buildOperations(sets: readonly CommandSet[]): {
  readonly operations: PolicyTables['operations'];
  readonly bySet: ReadonlyMap<string, readonly ConditionOperation[]>;
} {
  const operations = new Map<string, Map<string, ConditionOperation>>();
  const bySet = new Map<string, readonly ConditionOperation[]>();
  for (const { name, area, commands, wholeRoot } of sets) {
    const toOperation = (pair: CommandPair) =>
      Object.freeze({ ...pair, area, isWholeRoot: wholeRoot.includes(pair) });
    const members = commands.map(toOperation);
    bySet.set(name, members);
    for (const member of members) {
      const ofTool = operations.get(member.tool) ?? new Map<string, ConditionOperation>();
      operations.set(member.tool, ofTool.set(member.command, member));
    }
  }
  return { operations, bySet };
}

function buildRows(
  rows: readonly OperationRow[],
  bySet: ReadonlyMap<string, readonly ConditionOperation[]>,
  bind: (text: string) => Condition,
): PolicyTables['rows'] {
  const map: PlaceMap<Map<ConditionOperation, BoundOperation>> = new Map();
  for (const row of rows) {
    const bound = Object.freeze({ row, conditions: row.conditions.map(bind) });
    const held =
      map.get(row.mode)?.get(row.root)?.get(row.subdirectory) ??
      new Map<ConditionOperation, BoundOperation>();
    // An operation is decided by the first row that contains it.
    for (const operation of row.sets.flatMap((name) => bySet.get(name) ?? []))
      if (!held.has(operation)) held.set(operation, bound);
    setPlace(map, row, held);
  }
  return map;
}

function collectSubdirectories({ visibility, operations }: Policy): PolicyTables['subdirectories'] {
  const named = new Map<string, Set<string>>();
  for (const { root, subdirectory } of [...visibility, ...operations])
    if (subdirectory !== null) named.set(root, (named.get(root) ?? new Set()).add(subdirectory));
  return named;
}

function placeOf({ mode, root, subdirectory }: DraftPlace) {
  return { mode: mode.text, root: root.text, subdirectory };
}

/** The default list is expanded, so that the hash of a policy covers what it protects. */
function patternsOf(words: readonly Word[]): string[] {
  return [...new Set(textsOf(words).flatMap((text) => (text === 'default' ? defaultProtected : [text])))];
}

/** `ask` is one more condition of the row. */
function conditionsOf({ when, isAsked }: DraftOperation): string[] {
  const written = textsOf(when);
  return isAsked && !written.includes(PERSON_APPROVES) ? [...written, PERSON_APPROVES] : written;
}

function textsOf(words: readonly Word[]): string[] {
  return words.map(({ text }) => text);
}
