/** Scheduling: the rules one by one, and the laws of the whole. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AgentIdentity,
  allElements,
  challengerOf,
  defineAgent,
  type Element,
  personaByName,
  type ScheduledNode,
  scheduleAgent,
} from './index.ts';

function agent(name: string, element: AgentIdentity['element'], affinity: number): AgentIdentity {
  return defineAgent({ name, element, stepAffinity: { work: affinity } });
}

const fire = agent('fire', 'fire', 0.5);
const earth = agent('earth', 'earth', 0.5);
const water = agent('water', 'water', 0.5);
const weak = agent('weak', 'earth', 0.4999);
const none = agent('none', null, 0.5);

describe('scheduling', () => {
  test.each<[string, AgentIdentity[], ScheduledNode | string, AgentIdentity | undefined, string, string]>([
    ['the best fit', [weak, fire], 'work', undefined, 'fire', 'highest-affinity'],
    ['the best fit before the hand-off', [weak, water], 'work', fire, 'water', 'highest-affinity'],
    ['the only one', [weak], 'elsewhere', undefined, 'weak', 'highest-affinity'],
    ['the hand-off', [water, earth], 'work', fire, 'earth', 'generative-successor'],
    [
      'the hand-off before the node',
      [water, earth],
      { name: 'work', element: 'water' },
      fire,
      'earth',
      'generative-successor',
    ],
    ['the node', [fire, water], { name: 'work', element: 'water' }, undefined, 'water', 'node-element'],
    [
      'the node where no one succeeds',
      [fire, water],
      { name: 'work', element: 'water' },
      fire,
      'water',
      'node-element',
    ],
    ['the list', [fire, water], 'work', undefined, 'fire', 'list-order'],
    ['the list where all succeed', [earth, agent('twin', 'earth', 0.5)], 'work', fire, 'earth', 'list-order'],
    ['the list where no one fits', [water, fire], 'elsewhere', undefined, 'water', 'list-order'],
    [
      'the list, not a missing element',
      [fire, none],
      { name: 'work', element: null },
      none,
      'fire',
      'list-order',
    ],
    ['the list, not an inherited name', [water, fire], 'constructor', undefined, 'water', 'list-order'],
    ['the same agent twice', [fire, fire], 'work', undefined, 'fire', 'list-order'],
  ])('goes by %s', (_, team, node, previous, name, reason) => {
    expect(scheduleAgent(team, node, previous)).toEqual({
      name,
      agent: team.find((member) => member.name === name),
      reason,
    });
  });

  test('needs a team', () => {
    expect(() => scheduleAgent([], 'work')).toThrow('no agent can work at `work`: the team is empty');
  });

  const element = fc.constantFrom(...allElements, 'iron' as const, null);
  const member = fc.record({
    element,
    affinity: fc.constantFrom(0, 0.5, 0.9),
    stickiness: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  });
  const team = fc
    .array(member, { minLength: 1, maxLength: 8 })
    .map((members) =>
      members.map(({ affinity, ...axes }, index) =>
        defineAgent({ name: `agent-${index}`, stepAffinity: { work: affinity }, ...axes }),
      ),
    );
  const shuffled = team.chain((members) =>
    fc.record({
      members: fc.constant(members),
      permuted: fc.shuffledSubarray(members, { minLength: members.length }),
    }),
  );

  test('always chooses a member, and only the list can change whom', () => {
    fc.assert(
      fc.property(shuffled, element, element, ({ members, permuted }, nodeElement, previousElement) => {
        const node = { name: 'work', element: nodeElement };
        const choice = scheduleAgent(members, node, { element: previousElement });
        const other = scheduleAgent(permuted, node, { element: previousElement });
        expect(members).toContain(choice.agent);
        expect(other.reason).toBe(choice.reason);
        if (choice.reason !== 'list-order') expect(other.agent).toBe(choice.agent);
      }),
    );
  });

  test('does not look at stickiness', () => {
    fc.assert(
      fc.property(team, element, element, (members, nodeElement, previousElement) => {
        const node = { name: 'work', element: nodeElement };
        const loose = members.map((sticky) => defineAgent({ ...sticky, stickiness: 0 }));
        const { name } = scheduleAgent(members, node, { element: previousElement });
        expect(scheduleAgent(loose, node, { element: previousElement }).name).toBe(name);
      }),
    );
  });
});

describe('the challenger', () => {
  test.each<[Element, string, string]>([
    ['water', 'Challenger', 'challenges-element'],
    ['earth', 'Abyss', 'challenges-element'],
    ['air', 'Bulwark', 'challenges-element'],
    ['diamond', 'Specter', 'challenges-element'],
    ['fire', 'Bulwark', 'fallback'],
    ['lightning', 'Bulwark', 'fallback'],
    ['iron', 'Bulwark', 'fallback'],
  ])('of %s is %s (%s)', (element, name, reason) => {
    expect(challengerOf(element)).toEqual({ name, agent: personaByName(name), reason });
  });

  const earthen = defineAgent({ name: 'Golem', element: 'earth', alignment: 'shadow' });
  const ownBulwark = defineAgent({ name: 'Bulwark', alignment: 'shadow' });

  test('comes from the team that is given', () => {
    expect(challengerOf('fire', { team: [earthen] })).toEqual({
      name: 'Golem',
      agent: earthen,
      reason: 'challenges-element',
    });
  });

  test('is never a proposer', () => {
    const proposer = defineAgent({ name: 'Clay', element: 'earth', alignment: 'light' });
    expect(challengerOf('fire', { team: [proposer] })).toMatchObject({ name: 'Bulwark', reason: 'fallback' });
  });

  test('falls back to the Bulwark of the team before the shipped one', () => {
    expect(challengerOf('fire', { team: [ownBulwark] }).agent).toBe(ownBulwark);
    expect(challengerOf('water', { team: [earthen] }).agent).toBe(personaByName('Bulwark'));
  });
});
