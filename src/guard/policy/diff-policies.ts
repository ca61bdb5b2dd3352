/** What changes from one policy to another, decision by decision, for a person who reviews it. */
import { canonicalText } from '../../kernel/index.ts';
import { type PlaceKey, type Policy, placeName, type RowAnswer } from './policy.ts';
import { type FurtherPlaces, type PolicyTableRow, policyTable } from './policy-table.ts';

/** Which way a decision moved; `other` where conditions or areas were exchanged, or it moved both ways. */
export type PolicyEffect = 'wider' | 'narrower' | 'other';

/** One decision that two policies take differently; without a tool it is about visibility. */
export type PolicyChange = PlaceKey & {
  readonly tool: string | null;
  readonly command: string | null;
  readonly from: RowAnswer;
  readonly to: RowAnswer;
  /** The area of the command, and whether it reaches the whole root; null for visibility. */
  readonly fromReach: string | null;
  readonly toReach: string | null;
  readonly effect: PolicyEffect;
};

/** Returns the decisions that differ; what a policy does not know is never. */
export function diffPolicies(from: Policy, to: Policy): readonly PolicyChange[] {
  const further = namedPlaces([from, to]);
  const before = decisionsOf(policyTable(from, { further }));
  const after = decisionsOf(policyTable(to, { further }));
  const changes = [...new Map([...before, ...after])].flatMap(([key, { subject }]) => {
    const [was, is] = [before.get(key) ?? UNKNOWN, after.get(key) ?? UNKNOWN];
    // Where neither grants, it makes no difference what would have been granted.
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

/** Returns decisions by what they are about, visibility once for each place. */
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

/** A command that no longer needs a contract over the whole root is granted under narrower ones, too. */
function reachEffect(from: string | null, to: string | null): PolicyEffect | null {
  // What one of the policies does not know has no reach to compare.
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
