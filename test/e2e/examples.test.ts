// Every example runs against the built package and asserts its own result.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../context/workspace.ts';

const root = join(import.meta.dirname, '../..');
const examples = globSync('examples/*/run.ts', { cwd: root }).toSorted();

/** Runs an example, with no colours. */
function run(file: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  return { status, stdout, stderr };
}

const told = new Map(examples.map((file) => [file, run(file)]));

test('there are examples', () => {
  expect(examples).toEqual([
    'examples/investigate/run.ts',
    'examples/modding/run.ts',
    'examples/quickstart/run.ts',
  ]);
});

test.each(examples)('%s runs to its end', (file) => {
  const { status, stdout, stderr } = told.get(file) ?? run(file);
  expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
});

describe('the modding workshop', () => {
  const policy = readFileSync(join(root, 'examples/modding/policy.yaml'), 'utf8');

  /** Tells the story with a policy that says something else. */
  function tellWith(said: string, instead: string) {
    using folder = makeFolder();
    const file = join(folder.path, 'policy.yaml');
    expect(policy).toContain(said);
    writeFileSync(file, policy.replaceAll(said, instead));
    return run('examples/modding/run.ts', file);
  }

  test.each([
    [
      'changes are free',
      '- { allow: [file_write, file_delete], when: [has_contract, contract_covers] }',
      '- { allow: [file_write, file_delete] }',
      'ck3_file write` at `root:ck3raven_data/playsets/active.json` should be EN-WRITE-D-002, and is MCP-FILE-S-003',
    ],
    [
      'every mod is seen',
      'steam: [path_in_registry]',
      'steam: always',
      'ck3_file read` at `root:steam/1002/common/gold.txt` should be WA-RES-I-003, and is MCP-FILE-S-001',
    ],
    [
      'nothing is hidden in the repository',
      'repo: { legacy: ROOT_REPO, hidden: [.git] }',
      'repo: { legacy: ROOT_REPO }',
      'ck3_file read` at `root:repo/.git/config` should be WA-RES-I-003, and is MCP-FILE-S-001',
    ],
    [
      'no program has a rule',
      'program: wc',
      'program: cat',
      'ck3_exec run` at `root:ck3raven_data/wip` should be MCP-EXEC-S-001, and is EN-EXEC-D-003',
    ],
  ])('fails loudly where %s', (_what, said, instead, told) => {
    const { status, stderr } = tellWith(said, instead);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(told) });
    expect(stderr.split('\n')).toHaveLength(2);
  });

  test('tells of every call, and of what the record proves', () => {
    const { stdout = '' } = told.get('examples/modding/run.ts') ?? {};
    const codes = new Set(stdout.match(/\b(EN|WA)-[A-Z]+-[DI]-\d+/g));
    expect([...codes].toSorted()).toEqual([
      'EN-DELETE-D-001',
      'EN-EXEC-D-003',
      'EN-OPEN-D-002',
      'EN-WRITE-D-001',
      'EN-WRITE-D-002',
      'WA-RES-I-001',
      'WA-RES-I-003',
    ]);
    expect(stdout).toMatch(/audit verify {2}(\d+) calls, \1 records, all of them anchored: whole/);
    expect(stdout).toMatch(/audit verify {2}changed: record \d+ is not the one/);
    expect(stdout).not.toContain('penumbra-modding-');
  });
});
