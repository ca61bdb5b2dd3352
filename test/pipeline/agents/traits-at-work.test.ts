// Traits do work: where neither an edge nor a definition says how often, how sure and how deep, the agent does.

import { describe, expect, test } from 'vitest';
import {
  type AgentIdentity,
  defineAgent,
  type Element,
  personaByName,
  personas,
} from '../../../src/pipeline/agents/index.ts';
import { type Ask, lintPipeline, loadPipeline, type WalkOptions, walk } from '../../../src/pipeline/index.ts';

/** A search that is repeated until it is settled; nothing in it says how often or how settled. */
function definition({ vars = '', max = '' } = {}): string {
  return [
    'pipeline: search',
    ...(vars === '' ? [] : [`vars: {${vars}}`]),
    'nodes: [{name: look, element: air}]',
    'edges:',
    '  - {id: settled, from: look, to: _done, when: output.score >= config.convergence_threshold}',
    `  - {id: again, from: look, to: look, loop: true${max && `, max: ${max}`}, when: output.score < config.convergence_threshold}`,
    '  - {id: given-up, from: look, to: _recommended}',
    'terminals: [_done, _recommended]',
    'start: look',
  ].join('\n');
}

/** Answers with a score that never changes, and something new at each visit. */
const scoring = (score: number): Ask => {
  let visits = 0;
  return () => ({ type: 'look', data: { score, visits: visits++ } });
};

const named = (name: string): AgentIdentity => {
  const persona = personaByName(name);
  if (persona === null) throw new Error(name);
  return persona;
};

async function search(text: string, score: number, options: Partial<WalkOptions> = {}) {
  const { terminal, loops } = await walk(loadPipeline(text), { ask: scoring(score), ...options });
  return { terminal, loops: loops.look ?? 0 };
}

test('the definition without vars is one that lint has nothing against', () => {
  expect(lintPipeline(definition())).toEqual([]);
});

describe('the one who walks decides', () => {
  test.each([
    ['Herald', 0],
    ['Seeker', 3],
    ['Sentinel', 1],
    ['Weaver', 1],
    ['Challenger', 0],
    ['Abyss', 3],
    ['Bulwark', 0],
    ['Specter', 0],
  ])('how often: %s looks again %d times', async (name, loops) => {
    expect(await search(definition(), 0.1, { team: [named(name)] })).toEqual({
      terminal: '_recommended',
      loops,
    });
  });

  test.each([
    ['Herald', 0.5],
    ['Seeker', 0.85],
    ['Sentinel', 0.7],
    ['Weaver', 0.6],
    ['Bulwark', 0.95],
    ['Specter', 0.4],
  ])('how settled: %s is content with %d and not with less', async (name, threshold) => {
    const team = [named(name)];
    expect(await search(definition(), threshold, { team })).toEqual({ terminal: '_done', loops: 0 });
    const below = (threshold * 10_000 - 1) / 10_000;
    expect((await search(definition(), below, { team })).terminal).toBe('_recommended');
  });

  test('how deep: each looks until it has as much as its element gathers', async () => {
    const graph = loadPipeline(
      [
        'pipeline: gather',
        'nodes: [{name: look, element: air}]',
        'edges:',
        '  - {id: more, from: look, to: look, loop: true, max: 20, when: size(output.found) < config.evidence_depth}',
        '  - {id: enough, from: look, to: _done}',
        'start: look',
      ].join('\n'),
    );
    const depths = await Promise.all(
      personas.map(async (agent) => {
        const found: number[] = [];
        const ask: Ask = () => {
          found.push(found.length);
          return { type: 'look', data: { found: [...found] } };
        };
        await walk(graph, { ask, team: [agent] });
        return [agent.name, found.length];
      }),
    );
    expect(Object.fromEntries(depths)).toEqual({
      ...{ Herald: 2, Seeker: 8, Sentinel: 5, Weaver: 3 },
      ...{ Challenger: 2, Abyss: 8, Bulwark: 10, Specter: 1 },
    });
  });

  test('at every node anew: the one who is chosen there', async () => {
    const looped = (name: string, next: string) => [
      `  - {id: ${name}-again, from: ${name}, to: ${name}, loop: true, when: output.score < config.convergence_threshold}`,
      `  - {id: ${name}-on, from: ${name}, to: ${next}}`,
    ];
    const graph = loadPipeline(
      [
        'pipeline: way',
        'nodes: [{name: recall, element: air}, {name: resolve, element: air}, {name: investigate, element: air}]',
        'edges:',
        ...looped('recall', 'resolve'),
        ...looped('resolve', 'investigate'),
        ...looped('investigate', '_done'),
        'start: recall',
      ].join('\n'),
    );
    const team = personas.filter(({ alignment }) => alignment === 'light');
    const { loops } = await walk(graph, { ask: scoring(0.1), team });
    expect(loops).toEqual({ resolve: 1, investigate: 3 });
  });
});

describe('precedence: the edge, then the definition and the run, then the agent, then the node', () => {
  const water = { team: [named('Seeker')] };
  const loops = async (text: string, options: Partial<WalkOptions>) =>
    (await search(text, 0.1, options)).loops;

  test.each<[string, { vars?: string; max?: string }, Partial<WalkOptions>, number]>([
    ['the edge before all', { max: '2', vars: 'max_loops: 1' }, { ...water, config: { max_loops: 0 } }, 2],
    ['the edge, by a variable', { max: 'config.most', vars: 'most: 4' }, water, 4],
    ['the run before the definition', { vars: 'max_loops: 1' }, { ...water, config: { max_loops: 2 } }, 2],
    ['the definition before the agent', { vars: 'max_loops: 1' }, water, 1],
    ['a definition that says none', { vars: 'max_loops: 0' }, water, 0],
    ['the agent before the node', {}, water, 3],
    ['the node where nobody is chosen', {}, {}, 1],
    ['the node where the agent has no element', {}, { team: [defineAgent({ name: 'Scout' })] }, 1],
    ['iron, as yet unproven', {}, { team: [defineAgent({ name: 'Iron', element: 'iron' })] }, 1],
  ])('%s', async (_what, text, options, expected) => {
    expect(await loops(definition(text), options)).toBe(expected);
  });

  test.each<[string, string, Element, string]>([
    ['the definition', 'convergence_threshold: 0.3', 'diamond', '_done'],
    ['the agent', '', 'diamond', '_recommended'],
    ['the agent', '', 'lightning', '_done'],
  ])('of the threshold: %s decides (%j, %s)', async (_who, vars, element, terminal) => {
    const team = [defineAgent({ name: 'Scout', element })];
    expect((await search(definition({ vars }), 0.4, { team })).terminal).toBe(terminal);
  });
});
