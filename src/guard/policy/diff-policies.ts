/** Lists the decisions that change from one policy to another, for a person who reviews the change. */
import { canonicalText } from '../../kernel/index.ts';
import type { ExecPolicy, TokenRule } from '../exec/exec-policy.ts';
import { type ContractBreadth, type PlaceKey, type Policy, placeName, type RowAnswer } from './policy.ts';
import { type FurtherPlaces, type PolicyTableRow, policyTable } from './policy-table.ts';

/** The direction of a change; `other` if conditions or areas were replaced, or the change goes both ways. */
export type PolicyEffect = 'wider' | 'narrower' | 'other';

/** A decision that two policies make differently. Without a tool, it is about visibility. */
export type PolicyChange = PlaceKey & {
  readonly tool: string | null;
  readonly command: string | null;
  readonly from: RowAnswer;
  readonly to: RowAnswer;
  /** The area of the command, and whether it concerns the whole root; null for visibility. */
  readonly fromReach: string | null;
  readonly toReach: string | null;
  readonly effect: PolicyEffect;
};

/** Returns the decisions that differ. Anything a policy does not know counts as `never`. */
export function diffPolicies(from: Policy, to: Policy): readonly PolicyChange[] {
  const further = namedPlaces([from, to]);
  const before = decisionsOf(policyTable(from, { further }));
  const after = decisionsOf(policyTable(to, { further }));
  const changes = [...new Map([...before, ...after])].flatMap(([key, { subject }]) => {
    const [was, is] = [before.get(key) ?? UNKNOWN, after.get(key) ?? UNKNOWN];
    // If neither policy grants the command, its area makes no difference.
    const isSame = was.answer === is.answer && was.answer === 'never';
    if (isSame || canonicalText([was.answer, was.reach]) === canonicalText([is.answer, is.reach])) return [];
    const answers = { from: was.answer, to: is.answer, fromReach: was.reach, toReach: is.reach };
    return [Object.freeze({ ...subject, ...answers, effect: effectOf(was, is) })];
  });
  return Object.freeze(changes);
}

type Decision = {
  readonly subject: PlaceKey & { readonly tool: string | null; readonly command: string | null };
  readonly answer: RowAnswer;
  readonly reach: string | null;
};

const WHOLE_ROOT = ' on the whole root';
const UNKNOWN = { answer: 'never', reach: null } as const;

/** Returns decisions by subject, with visibility once per place. */
function decisionsOf(rows: readonly PolicyTableRow[]): ReadonlyMap<string, Decision> {
  const decisions = new Map<string, Decision>();
  for (const { mode, root, subdirectory, tool, command, visible, granted, area, isWholeRoot } of rows) {
    const place = { mode, root, subdirectory };
    const reach = isWholeRoot ? `${area}${WHOLE_ROOT}` : area;
    const sight = { subject: { ...place, tool: null, command: null }, answer: visible, reach: null };
    decisions.set(placeName(place), sight);
    const subject = { ...place, tool, command };
    decisions.set(`${placeName(place)} ${tool} ${command}`, { subject, answer: granted, reach });
  }
  return decisions;
}

function namedPlaces(policies: readonly Policy[]): FurtherPlaces {
  const named = new Map<string, Set<string>>();
  for (const { root, subdirectory } of policies.flatMap(({ visibility, operations }) => [
    ...visibility,
    ...operations,
  ]))
    if (subdirectory !== null) named.set(root, (named.get(root) ?? new Set()).add(subdirectory));
  return named;
}

function effectOf(
  was: Pick<Decision, 'answer' | 'reach'>,
  is: Pick<Decision, 'answer' | 'reach'>,
): PolicyEffect {
  const effects = new Set([answerEffect(was.answer, is.answer), reachEffect(was.reach, is.reach)]);
  effects.delete(null);
  const [effect] = effects;
  return effects.size === 1 && effect ? effect : 'other';
}

/** A command that no longer needs a contract for the whole root is also granted under narrower ones. */
function reachEffect(from: string | null, to: string | null): PolicyEffect | null {
  // If one of the policies does not know the command, there is no reach to compare.
  if (from === to || from === null || to === null) return null;
  if (from === `${to}${WHOLE_ROOT}`) return 'wider';
  return to === `${from}${WHOLE_ROOT}` ? 'narrower' : 'other';
}

function answerEffect(from: RowAnswer, to: RowAnswer): PolicyEffect | null {
  if (canonicalText(from) === canonicalText(to)) return null;
  if (from === 'never' || to === 'always') return 'wider';
  if (from === 'always' || to === 'never') return 'narrower';
  if (to.every((condition) => from.includes(condition))) return 'wider';
  return from.every((condition) => to.includes(condition)) ? 'narrower' : 'other';
}

/** A setting that differs; null if a policy does not have it. */
export type PolicySettingChange = {
  /** For example `repo hides .git` or `exec sandbox`. */
  readonly setting: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly effect: PolicyEffect;
};

type Side = 'from' | 'to';
type Sides<Value> = Readonly<Record<Side, Value>>;

const sandboxes = ['off', 'preferred', 'required'];

