// Attacks by what is given to a command: for every command of every tool, what does not fit is told, and nothing breaks.

import { expect } from 'vitest';
import { loadPolicy } from '../../src/guard.ts';
import { attack, type Target } from './attack.ts';
import { misfitsOf, noArguments } from './hostile-arguments.ts';
import { redPolicy } from './red-policy.ts';

/** Every command of every tool; those of `contract` are in no policy. */
const pairs: readonly string[] = [
  ...loadPolicy(redPolicy).sets.flatMap(({ commands }) =>
    commands.map(({ tool, command }) => `${tool} ${command}`),
  ),
  ...['open', 'close', 'cancel', 'status', 'list'].map((command) => `contract ${command}`),
];

/** Where the commands that need no more than a place could act. */
const PLACE = 'root:repo/desk/note.txt';

async function expectInvalid(
  target: Target,
  names: string,
  { given, what }: { given: unknown; what: string },
) {
  const { reply, fault } = await target.call(names, PLACE, given);
  expect([reply.type, fault], `${names} with ${what}: ${reply.code}`).toEqual(['I', undefined]);
}

attack('arguments-no-mapping', 'what is no mapping of known fields fits no command', async (open) => {
  const target = await open({ watch: ['repo/desk'] });
  expect(pairs.length).toBeGreaterThan(30);
  for (const names of pairs) for (const hostile of noArguments) await expectInvalid(target, names, hostile);
});

attack('arguments-misfit', 'no value of the wrong type, size or encoding fits a field', async (open) => {
  const target = await open({ watch: ['repo/desk'] });
  for (const names of pairs)
    for (const hostile of misfitsOf(names)) await expectInvalid(target, names, hostile);
});

attack('arguments-changing', 'what is checked is what is used, whatever it answers next', async (open) => {
  const target = await open();
  const cases: readonly (readonly [names: string, field: string, first: unknown, then: unknown])[] = [
    ['file write', 'text', 'right\n', { length: 1 }],
    ['file read', 'maxBytes', 1, -1],
    ['file rename', 'to', 'root:repo/desk/right.txt', 'root:repo/shelf/wrong.txt'],
  ];
  for (const [names, field, first, then] of cases) {
    let asked = 0;
    const get = () => (asked++ === 0 ? first : then);
    const given = Object.defineProperty({}, field, { enumerable: true, get });
    const { reply } = await target.call(names, PLACE, given);
    expect([names, reply.type, asked]).toEqual([names, 'S', 1]);
  }
});

attack(
  'arguments-names',
  'names of tools and commands that are none are told, and break nothing',
  async (open) => {
    const target = await open();
    for (const name of ['__proto__', 'constructor', 'toString', 'valueOf', 'FILE', 'file\u00a0', '..'])
      for (const pair of [`${name} read`, `file ${name}`, `${name} ${name}`])
        expect(await target.code(pair, PLACE)).toBe('EN-GATE-D-001');
    const long = 'x'.repeat(101);
    for (const pair of [' read', 'file ', `${long} read`, `file ${long}`, '\ud800 read', 'file \ud800'])
      expect(await target.code(pair, PLACE)).toBe('MCP-CALL-I-001');
  },
);
