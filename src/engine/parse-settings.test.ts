// What a settings file may contain, and where its faults are reported.
import { expect, test } from 'vitest';
import { parseSettings } from './parse-settings.ts';

test.each([
  ['', {}],
  ['# nothing set\n', {}],
  ['{}', {}],
  ['store: sqlite:a.db\n', { store: 'sqlite:a.db' }],
  ['court:\n  effect: binding\n  max_rounds: 2\n', { court: { effect: 'binding', maxRounds: 2 } }],
])('%j is read', (text, settings) => expect(parseSettings(text)).toEqual(settings));

test.each([
  ['store: x\nstor: y', '2:1: `stor` is not a key of penumbra.yaml (did you mean `store`?)'],
  ['__proto__: x', '1:1: `__proto__` is not a key of penumbra.yaml'],
  ['store: 1', '1:1: `store` needs a text'],
  ['store:', '1:1: `store` needs a text'],
  [`store: ${'x'.repeat(2_000)}`, '1:1: `store` needs a text of at most 1024 characters'],
  ['store: a\nstore: b', '2:1: the key `store` is given twice'],
  ['- store', '1:1: penumbra.yaml needs a mapping with store'],
  ['store', '1:1: penumbra.yaml needs a mapping with store'],
  ['store: "a', '1:10: missing closing quote'],
  ['court:\n  max_round: 2', '2:3: `max_round` is not a key of `court` (did you mean `max_rounds`?)'],
  ['court:\n  max_rounds: 0', '2:3: `court.max_rounds` needs a whole number from 1'],
  ['court:\n  effect: strict', '2:3: `court.effect` needs one of advisory, binding'],
  ['court: on', '1:1: `court` needs a mapping with enabled, effect,'],
])('%j is refused with its place', (text, message) => {
  const refusal = { code: 'invalid-configuration', hint: expect.stringContaining('known settings: store') };
  expect(() => parseSettings(text)).toThrow(expect.objectContaining(refusal));
  expect(() => parseSettings(text)).toThrow(`penumbra.yaml:${message}`);
});
