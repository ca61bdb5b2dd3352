// Attacks by a session that says one thing and then another in the same call.

import { expect } from 'vitest';
import { attack } from './attack.ts';
import { draft, writeAt } from './contract-target.ts';
import { redPolicy } from './red-policy.ts';

/** The mode `rest` writes where `work` does, so that nothing but the contract tells them apart. */
const policy = redPolicy.replace(
  '    repo: [{ allow: file_read }]\n',
  `    repo: [{ allow: file_read }]
    repo/vow: [{ allow: file_write, when: [has_contract, contract_covers] }]
`,
);

/** A mode that gives some answers in turn, and then stays with the last. */
function makeMode() {
  let answers = ['work'];
  return {
    mode: () => (answers.length > 1 ? answers.shift() : answers[0]) ?? null,
    say: (...next: string[]) => {
      answers = next;
    },
  };
}

attack('call-second-mode', 'a contract of one mode allows nothing in another', async (open) => {
  const { mode, say } = makeMode();
  const target = await open({ policy, mode, watch: ['repo/vow'] });
  expect(await target.code('contract open', '', draft)).toBe('CT-OPEN-S-001');
  for (const answers of [['rest'], ['rest', 'work'], ['rest', 'work', 'rest'], ['rest', 'rest', 'work']]) {
    say(...answers);
    expect([answers, await writeAt(target, 'vow/x')]).toEqual([answers, 'EN-WRITE-D-002']);
    say(...answers);
    expect((await target.call('contract status', '')).reply.data.is_in_force).toBe(false);
  }
});

attack('call-opened-in-second-mode', 'a contract is opened in the mode of its call', async (open) => {
  const { mode, say } = makeMode();
  const target = await open({ policy, mode, watch: ['repo/vow'] });
  say('work', 'rest');
  const { reply } = await target.call('contract open', '', draft);
  expect([reply.code, (reply.data.contract as { readonly mode: string }).mode]).toEqual([
    'CT-OPEN-S-001',
    'work',
  ]);
  expect(await writeAt(target, 'vow/x')).toBe('EN-WRITE-D-002');
});
