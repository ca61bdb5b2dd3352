/** Tags of full, partial and empty identities. */
import { expect, test } from 'vitest';
import { agentTag, defineAgent, personas } from './index.ts';

test('the shipped agents have their tags', () => {
  expect(personas.map(agentTag)).toEqual([
    '[crimson/herald]',
    '[cerulean/seeker]',
    '[cobalt/sentinel]',
    '[amber/weaver]',
    '[scarlet/challenger]',
    '[sapphire/abyss]',
    '[iron/bulwark]',
    '[obsidian/specter]',
  ]);
});

test('what is missing has a word of its own', () => {
  expect(agentTag({})).toBe('[none/anon]');
  expect(agentTag({ colour: null, name: '' })).toBe('[none/anon]');
  expect(agentTag(defineAgent({ name: 'Scout' }))).toBe('[none/scout]');
});
