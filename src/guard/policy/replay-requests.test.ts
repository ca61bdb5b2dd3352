/** Replays of calls with several requests, and of requests that another policy decides by other rows. */
import { expect, test } from 'vitest';
import { enforce, loadPolicy, replayRequests } from '../index.ts';

const text = `
policy: sample
modes: [work]
roots: { yard: {}, shed: {} }
tools: { file: [read, write] }
sets:
  read: { area: READ, commands: { file: read } }
  write: { area: WRITE, commands: { file: write } }
visibility: { work: { yard: always, shed: always } }
operations:
  work:
    yard: [{ allow: [read, write] }]
    shed: [{ allow: read }]
`;
const before = loadPolicy(text);
const after = loadPolicy(`${text}    yard/den: [{ allow: write, when: [has_contract] }]\n`);

const write = (root: string, ...paths: string[]) => ({
  mode: 'work',
  tool: 'file',
  command: 'write',
  root,
  subdirectory: null,
  context: { paths },
});
const [granted, noRow, noContract] = ['EN-WRITE-S-001', 'EN-WRITE-D-001', 'EN-WRITE-D-002'];

test.each([
  ['a call is answered by the first denial', before, [write('yard', 'a'), write('shed', 'b')], noRow],
  ['whichever request it is', before, [write('shed', 'b'), write('yard', 'a')], noRow],
  ['or by its grants', before, [write('yard', 'a'), write('yard', 'b')], granted],
  ['a path comes under the row that this policy has for it', after, [write('yard', 'den/a')], noContract],
  ['each path under its own', after, [write('yard', 'a', 'den/a')], noContract],
  ['a path beside it under the row of the root', after, [write('yard', 'dent/a', 'a/den')], granted],
  ['without paths the place is as recorded', after, [write('yard')], granted],
])('%s', (_what, policy, [request, ...further], code) => {
  if (request === undefined) throw new Error('a call puts at least one request');
  const [replayed] = replayRequests(policy, [{ request, further, code: granted }]);
  expect(replayed).toMatchObject({ code, recorded: granted, isSame: code === granted });
});

test('by the policy it was decided under, a request is decided as it was', () => {
  const requests = [write('yard', 'a'), write('shed', 'b'), write('moon', 'c')];
  const recorded = requests.map((request) => ({
    request,
    code: enforce({ ...request, policy: after }).code,
  }));
  expect(replayRequests(after, recorded).map(({ isSame }) => isSame)).toEqual([true, true, true]);
});
