/** Who works at a node and what is worn there. */
import { describe, expect, test } from 'vitest';
import { court, ends, fullCase, light, make, numbered } from '../../../test/pipeline/sample-walks.ts';
import { createScriptedAgent } from '../../testing/index.ts';
import { personas } from '../agents/index.ts';
import { type Ask, type Mask, masks, type WalkOptions, walk } from '../index.ts';

describe('who works and what is worn', () => {
  const approve = createScriptedAgent({
    ...fullCase,
    triage: { symptom_category: 'infra' },
    review: { decision: 'approve', binding: true },
  });

  test('a decision binds only with the mask, whatever the node says', async () => {
    expect(await ends(light, { ask: approve })).toMatchObject({ path: 'H2 H4 H12 H16' });
    expect(await ends(light, { ask: approve, masks: [] })).toMatchObject({
      path: 'H2 H4 H19',
      terminal: '_recommended',
    });
    const others = masks.light.filter(({ name }) => name !== 'mask-of-judgment');
    expect(await ends(light, { ask: approve, masks: others })).toMatchObject({ path: 'H2 H4 H19' });
  });

  test('a recall hit needs its mask', async () => {
    const hit = createScriptedAgent({
      recall: { match: true, confidence: 0.9 },
      review: { decision: 'approve' },
    });
    expect(await ends(light, { ask: hit })).toMatchObject({ path: 'H1 H12 H16' });
    expect((await ends(light, { ask: hit, masks: [] })).path).toMatch(/^H2 /);
  });

  test('the team is scheduled, and an agent wears only what it may', async () => {
    const names: (string | undefined)[] = [];
    const ask: Ask = (node, given, signal) => {
      names.push(node.agent?.name);
      return approve(node, given, signal);
    };
    const proposers = personas.filter(({ alignment }) => alignment === 'light');
    expect(await ends(light, { ask, team: proposers })).toMatchObject({ path: 'H2 H4 H12 H16' });
    expect(names).toEqual(['Herald', 'Herald', 'Weaver', 'Weaver']);
    const { state } = await walk(light, { ask, team: proposers });
    expect(state.lastAgent).toEqual({ name: 'Weaver', element: 'air' });
    const reviewers = personas.filter(({ alignment }) => alignment === 'shadow');
    expect(await ends(light, { ask: approve, team: reviewers })).toMatchObject({ path: 'H2 H4 H19' });
  });

  test('a step whose restricting mask is missing does not run', async () => {
    const asked: string[] = [];
    const ask: Ask = ({ name }) => {
      asked.push(name);
      return { type: name, confidence: 0.7, data: {} };
    };
    expect(await ends(court, { ask, masks: [] })).toMatchObject({ terminal: '_mistrial', path: 'HD0 HD13' });
    expect(asked).toEqual(['indict']);
  });

  test('a seat holds the nodes of its role, and must be able to wear their masks', async () => {
    const [herald] = personas;
    const [challenger] = personas.filter(({ alignment }) => alignment === 'shadow');
    const names: (string | undefined)[] = [];
    const ask: Ask = (node) => {
      names.push(node.agent?.name);
      return { type: node.name, confidence: 0.99, data: { plea_deal: true, decision: 'affirm' } };
    };
    if (!herald || !challenger) throw new Error('no personas');
    expect(await ends(court, { ask, seats: { prosecution: challenger } })).toMatchObject({
      path: 'HD1 HD2 HD6',
    });
    expect(names).toEqual(['Challenger', undefined, undefined]);
    await expect(walk(court, { ask, seats: { prosecution: herald } })).rejects.toThrow(
      '`Herald` may not wear it',
    );
  });

  test('a mask may answer in place of the node, and is checked like it', async () => {
    const answering: Mask = {
      name: 'm',
      description: '',
      validNodes: ['a'],
      wrap: () => async () => ({ type: 'own', data: {} }),
    };
    const graph = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: _done'], {
      nodes: '{name: a, masks: [m]}, {name: b}',
    });
    const answered: boolean[] = [];
    const options: WalkOptions = {
      ask: createScriptedAgent({}),
      masks: [answering],
      onStep: (_, step) => void answered.push(step.isAnsweredByMask),
    };
    expect(await ends(graph, options)).toMatchObject({ path: 'e1 e2' });
    expect(answered).toEqual([true, false]);
    const checked = await walk(graph, {
      ...options,
      check: ({ type }) => (type === 'own' ? 'not of this type' : null),
    });
    expect(checked.error?.message).toBe('no artifact at `a`: not of this type');
  });

  test('a mask at the wrong node keeps a walk from beginning', async () => {
    const graph = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: _done'], {
      nodes: '{name: a, masks: [mask-of-recall]}, {name: b}',
    });
    await expect(walk(graph, { ask: numbered() })).rejects.toMatchObject({
      code: 'mask-not-valid',
      data: { mask: 'mask-of-recall', node: 'a' },
    });
  });
});
