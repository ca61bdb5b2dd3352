// The whole permission table of each policy as golden text (`vitest -u` rewrites it; review it like code), and the
// coverage of it: a mode, root, subdirectory, command, row, state or code that no line shows is a failure.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replyCodes } from '../../src/kernel/index.ts';
import { decisionTable, gateAnswers, sightAnswers } from './decision-table.ts';
import { policies } from './shipped-policies.ts';

const fileOf = (name: string) => join(import.meta.dirname, '../golden/guard', `${name}.txt`);

/** Codes of the gate and the world that no table can show, and why. */
const untold: Readonly<Record<string, string>> = {
  'WA-RES-I-001':
    'every address of a table is well-formed; src/guard/world/create-world.test.ts has the others',
};

describe.each(Object.entries(policies))('the decisions of %s', (name, policy) => {
  test('are those on record', async () => {
    await expect(decisionTable(policy)).toMatchFileSnapshot(fileOf(name));
  });

  test('cover every mode, root, subdirectory and command', () => {
    const blocks = new Map(
      decisionTable(policy)
        .split('\n## ')
        .map((block) => [block.slice(0, block.indexOf('\n')), block]),
    );
    const places = [...policy.visibility, ...policy.operations].map((row) => [row.root, row.subdirectory]);
    for (const mode of policy.modes) {
      for (const [root, subdirectory] of [...policy.roots.map(({ key }) => [key, null]), ...places]) {
        const block = blocks.get(`${mode} ${root}${subdirectory === null ? '' : `/${subdirectory}`}`) ?? '';
        for (const { tool, command } of policy.sets.flatMap(({ commands }) => commands))
          expect(block).toContain(`\n${tool} ${command} `);
      }
    }
  });

  test('use every row of the operations', () => {
    const used = new Set(gateAnswers(policy).map(({ reply }) => reply.data.rule));
    expect(policy.operations.filter((row) => !used.has(row.name))).toEqual([]);
  });

  test('see every condition of the operations hold and fail', () => {
    const answers = gateAnswers(policy);
    for (const { name: row, conditions } of policy.operations.filter((one) => one.conditions.length > 0)) {
      const decided = answers.filter(({ reply }) => reply.data.rule === row).map(({ reply }) => reply);
      expect(decided.filter(({ type }) => type === 'S')).not.toEqual([]);
      const failed = new Set(decided.flatMap(({ data }) => data.failed_conditions ?? []));
      expect([row, conditions.filter((condition) => !failed.has(condition))]).toEqual([row, []]);
    }
  });

  test('see every visibility row answer in each of its ways', () => {
    const answers = sightAnswers(policy);
    for (const { mode, root, subdirectory, answer } of policy.visibility) {
      const codes = answers
        .filter((one) => one.mode === mode && one.root === root && one.subdirectory === subdirectory)
        .map(({ reply }) => reply.code);
      expect(codes.includes('WA-RES-S-001')).toBe(answer !== 'never');
      expect(codes.includes('WA-RES-I-003')).toBe(answer !== 'always');
    }
  });
});

test('the tables together show every code of the gate and the world, and exempt none needlessly', () => {
  const shown = new Set(
    Object.values(policies)
      .flatMap((policy) => [...gateAnswers(policy), ...sightAnswers(policy)])
      .map(({ reply }) => reply.code),
  );
  const codes = Object.keys(replyCodes).filter((code) => /^(EN|WA)-/.test(code));
  expect(codes.filter((code) => !shown.has(code))).toEqual(Object.keys(untold));
});

test('no state is shown that makes no difference to any policy', () => {
  const tables = Object.values(policies).flatMap((policy) => [gateAnswers(policy), sightAnswers(policy)]);
  const states = new Set(tables.flatMap((table) => table.map(({ state }) => state)));
  const isIdle = (state: string) => tables.every((table) => !differs(table, state));
  expect([...states].filter(isIdle)).toEqual(['no contract', 'plain']);
});

/** Tells whether some answer in a state is another than in the table's first state. */
function differs(table: ReturnType<typeof gateAnswers>, state: string): boolean {
  const codesIn = (name: string | undefined) =>
    table.filter((answer) => answer.state === name).map(({ reply }) => reply.code);
  const codes = codesIn(state);
  return codes.length > 0 && codes.join() !== codesIn(table[0]?.state).join();
}
