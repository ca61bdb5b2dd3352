// Who is chosen on a whole way and why: every choice has a reason, a seat is decided by its role, and what an agent
// remembers has no part in it.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AgentIdentity,
  allElements,
  challengedBy,
  challengerOf,
  challenges,
  defineAgent,
  type Element,
  personas,
} from '../../../src/pipeline/agents/index.ts';
import { type Ask, walk } from '../../../src/pipeline/index.ts';
import { createScriptedAgent } from '../../../src/testing/index.ts';
import { court, fullCase, light, make, numbered } from '../sample-walks.ts';

const proposers = personas.filter(({ alignment }) => alignment === 'light');
const reviewers = personas.filter(({ alignment }) => alignment === 'shadow');

/** Walks a graph and returns who was chosen at each step, and why. */
async function choices(
  graph: typeof light,
  options: { ask: Ask; team?: readonly AgentIdentity[]; seats?: Record<string, AgentIdentity> },
) {
  const chosen: string[] = [];
  await walk(graph, {
    ...options,
    onStep: ({ explanation }, { agent, choice }) => {
      chosen.push(`${explanation.node}: ${agent?.name} by ${choice}`);
    },
  });
  return chosen;
}

test('the light path is walked by the best fit at each node', async () => {
  const ask = createScriptedAgent({
    ...fullCase,
    investigate: { convergence_score: 0.9 },
    review: { decision: 'approve' },
  });
  expect(await choices(light, { ask, team: proposers })).toEqual([
    'recall: Herald by highest-affinity',
    'triage: Herald by highest-affinity',
    'resolve: Sentinel by highest-affinity',
    'investigate: Seeker by highest-affinity',
    'correlate: Weaver by highest-affinity',
    'review: Weaver by highest-affinity',
    'report: Weaver by highest-affinity',
  ]);
});

test('in the court the role of a node decides, whatever the team is fit for', async () => {
  const [challenger, abyss, bulwark, specter] = reviewers as [
    AgentIdentity,
    AgentIdentity,
    AgentIdentity,
    AgentIdentity,
  ];
  const ask: Ask = ({ name }) => ({
    type: name,
    confidence: 0.99,
    data: { plea_deal: true, decision: 'affirm' },
  });
  const seats = { prosecution: specter, defense: challenger, expert: abyss, judge: bulwark };
  expect(await choices(court, { ask, seats, team: proposers })).toEqual([
    'indict: Specter by seat',
    'defend: Challenger by seat',
    'verdict: Bulwark by seat',
  ]);
});

const spread = (names: string) => names.split(' ');

test.each<[string, readonly string[], readonly string[]]>([
  [
    'hand-offs go around the generative cycle',
    spread('air water earth fire'),
    ['a: air by list-order', 'b: fire by generative-successor', 'c: earth by generative-successor'],
  ],
  [
    'without a successor the node decides',
    spread('lightning water'),
    ['a: lightning by list-order', 'b: water by node-element', 'c: lightning by list-order'],
  ],
  [
    'without either the list decides',
    spread('lightning diamond'),
    ['a: lightning by list-order', 'b: lightning by list-order', 'c: lightning by list-order'],
  ],
])('among equals %s', async (_what, elements, expected) => {
  const graph = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: c', 'id: e3, from: c, to: _done'], {
    nodes: '{name: a}, {name: b, element: water}, {name: c}',
  });
  const team = elements.map((element) => defineAgent({ name: element, element: element as Element }));
  expect(await choices(graph, { ask: numbered(), team })).toEqual(expected);
});

test('stickiness never chooses, on any way of any team', async () => {
  const graph = make(['id: e1, from: a, to: b', 'id: e2, from: b, to: _done']);
  const member = fc.record({
    element: fc.constantFrom(...allElements, null),
    affinity: fc.constantFrom(0, 0.5, 1),
    stickiness: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 5 }), async (members) => {
      const team = members.map(({ affinity, ...axes }, index) =>
        defineAgent({ name: `agent-${index}`, stepAffinity: { a: affinity, b: 1 - affinity }, ...axes }),
      );
      const loose = team.map((agent) => defineAgent({ ...agent, stickiness: 0 }));
      expect(await choices(graph, { ask: numbered(), team: loose })).toEqual(
        await choices(graph, { ask: numbered(), team }),
      );
    }),
    { numRuns: 60 },
  );
});

test('to challenge and to be challenged are inverse relations, and a challenger challenges', () => {
  const element = fc.constantFrom<Element>(...allElements, 'iron');
  fc.assert(
    fc.property(element, element, (one, other) => {
      expect(challenges(one) === other).toBe(challengedBy(other) === one);
      const { agent, reason } = challengerOf(one);
      expect(agent.alignment).toBe('shadow');
      expect(reason).toBe(
        agent.element !== null && challenges(agent.element) === one ? 'challenges-element' : 'fallback',
      );
      if (reason === 'fallback') expect(agent.name).toBe('Bulwark');
    }),
  );
});