/** Returns the settings that differ. */
export function diffPolicySettings(from: Policy, to: Policy): readonly PolicySettingChange[] {
  return Object.freeze([
    ...registryChanges(from, to),
    ...hiddenChanges(from, to),
    ...breadthChanges({ from: from.contracts, to: to.contracts }),
    ...execChanges({ from: from.exec, to: to.exec }),
  ]);
}

function registryChanges({ registry: from }: Policy, { registry: to }: Policy): PolicySettingChange[] {
  if (from === to) return [];
  // Registry entries are visible, so having a registry makes more visible.
  const effect = from === null ? 'wider' : to === null ? 'narrower' : 'other';
  return [{ setting: 'registry', from, to, effect }];
}

/** If only one policy has a root, the rows already show the difference. */
function hiddenChanges(from: Policy, to: Policy): PolicySettingChange[] {
  return from.roots.flatMap(({ key, hidden, protected: guarded }) => {
    const other = to.roots.find((root) => root.key === key);
    if (other === undefined) return [];
    return [
      ...setChanges({ from: hidden, to: other.hidden }, { prefix: `${key} hides`, more: 'narrower' }),
      ...setChanges({ from: guarded, to: other.protected }, { prefix: `${key} protects`, more: 'narrower' }),
    ];
  });
}

function breadthChanges({ from, to }: Sides<ContractBreadth | null>): PolicySettingChange[] {
  const setting = 'bounds of an agent’s own contract';
  if (from === null && to === null) return [];
  if (from === null) return [{ setting, from: null, to: 'given', effect: 'narrower' }];
  if (to === null) return [{ setting, from: 'given', to: null, effect: 'wider' }];
  return [
    ...valueChange({ from: from.mostTargets, to: to.mostTargets }, 'contract targets', moreIsWider),
    ...valueChange({ from: from.plainNames, to: to.plainNames }, 'contract plain names', (was, is) =>
      moreIsWider(is, was),
    ),
    ...valueChange({ from: from.longestMs, to: to.longestMs }, 'contract life in ms', moreIsWider),
  ];
}

function execChanges({ from, to }: Sides<ExecPolicy | null>): PolicySettingChange[] {
  if (from === null && to === null) return [];
  if (from === null) return [{ setting: 'exec', from: null, to: 'given', effect: 'wider' }];
  if (to === null) return [{ setting: 'exec', from: 'given', to: null, effect: 'narrower' }];
  return [
    ...valueChange({ from: placeOf(from), to: placeOf(to) }, 'exec scratch', () => 'other'),
    ...valueChange({ from: from.sandbox, to: to.sandbox }, 'exec sandbox', (was, is) =>
      sandboxes.indexOf(is) < sandboxes.indexOf(was) ? 'wider' : 'narrower',
    ),
    ...valueChange({ from: from.timeoutMs, to: to.timeoutMs }, 'exec time-out in ms', moreIsWider),
    ...valueChange({ from: from.outputBytes, to: to.outputBytes }, 'exec output in bytes', moreIsWider),
    ...setChanges({ from: from.sees, to: to.sees }, { prefix: 'exec sees', more: 'wider' }),
    ...setChanges(
      { from: from.environment, to: to.environment },
      { prefix: 'exec passes on', more: 'wider' },
    ),
    ...ruleChanges({ from: from.rules, to: to.rules }),
  ];
}

function ruleChanges({ from, to }: Sides<readonly TokenRule[]>): PolicySettingChange[] {
  const textOf = (rules: readonly TokenRule[], name: string) => {
    const found = rules.find((rule) => rule.name === name);
    return found === undefined ? null : canonicalText(found);
  };
  return [...new Set([...from, ...to].map(({ name }) => name))].flatMap((name): PolicySettingChange[] => {
    const [was, is, setting] = [textOf(from, name), textOf(to, name), `exec rule ${name}`];
    if (was === is) return [];
    if (was === null) return [{ setting, from: null, to: 'given', effect: 'wider' }];
    if (is === null) return [{ setting, from: 'given', to: null, effect: 'narrower' }];
    return [{ setting, from: 'as it was', to: 'another', effect: 'other' }];
  });
}

function setChanges(
  { from, to }: Sides<readonly string[]>,
  { prefix, more }: { readonly prefix: string; readonly more: 'wider' | 'narrower' },
): PolicySettingChange[] {
  const less = more === 'wider' ? 'narrower' : 'wider';
  const gone = from.filter((name) => !to.includes(name));
  const come = to.filter((name) => !from.includes(name));
  return [
    ...gone.map((name) => ({ setting: `${prefix} ${name}`, from: 'yes', to: null, effect: less }) as const),
    ...come.map((name) => ({ setting: `${prefix} ${name}`, from: null, to: 'yes', effect: more }) as const),
  ];
}

function valueChange<Value extends string | number>(
  { from, to }: Sides<Value>,
  setting: string,
  effect: (from: Value, to: Value) => PolicyEffect,
): PolicySettingChange[] {
  if (from === to) return [];
  return [{ setting, from: String(from), to: String(to), effect: effect(from, to) }];
}

function moreIsWider(from: number, to: number): PolicyEffect {
  return to > from ? 'wider' : 'narrower';
}

function placeOf({ scratch }: ExecPolicy): string {
  return scratch.subdirectory === null ? scratch.root : `${scratch.root}/${scratch.subdirectory}`;
}
