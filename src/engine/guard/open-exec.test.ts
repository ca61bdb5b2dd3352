/** The services the exec tool decides with cannot store, spend or run anything; only actions get the port. */
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/context/workspace.ts';
import { openDisk } from '../../adapters/files/index.ts';
import type { ApprovalRequests } from '../../guard/index.ts';
import { loadPolicy } from '../../guard/index.ts';
import { openExec } from './open-exec.ts';

const policy = loadPolicy(`policy: p
modes: [work]
roots: { yard: {} }
tools: { exec: run }
sets: { exec: { area: EXEC, commands: { exec: run } } }
visibility: { work: { yard: always } }
operations: { work: { yard: [{ allow: exec, when: [exec_allowed] }] } }
accepted: [{ accept: visible-unreadable work yard, because: it is only run in }]
exec: { scratch: yard, sandbox: off, rules: [{ program: 'true' }, { program: no-such-program-here }] }
`);

/** Lists the contents of a value, including its functions. */
function namesIn(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, held]) =>
    typeof held === 'object' && held !== null && !(held instanceof Map)
      ? namesIn(held).map((inner) => `${name}.${inner}`)
      : [name],
  );
}

test('deciding and acting have nothing in common', () => {
  using folder = makeFolder();
  const approvals = { find: async () => null, ask: async () => null, spend: async () => false };
  const { means, port } = openExec({
    policy,
    roots: { yard: folder.path },
    environment: { PATH: '/usr/bin:/bin' },
    disk: openDisk(),
    approvals: approvals as unknown as ApprovalRequests,
    operator: { words: ['true', '{test}'], test: 'a', runs: 1 },
  });
  expect(namesIn(means)).toEqual(['programs', 'sandbox', 'roots', 'approvals.find', 'operator.match']);
  expect(namesIn(port)).toEqual(['runner.run', 'approvals.ask', 'approvals.spend', 'operator.take']);
  expect([[...means.programs.keys()], [...means.roots.keys()]]).toEqual([['true'], ['yard']]);
  expect(means.operator?.match(['true', 'a'])).not.toBe(null);
});
