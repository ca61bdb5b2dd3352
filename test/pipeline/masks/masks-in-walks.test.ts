// Masks in walks of the shipped definitions, where an agent says what the offline ones do not: a person's overturning,
// a node that claims to bind, a failure that carries a conclusion; and who may wear what.

import { describe, expect, test } from 'vitest';
import { type CourtSeat, runCourt, type SeatContext } from '../../../src/court/index.ts';
import {
  type AgentIdentity,
  defineAgent,
  personaByName,
  personas,
} from '../../../src/pipeline/agents/index.ts';
import {
  type Graph,
  loadPipeline,
  type Mask,
  masks,
  resolveShipped,
  shippedMasks,
  walk,
} from '../../../src/pipeline/index.ts';
import { createScriptedAgent } from '../../../src/testing/index.ts';
import { court, ends, fullCase, light, make, numbered } from '../sample-walks.ts';

const flake = { ...fullCase, triage: { symptom_category: 'flake' } };
const without = (name: string) => [...masks.light, ...masks.shadow].filter((mask) => mask.name !== name);

describe('a review', () => {
  test.each([
    ['approve', 'H12 H16'],
    ['overturn', 'H14 H16'],
  ])('that says %s is taken with judgment, and a recommendation without', async (decision, path) => {
    for (const binding of [true, false]) {
      const ask = createScriptedAgent({ ...flake, review: { decision, binding } });
      expect(await ends(light, { ask })).toMatchObject({ path: `H2 H5 ${path}`, terminal: '_done' });
      expect(await ends(light, { ask, masks: without('mask-of-judgment') })).toMatchObject({
        path: 'H2 H5 H19',
        terminal: '_recommended',
      });
    }
  });
});

test('a flag that a mask sets is seen at its node and at no other', async () => {
  const seen: Record<string, unknown> = {};
  const agent = createScriptedAgent({
    ...fullCase,
    investigate: { convergence_score: 0.9 },
    review: { decision: 'approve' },
  });
  await walk(light, {
    ask: (node, context, signal) => {
      seen[node.name] = [context.meta, context.openSources.length, context.mode];
      return agent(node, context, signal);
    },
  });
  expect(seen).toEqual({
    recall: [{ prior_rca_available: true }, 2, null],
    triage: [{}, 0, null],
    resolve: [{}, 0, null],
    investigate: [{ workspace_repos_available: true }, 5, 'forge'],
    correlate: [{ cross_case_matching: true }, 1, null],
    review: [{ review_authority: true }, 0, null],
    report: [{}, 0, null],
  });
});

describe('a failure that carries a conclusion', () => {
  const raw = { message: 'boom', trace: 'at a.ts:1' };
  const failure = { ...raw, defect_type: 'product_bug', rca_message: 'it is a.ts' };
  const answers: Record<string, unknown> = {
    indict: { prosecution_narrative: 'so', confidence: 0.7, evidence: [] },
    discover: { raw: {}, checks: [], further_evidence: [] },
  };

  /** Tries a conclusion and returns the failure as each seat saw it. */
  async function shownIn(graph: Graph): Promise<Record<string, unknown>> {
    const shown: Record<string, unknown> = {};
    const ask = ({ node, record }: SeatContext): unknown => {
      shown[node] = record.failure;
      return answers[node];
    };
    const seat = (name: string): CourtSeat => ({ identity: personaByName(name) as AgentIdentity, ask });
    const seats = {
      prosecution: seat('Challenger'),
      defense: seat('Abyss'),
      expert: seat('Bulwark'),
      judge: seat('Specter'),
    };
    const subject = { id: 'c', conclusion: { defect_type: 'flaky' }, confidence: 0.7, evidence: [], failure };
    await runCourt(subject, {
      seats,
      config: { enabled: true },
      graph,
    });
    return shown;
  }

  test('is stripped of it at discovery, and at discovery alone', async () => {
    expect(await shownIn(court)).toEqual({ indict: failure, discover: raw, defend: failure });
  });

  test('is shown as it is where a definition leaves the mask off', async () => {
    const text = resolveShipped('court') ?? '';
    const bare = loadPipeline(text.replace(', masks: [mask-of-discovery]', ''));
    expect(await shownIn(bare)).toMatchObject({ discover: failure });
  });
});

describe('who may wear what', () => {
  const scout = defineAgent({ name: 'Scout' });
  const wears = async (mask: Mask, agent: AgentIdentity): Promise<boolean> => {
    const [node = ''] = mask.validNodes;
    const graph = make(
      ['id: e1, from: a, to: b', `id: e2, from: b, to: ${node}`, `id: e3, from: ${node}, to: _done`],
      {
        nodes: `{name: a}, {name: b}, {name: ${node}, masks: [${mask.name}]}`,
      },
    );
    let isWorn = false;
    await walk(graph, {
      ask: numbered(),
      masks: [mask],
      team: [agent],
      start: node,
      onStep: (_, step) => {
        isWorn = 'report' in step && (step.report.worn ?? []).includes(mask.name);
      },
    });
    return isWorn;
  };

  test.each([...shippedMasks.values()])('$name is worn by its side alone', async (mask) => {
    const side = masks.light.includes(mask) ? 'light' : 'shadow';
    for (const agent of [...personas, scout])
      expect([agent.name, await wears(mask, agent)]).toEqual([agent.name, agent.alignment === side]);
  });

  test.each<[Mask['wearers'], readonly string[]]>([
    [{ alignment: 'light', names: ['Scout'] }, ['Scout']],
    [{ positions: ['PG'] }, ['Herald', 'Challenger']],
    [{ alignment: 'shadow', positions: ['C'], names: ['Specter', 'Herald'] }, ['Abyss', 'Specter']],
    [undefined, personas.map(({ name }) => name)],
  ])('a mask for %j is worn by %j', async (wearers, expected) => {
    const mask: Mask = {
      name: 'm',
      description: '',
      validNodes: ['c'],
      ...(wearers && { wearers }),
      wrap: (next) => next,
    };
    const wearing: string[] = [];
    for (const agent of [...personas, scout]) if (await wears(mask, agent)) wearing.push(agent.name);
    expect(wearing.sort()).toEqual([...expected].sort());
  });

  test.each(personas.filter(({ alignment }) => alignment === 'light'))(
    'a seat that $name holds and cannot dress for keeps the walk from beginning',
    async (agent) => {
      const asked: string[] = [];
      const ask = ({ name }: { readonly name: string }) => {
        asked.push(name);
        return { type: name, data: {} };
      };
      await expect(walk(court, { ask, seats: { prosecution: agent } })).rejects.toMatchObject({
        code: 'mask-not-valid',
        data: { mask: 'mask-of-indictment', node: 'indict', validNodes: ['indict'] },
      });
      expect(asked).toEqual([]);
    },
  );
});
