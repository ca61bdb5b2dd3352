/** Rules by which a caller could run anything: each is found, and those that look alike and are harmless are not. */
import { expect, test } from 'vitest';
import type { TokenRule } from './exec-policy.ts';
import { findRuleDangers } from './rule-dangers.ts';

type Written = { readonly fixed?: string[]; readonly flags?: string[]; readonly operands?: boolean };

function partsOf(program: string, { fixed = [], flags = [], operands = false }: Written) {
  const rule: Omit<TokenRule, 'name'> = {
    program,
    fixed,
    flags: flags.map((flag) => ({ flag, takes: null })),
    operands: operands ? { kind: 'path', most: 1 } : null,
  };
  return findRuleDangers(rule).map(({ part, index }) => `${part} ${index}`);
}

test.each<[string, Written, string]>([
  ['sh', {}, 'program 0'],
  ['bash', { fixed: ['run.sh'] }, 'program 0'],
  ['zsh', {}, 'program 0'],
  ['dash', {}, 'program 0'],
  ['CMD.EXE', {}, 'program 0'],
  ['powershell', {}, 'program 0'],
  ['env', { operands: true }, 'program 0'],
  ['xargs', {}, 'program 0'],
  ['sudo', {}, 'program 0'],
  ['awk', {}, 'program 0'],
  ['python3', { flags: ['-q', '-c'] }, 'flags 1'],
  ['python3.12', { flags: ['-m'] }, 'flags 0'],
  ['python', { flags: ['-Ic'] }, 'flags 0'],
  ['python3', { fixed: ['-c', 'print(1)'] }, 'fixed 0'],
  ['python3', { fixed: ['-m'] }, 'fixed 0'],
  ['python3', { fixed: ['-cm', 'x'] }, 'fixed 0'],
  ['python3', { operands: true }, 'operands 0'],
  ['python3', { fixed: ['-u'], operands: true }, 'operands 0'],
  ['node', { flags: ['-e'] }, 'flags 0'],
  ['node', { flags: ['--eval'] }, 'flags 0'],
  ['node', { flags: ['-pe'] }, 'flags 0'],
  ['node', { flags: ['--print'] }, 'flags 0'],
  ['nodejs', { flags: ['--import'] }, 'flags 0'],
  ['node', { fixed: ['--eval', 'x'] }, 'fixed 0'],
  ['perl5.36', { flags: ['-ne'] }, 'flags 0'],
  ['ruby', { flags: ['-e'] }, 'flags 0'],
  ['php', { flags: ['-r'] }, 'flags 0'],
  ['git', { fixed: ['-c', 'a=b', 'status'] }, 'fixed 0'],
  ['git', { fixed: ['status'], flags: ['-c'] }, 'flags 0'],
  ['find', { flags: ['-name', '-exec'] }, 'flags 1'],
])('%s with %j is dangerous in %s', (program, written, part) => {
  expect(partsOf(program, written)).toEqual([part]);
});

test.each<[string, Written]>([
  ['python3', { fixed: ['-m', 'pytest'], flags: ['-x', '-q', '-k'], operands: true }],
  ['python3', { fixed: ['-Im', 'pytest'] }],
  ['python3', { fixed: ['check.py'], operands: true }],
  ['node', { fixed: ['--test'], operands: true }],
  ['git', { fixed: ['status'], flags: ['--short'] }],
  ['grep', { flags: ['-c', '-e'] }],
  ['shasum', { operands: true }],
  ['environment', {}],
])('%s with %j is not', (program, written) => {
  expect(partsOf(program, written)).toEqual([]);
});
