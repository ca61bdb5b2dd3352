// The whole permission table of each policy as golden text (`vitest -u` rewrites it; review it like code), and the
// coverage of it: a mode, root, subdirectory, command, row, state or code that no line shows is a failure.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replyCodes } from '../../src/kernel/index.ts';
import { columns, decisionTable, gateAnswers, sightAnswers } from './decision-table.ts';
import { policies } from './shipped-policies.ts';

const fileOf = (name: string) => join(import.meta.dirname, '../golden/guard', `${name}.txt`);

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
        // Being in the registry is being seen, whatever the rows say.
        .filter((one) => one.path === undefined && one.state !== 'as an entry')
        .map(({ reply }) => reply.code);
      expect(codes.includes('WA-RES-S-001')).toBe(answer !== 'never');
      expect(codes.includes('WA-RES-I-003')).toBe(answer !== 'always');
    }
  });
});

test('the tables together show every code of the gate and the world', () => {
  const shown = new Set(
    Object.values(policies)
      .flatMap((policy) => [...gateAnswers(policy), ...sightAnswers(policy)])
      .map(({ reply }) => reply.code),
  );
  const codes = Object.keys(replyCodes).filter((code) => /^(EN|WA)-/.test(code));
  expect(codes.filter((code) => !shown.has(code))).toEqual([]);
  expect([...shown].filter((code) => !codes.includes(code))).toEqual([]);
});

test('the tables have the columns they are meant to have, and every line fills all of them', () => {
  expect(columns).toEqual({
    sights: ['plain', 'in the registry', 'as an entry', 'key worn', 'absent', 'no mode'],
    states: [
      'no contract',
      'covering',
      'not covering',
      'as writer',
      'as synthesis',
      'exec by rule',
      'exec approved',
      'exec operator',
      'person approved',
      'all of it',
    ],
  });
  for (const policy of Object.values(policies)) {
    const [sight = '', ...gate] = decisionTable(policy).split('\n## ');
    expect(codesByLine(sight)).toEqual(new Set([0, columns.sights.length]));
    for (const block of gate) expect(codesByLine(block)).toEqual(new Set([0, columns.states.length]));
  }
});

test('a hidden name shows nothing in any state, in no mode, however it is addressed', () => {
  for (const policy of Object.values(policies)) {
    const hidden = sightAnswers(policy).filter(({ path }) => path !== undefined);
    const names = policy.roots.flatMap((root) => root.hidden);
    expect(hidden).toHaveLength(names.length * policy.modes.length * 4 * columns.sights.length);
    const seen = hidden.filter(({ reply }) => !/^WA-(RES-I-00[13]|SYS-I-001)$/.test(reply.code));
    expect(seen).toEqual([]);
  }
  expect(policies.investigate.roots.find(({ key }) => key === 'repo')?.hidden).toContain('.git');
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

/** Counts the codes of each line. */
function codesByLine(block: string): ReadonlySet<number> {
  return new Set(
    block.split('\n').map((line) => line.match(/\b[A-Z]{2,3}-[A-Z]+-[SIDE]-\d{3}\b/g)?.length ?? 0),
  );
}
