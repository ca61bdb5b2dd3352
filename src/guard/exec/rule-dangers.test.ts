/** Rules by which a caller could run anything: each is found, and those that look alike and are harmless are not. */
import { expect, test } from 'vitest';
import type { TokenRule } from './exec-policy.ts';
import { knownProgram } from './known-programs.ts';
import { findRuleDangers } from './rule-dangers.ts';

type Written = {
  readonly fixed?: string[];
  readonly flags?: string[];
  readonly operands?: boolean;
  /** Whether the rule says from where code is loaded; it does, unless this is about that. */
  readonly isTold?: boolean;
};

function partsOf(program: string, { fixed = [], flags = [], operands = false, isTold = true }: Written) {
  const rule: Omit<TokenRule, 'name'> = {
    program,
    fixed,
    flags: flags.map((flag) => ({ flag, takes: null })),
    operands: operands ? { kind: 'path', most: 1 } : null,
    loadsCodeFrom: isTold ? [{ root: 'yard', subdirectory: null }] : [],
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
  ['git', { operands: true }, 'operands 0'],
  ['git', { fixed: ['log'], flags: ['--ext-diff'] }, 'flags 0'],
  ['git', { fixed: ['log'], flags: ['--textc'] }, 'flags 0'],
  ['git', { fixed: ['submodule', 'foreach'] }, 'fixed 1'],
  ['npm', { operands: true }, 'operands 0'],
  ['npm', { fixed: ['exec'] }, 'fixed 0'],
  ['tar', { flags: ['--checkpoint-action'] }, 'flags 0'],
  ['tar', { fixed: ['--to-command=id', '-xf'] }, 'fixed 0'],
  ['tar', { flags: ['-Ipigz'] }, 'flags 0'],
  ['sort', { flags: ['--compress-prog'] }, 'flags 0'],
  ['rg', { flags: ['--pre'] }, 'flags 0'],
  ['wc', { flags: ['--files0-from'] }, 'flags 0'],
  ['make', { flags: ['-f'] }, 'flags 0'],
  ['python3', { fixed: ['-m', 'pytest'], flags: ['-p'] }, 'flags 0'],
  ['node', { fixed: ["-e'1'"] }, 'fixed 0'],
  ['sed', { operands: true }, 'operands 0'],
  ['sed', { fixed: ['-n'], operands: true }, 'operands 0'],
  ['sed', { fixed: ['1e id'] }, 'fixed 0'],
  ['sed', { fixed: ['r/etc/passwd'] }, 'fixed 0'],
  ['sed', { fixed: ['s/a/b/w out'], operands: true }, 'fixed 0'],
  ['sed', { fixed: ['-n', 's/a/b/e'] }, 'fixed 1'],
  ['sed', { fixed: ['1p;2e'] }, 'fixed 0'],
  ['sed', { fixed: ['1p', 'a.txt'], flags: ['-e'] }, 'flags 0'],
  ['sed', { fixed: ['1p'], flags: ['-nf'] }, 'flags 0'],
  ['sed', { fixed: ['1p'], flags: ['--expr'] }, 'flags 0'],
  ['sed', { fixed: ['-ne', '1p'] }, 'fixed 0'],
  ['sed', { fixed: ['-n', '-l', '--sandbox'], operands: true }, 'operands 0'],
  ['diff3', { flags: ['--diff'] }, 'flags 0'],
  ['go', { fixed: ['test'], flags: ['--exec'] }, 'flags 0'],
  ['py.test', { flags: ['-p'] }, 'flags 0'],
  ['file', { flags: ['-f'] }, 'flags 0'],
  ['sha256sum', { flags: ['-c'] }, 'flags 0'],
  ['sort', { flags: ['-u', '-uo'] }, 'flags 1'],
  ['fd', { fixed: ['-IHx'], operands: true }, 'fixed 0'],
  ['make', { flags: ['-kC'] }, 'flags 0'],
  ['sed', { fixed: ['1p'], flags: ['-ni'] }, 'flags 0'],
  ['git', { fixed: ['--no-pager', 'grep', '-nOsh'] }, 'fixed 2'],
  ['git', { fixed: ['--no-pager', 'config', 'x'] }, 'fixed 1'],
  ['uv', { fixed: ['-q', 'run'], operands: true }, 'operands 0'],
  ['uv', { fixed: ['run', '--with', 'x'], operands: true }, 'fixed 1'],
  ['poetry', { fixed: ['run', 'bash'] }, 'fixed 1'],
  ['poetry', { fixed: ['run', 'python', '-c'] }, 'fixed 2'],
  ['poetry', { fixed: ['run', 'poetry', 'run', 'sh'] }, 'fixed 3'],
  ['bundle', { fixed: ['exec', 'ruby'], operands: true }, 'operands 0'],
  ['python3', { fixed: ['-B', '-m', 'cProfile', '-m'] }, 'fixed 3'],
  ['python3.12', { fixed: ['-m', 'pip', 'install'], operands: true }, 'operands 0'],
  ['pip3', { fixed: ['install'], operands: true }, 'operands 0'],
  ['pip3', { fixed: ['install'], flags: ['-e'] }, 'flags 0'],
  ['gcc', { flags: ['-c', '-wrapper'], operands: true }, 'flags 1'],
  ['gcc-12', { flags: ['-fplugin'] }, 'flags 0'],
  ['g++', { flags: ['-B'] }, 'flags 0'],
  ['clang', { fixed: ['-B/tmp/tools', '-c'] }, 'fixed 0'],
  ['clang', { flags: ['-Xclang'] }, 'flags 0'],
  ['mypy', { flags: ['--python-executable'] }, 'flags 0'],
  ['tox', { flags: ['-x'] }, 'flags 0'],
  ['tox', { flags: ['--overr'] }, 'flags 0'],
  ['nox', { flags: ['--force-python'] }, 'flags 0'],
  ['prove', { flags: ['-e'] }, 'flags 0'],
  ['bats', { flags: ['-F'] }, 'flags 0'],
  ['bazel', { fixed: ['test'], flags: ['--run_under'] }, 'flags 0'],
  ['go', { fixed: ['build'], flags: ['-ldflags'] }, 'flags 0'],
  ['rustc', { flags: ['-C'] }, 'flags 0'],
  ['javac', { flags: ['-processor'] }, 'flags 0'],
  ['latexmk', { flags: ['-pdflatex'] }, 'flags 0'],
  ['vitest', { fixed: ['run'], flags: ['--typecheck.checker'] }, 'flags 0'],
  ['nyc', { operands: true }, 'operands 0'],
  ['pre-commit', { fixed: ['try-repo'] }, 'fixed 0'],
])('%s with %j is dangerous in %s', (program, written, part) => {
  expect(partsOf(program, written)).toEqual([part]);
});

