/** The seats against each element, and the courts that are refused. */
import { describe, expect, test } from 'vitest';
import { type AgentIdentity, type Element, personaByName } from '../../pipeline/agents/index.ts';
import { courtRoles, requireSeats, seatCourt } from '../index.ts';

const named = (name: string) => ({ identity: personaByName(name) as AgentIdentity });
const seats = (prosecution: string, defense: string, expert: string, judge: string) => ({
  prosecution: named(prosecution),
  defense: named(defense),
  expert: named(expert),
  judge: named(judge),
});

describe('against a conclusion of', () => {
  test.each<[Element, string, string]>([
    ['water', 'Challenger Abyss Bulwark Specter', 'challenges-element default default default'],
    ['earth', 'Abyss Challenger Bulwark Specter', 'challenges-element swapped default default'],
    ['air', 'Bulwark Abyss Challenger Specter', 'challenges-element default swapped default'],
    ['diamond', 'Specter Abyss Bulwark Challenger', 'challenges-element default default swapped'],
    ['fire', 'Bulwark Abyss Challenger Specter', 'fallback default swapped default'],
    ['lightning', 'Bulwark Abyss Challenger Specter', 'fallback default swapped default'],
    ['iron', 'Bulwark Abyss Challenger Specter', 'fallback default swapped default'],
  ])('%s sit %s', (element, names, reasons) => {
    const court = seatCourt({ element, lightAgents: ['Herald', 'Seeker'] });
    expect(courtRoles.map((role) => court[role].identity.name).join(' ')).toBe(names);
    expect(courtRoles.map((role) => court[role].reason).join(' ')).toBe(reasons);
    expect(courtRoles.map((role) => court[role].stance)).toEqual(['charge', 'contest', 'bench', 'bench']);
  });
});

describe('a court is refused where', () => {
  test.each([
    [
      'an identity sits twice',
      seats('Challenger', 'Abyss', 'Abyss', 'Specter'),
      [],
      'sits twice, as defense and expert',
    ],
    [
      'a proposer defends',
      seats('Challenger', 'Seeker', 'Bulwark', 'Specter'),
      [],
      '`Seeker` is of the light pass',
    ],
    ['a proposer judges', seats('Challenger', 'Abyss', 'Bulwark', 'Weaver'), [], 'cannot be judge'],
    [
      'a reviewer judges what it concluded itself',
      seats('Challenger', 'Abyss', 'Bulwark', 'Specter'),
      ['Specter'],
      '`Specter` is of the light pass',
    ],
    [
      'nobody contests',
      { ...seats('Challenger', 'Abyss', 'Bulwark', 'Specter'), defense: undefined as never },
      [],
      'nobody holds the stance `contest`',
    ],
    [
      'nobody charges',
      { ...seats('Challenger', 'Abyss', 'Bulwark', 'Specter'), prosecution: undefined as never },
      [],
      'nobody holds the stance `charge`',
    ],
  ])('%s', (_name, court, lightAgents, message) => {
    expect(() => requireSeats(court, { lightAgents })).toThrow(message);
  });

  test('its team lacks a reviewer', () => {
    const team = ['Challenger', 'Abyss', 'Bulwark'].map((name) => named(name).identity);
    expect(() => seatCourt({ element: 'water', team })).toThrow('`Specter` is not in the team');
  });

  test('a default seat took part in the light pass', () => {
    expect(() => seatCourt({ element: 'water', lightAgents: ['Abyss'] })).toThrow('cannot be defense');
  });
});
