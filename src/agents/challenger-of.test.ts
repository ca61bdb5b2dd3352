/** Challengers: who contests which element, and that a fallback is said to be one. */
import { describe, expect, test } from 'vitest';
import { challengerOf, defineAgent, type Element, personaByName } from './index.ts';

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