test.each<[string, Written]>([
  ['python3', { fixed: ['-m', 'pytest'], flags: ['-x', '-q', '-k'], operands: true }],
  ['python3', { fixed: ['-Im', 'pytest'] }],
  ['python3', { fixed: ['check.py'], operands: true }],
  ['make', { operands: true }],
  ['make', { fixed: ['-f', 'build.mk'] }],
  ['sed', { fixed: ['-n', '1,20p'], operands: true }],
  ['sed', { fixed: ['$d'], flags: ['-n'] }],
  ['sed', { fixed: ['--sandbox'], flags: ['-n', '-e'], operands: true }],
  ['node', { fixed: ['--test'], operands: true }],
  ['git', { fixed: ['status'], flags: ['--short'] }],
  ['grep', { flags: ['-c', '-e'] }],
  ['python3', { fixed: ['-m', 'pytest'], flags: ['-m'] }],
  ['python3', { fixed: ['-m', 'cProfile', 'bench.py'], operands: true }],
  ['poetry', { fixed: ['run', 'pytest', '-q'], flags: ['-x', '-k'], operands: true }],
  ['npm', { fixed: ['run', 'create'], operands: true }],
  ['git', { fixed: ['add'], flags: ['-u', '-A'] }],
  ['find', { flags: ['-name', '-type', '-newer'], operands: true }],
  ['shasum', { operands: true }],
  ['gcc', { flags: ['-c', '-Wall', '-O2', '-fplugins', '-std', '-I'], operands: true }],
  ['tox', { flags: ['-e', '-q', '-ex'] }],
  ['mypy', { flags: ['--strict', '--python-version'], operands: true }],
  ['nyc', { fixed: ['mocha'], operands: true }],
  ['environment', {}],
])('%s with %j is not', (program, written) => {
  expect(partsOf(program, written)).toEqual([]);
});

test.each(
  (
    'strace ltrace ionice chrt taskset numactl npx gdb lldb vim vim.basic nvim ed emacs less more man ssh docker podman kubectl ' +
    'm4 sqlite3 apt-get nix-shell tmux socat gawk perf valgrind flock setarch uname26 i686 ld.so ld-linux.so.2 busybox'
  ).split(' '),
)('%s is in no rule', (program) => {
  expect(partsOf(program, {})).toEqual(['program 0']);
});

test.each(
  (
    'make gmake ninja cmake npm yarn pnpm cargo gradle mvn go pytest jest vitest mocha tox rspec bats eslint git hg python3 ' +
    'python3.12 node perl perl5.36 ruby php java gcc-12 g++ pdflatex terraform pip rake'
  ).split(' '),
)('%s is in a rule that says from where it loads code, and in no other', (program) => {
  expect(partsOf(program, { isTold: true })).toEqual([]);
  expect(partsOf(program, { isTold: false })).toEqual(['program 0']);
});

test('a version is none in the name of a program that only looks', () => {
  for (const program of ['uname26', 'test2', 'sort.d'])
    expect([program, knownProgram(program).kind]).not.toEqual([program, 'plain']);
  expect(['uname', 'diff3', 'sha256sum', 'find.exe'].map((program) => knownProgram(program).kind)).toEqual(
    Array(4).fill('plain'),
  );
});

test.each(['wc', 'diff', 'sha256sum', 'cat', 'grep', 'ls', 'find', 'sort', 'no-such-program'])(
  '%s needs no word about code',
  (program) => {
    expect(partsOf(program, { isTold: false, flags: ['-l'] })).toEqual([]);
  },
);
