// Attacks on the operator's own command: the name of a test comes from a report, and a run is a run.

import { expect } from 'vitest';
import { attack } from './attack.ts';
import { execPolicy } from './exec-target.ts';

const policy = execPolicy();

attack('exec-test-name', 'a test is one word, whatever is in its name, and never a flag', async (open) => {
  for (const test of [
    `a b`,
    `x'; touch evil; '`,
    '"$(touch evil)"',
    '`touch evil`',
    'a\nb',
    '{test}',
    '$&',
    '*',
  ]) {
    const target = await open({ policy, operator: { words: ['printf', '[%s]', '{test}'], test, runs: 1 } });
    const { reply } = await target.call('exec run', 'root:data/wip', { argv: ['printf', '[%s]', test] });
    expect([reply.code, reply.data.stdout]).toEqual(['MCP-EXEC-S-001', `[${test}]`]);
    expect((await target.call('file list', 'root:data/wip')).reply.data.entries).toEqual([]);
  }
  const operator = { words: ['printf', '{test}'], test: '--version', runs: 1 };
  await expect(open({ policy, operator })).rejects.toThrow('read as a flag');
});

attack('exec-more-runs', 'the command runs as often as was said, by exactly its words', async (open) => {
  const target = await open({
    policy,
    operator: { words: ['sh', '-c', 'echo x >> ran'], test: null, runs: 1 },
  });
  const run = (argv: readonly string[]) => target.code('exec run', 'root:data/wip', { argv });
  for (const argv of [
    ['sh', '-c', 'echo x >> ran '],
    ['sh', '-c', 'echo x >> ran', ''],
    ['sh', '-c'],
    ['bash', '-c', 'echo x >> ran'],
  ])
    expect(await run(argv)).toBe('EN-EXEC-D-003');
  const all = await Promise.all([1, 2, 3].map(() => run(['sh', '-c', 'echo x >> ran'])));
  expect(all.sort()).toEqual(['MCP-EXEC-I-002', 'MCP-EXEC-I-002', 'MCP-EXEC-S-001']);
  expect(await run(['sh', '-c', 'echo x >> ran'])).toBe('MCP-EXEC-I-002');
  expect((await target.call('file read', 'root:data/wip/ran')).reply.data.text).toBe('x\n');
});
