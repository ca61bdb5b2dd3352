// What attacks on a person's word share: a policy that protects, asks and bounds, and how the person answers.

import type { ToolResult } from '../../src/tools/index.ts';
import { approve } from './exec-target.ts';
import type { Target } from './open-target.ts';
import { redPolicy } from './red-policy.ts';

/** The policy with protected paths in the repository and the mods, questions at the gate, and bounds of contracts. */
export const personPolicy = redPolicy
  .replace('hidden: [.git] }', 'hidden: [.git], protected: default }')
  .replace('  mods: {}', '  mods: { protected: [mod.json] }\n  nest: {}')
  .replace(
    'visibility:\n',
    'contracts: { most_targets: 2, plain_names: 1, longest_minutes: 60 }\nvisibility:\n',
  )
  .replace('    data: always\n', '    data: always\n    nest: always\n')
  .replace(
    '    repo/shelf: [{ allow: READ }]',
    `    repo/shelf: [{ allow: READ }]
    repo/gate:
      - allow: READ
      - ask: [file_write, file_delete, git_mutate]
    nest: [{ allow: READ }, { allow: file_write }]`,
  )
  .replace('    mods: [{ allow: READ }]', '    mods: [{ allow: READ }, { allow: file_write }]');

/** Returns the question of an answer that a person is needed. */
export function questionOf({ reply }: ToolResult): string {
  if (!/^(EN-[A-Z]+-D-004|CT-OPEN-I-003)$/.test(reply.code)) throw new Error(`answered ${reply.code}`);
  return String(reply.data.approval_id);
}

/** Makes a call, has it approved, and leaves it there. */
export async function approveCall(
  target: Target,
  ...[names, address, given]: Parameters<Target['call']>
): Promise<string> {
  const id = questionOf(await target.call(names, address, given));
  await approve(target, id);
  return id;
}
