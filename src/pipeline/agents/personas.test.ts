/** The shipped agents: every fact as data, and the seats and nodes their affinities win. */
import { describe, expect, test } from 'vitest';
import { personaByName, personas, scheduleAgent } from './index.ts';

const facts = [
  ['Herald', 'Crimson', '#DC143C', 'fire', 'PG', 'backcourt', 'light', 0],
  ['Seeker', 'Cerulean', '#007BA7', 'water', 'C', 'frontcourt', 'light', 3],
  ['Sentinel', 'Cobalt', '#0047AB', 'earth', 'PF', 'frontcourt', 'light', 2],
  ['Weaver', 'Amber', '#FFBF00', 'air', 'SG', 'paint', 'light', 1],
  ['Challenger', 'Scarlet', '#FF2400', 'fire', 'PG', 'backcourt', 'shadow', 0],
  ['Abyss', 'Sapphire', '#0F52BA', 'water', 'C', 'frontcourt', 'shadow', 3],
  ['Bulwark', 'Iron', '#48494B', 'diamond', 'PF', 'frontcourt', 'shadow', 2],
  ['Specter', 'Obsidian', '#3C3C3C', 'lightning', 'SG', 'paint', 'shadow', 0],
];

const lightNodes = ['recall', 'triage', 'resolve', 'investigate', 'correlate', 'review', 'report'];
const shadowNodes = ['indict', 'discover', 'defend', 'hearing', 'verdict'];

const affinities: Record<string, number[]> = {
  Herald: [0.9, 0.8, 0.3, 0.2, 0.3, 0.4, 0.5],
  Seeker: [0.2, 0.3, 0.6, 0.9, 0.7, 0.5, 0.3],
  Sentinel: [0.3, 0.4, 0.9, 0.6, 0.5, 0.7, 0.4],
  Weaver: [0.3, 0.4, 0.4, 0.5, 0.8, 0.9, 0.9],
  Challenger: [0.9, 0.3, 0.4, 0.5, 0.2],
  Abyss: [0.4, 0.9, 0.9, 0.6, 0.3],
  Bulwark: [0.5, 0.6, 0.6, 0.9, 0.5],
  Specter: [0.3, 0.2, 0.3, 0.4, 0.9],
};

describe('the shipped personas', () => {
  test('have their colours, elements, positions, zones, sides and stickiness', () => {
    const rows = personas.map(({ name, colour, element, position, homeZone, alignment, stickiness }) => [
      name,
      colour?.name,
      colour?.hex,
      element,
      position,
      homeZone,
      alignment,
      stickiness,
    ]);
    expect(rows).toEqual(facts);
  });

  test.each(Object.entries(affinities))('%s fits each node as stated', (name, values) => {
    const nodes = values.length === lightNodes.length ? lightNodes : shadowNodes;
    const expected = Object.fromEntries(nodes.map((node, index) => [node, values[index]]));
    expect(personaByName(name)?.stepAffinity).toEqual(expected);
  });

  test.each([
    ['recall', 'Herald'],
    ['triage', 'Herald'],
    ['resolve', 'Sentinel'],
    ['investigate', 'Seeker'],
    ['correlate', 'Weaver'],
    ['review', 'Weaver'],
    ['report', 'Weaver'],
    ['indict', 'Challenger'],
    ['discover', 'Abyss'],
    ['defend', 'Abyss'],
    ['hearing', 'Bulwark'],
    ['verdict', 'Specter'],
  ])('at %s the best fit is %s, without a tie', (node, name) => {
    expect(scheduleAgent(personas, node)).toMatchObject({ name, reason: 'highest-affinity' });
  });

  test('record what they find, are bound to no model, and say nothing of a seat', () => {
    for (const { role, model, preamble } of personas) {
      expect({ role, model }).toEqual({ role: 'writer', model: null });
      expect(preamble).toMatch(/^You .+\.$/);
      expect(preamble).not.toMatch(/prosecut|defen|expert|judge/i);
    }
  });

  test.each(['Herald', 'herald', 'HERALD'])('are found by name, as in `%s`', (name) => {
    expect(personaByName(name)).toBe(personas[0]);
  });

  test.each(['', 'Nobody', 'constructor'])('do not answer to `%s`', (name) => {
    expect(personaByName(name)).toBeNull();
  });

  test('cannot be changed, at any depth', () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    expect(personas).toSatisfy(isFrozen);
  });
});
