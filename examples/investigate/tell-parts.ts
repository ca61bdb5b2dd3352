/** Summarises what each part of the system did in a run, in one line each, counted from its record. */
import type { RunModel, RunStep } from 'penumbra/record';

const courtNodes = ['indict', 'discover', 'defend', 'hearing', 'verdict'];

/** What a part did: its name, a phrase, and how often. */
export type PartWork = { readonly part: string; readonly text: string; readonly count: number };

/** Returns what each part did in a run. */
export function tellParts({ cases, memoryChanges }: RunModel): readonly PartWork[] {
  const steps = cases.flatMap((one) => one.steps);
  const inCourt = steps.filter(({ node }) => courtNodes.includes(node));
  const contested = cases.filter((one) => one.steps.some(({ node }) => node === 'indict'));
  const packs = all(steps, 'packs');
  const checks = all(steps, 'replyChecks');
  const tools = all(steps, 'tools');
  const denied = tools.filter(({ code }) => code.split('-').at(2) === 'D');
  const agents = new Set(steps.flatMap(({ agent }) => agent?.name ?? []));
  const edges = new Set(steps.flatMap(({ edge }) => edge?.edge ?? []));
  return [
    { part: 'intake', count: cases.length, text: 'cases from the reports, with equal failures grouped' },
    { part: 'pipeline', count: steps.length, text: `steps walked along ${edges.size} different edges` },
    { part: 'agents', count: agents.size, text: `worked: ${[...agents].sort().join(', ')}` },
    { part: 'masks', count: all(steps, 'masks').length, text: 'capabilities used at a step' },
    { part: 'oracle', count: all(steps, 'sources').length, text: 'sources opened by these capabilities' },
    { part: 'lens', count: packs.length, text: 'prompt packs compiled, one for each request' },
    {
      part: 'reply check',
      count: checks.length,
      text: `replies checked against their envelope, ${checks.filter(({ ok }) => !ok).length} refused`,
    },
    { part: 'guard', count: tools.length, text: `tool calls enforced, ${denied.length} denied` },
    {
      part: 'court',
      count: inCourt.length,
      text: `steps of review over ${contested.length} contested cases`,
    },
    { part: 'memory', count: memoryChanges.length, text: 'changes to the memory' },
    {
      part: 'ledger',
      count: steps.filter(({ artifact }) => artifact !== null).length,
      text: 'artifacts recorded, each with what it rests on',
    },
  ];
}

function all<Field extends 'masks' | 'sources' | 'packs' | 'replyChecks' | 'tools'>(
  steps: readonly RunStep[],
  field: Field,
): readonly RunStep[Field][number][] {
  return steps.flatMap((step): readonly RunStep[Field][number][] => step[field]);
}
