// The recipes for build machines: the shell steps of action.yml and of the guide are taken from there as they stand, and run
// as each machine would, in a shallow clone, with its variables and stubs of its own programs.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { ReportDocument } from 'penumbra/record';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { launcher, temporaryFolder } from './penumbra.ts';

const checkout = join(import.meta.dirname, '../..');
const guide = readFileSync(join(checkout, 'docs/guides/investigate-in-ci.md'), 'utf8');

type Step = {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
};
const action: { readonly runs: { readonly steps: readonly Step[] } } = parse(
  readFileSync(join(checkout, 'action.yml'), 'utf8'),
);

/** Returns the block of code in a part of the guide that has a text in it. */
function blockOf(heading: string, language: string, text: string): string {
  const [, part = ''] = guide.split(`\n## ${heading}\n`);
  const [own = ''] = part.split('\n## ');
  const blocks = [...own.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.find(([, name, block = '']) => name === language && block.includes(text));
  if (found?.[2] === undefined)
    throw new Error(`the guide has no ${language} with \`${text}\` for ${heading}`);
  return found[2];
}

/** A shallow clone whose last commit broke a test, what the tests reported in two shards, and stubs of programs. */
type Machine = {
  readonly cwd: string;
  readonly folder: string;
  readonly base: string;
  readonly broken: string;
  /** Runs a script as a shell of the machine does. */
  readonly run: (shell: readonly string[], script: string, env?: Readonly<Record<string, string>>) => Ended;
};
type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

function machine(stubs: readonly string[] = []): Machine {
  const folder = temporaryFolder();
  const [origin, cwd, bin] = ['origin', 'clone', 'bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const git = (at: string, ...args: readonly string[]): string => {
    const settings = ['-c', 'user.name=Ada Brook', '-c', 'user.email=ada@shop.example'];
    const { status, stdout, stderr } = spawnSync('git', [...settings, ...args], {
      cwd: at,
      encoding: 'utf8',
    });
    expect(stderr === '' || status === 0, stderr).toBe(true);
    return stdout.trim();
  };
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write(join(origin, 'shipping.mjs'), shipping('>='));
  write(join(origin, 'shipping.test.mjs'), TEST);
  git(origin, 'init', '--quiet', '--initial-branch=main', '.');
  git(origin, 'add', '.');
  git(origin, 'commit', '--quiet', '-m', 'Add shipping');
  const base = git(origin, 'rev-parse', 'HEAD');
  git(origin, 'checkout', '--quiet', '-b', 'limit');
  write(join(origin, 'shipping.mjs'), shipping('>'));
  git(origin, 'commit', '--quiet', '-am', 'Tidy @shipping, see #3');
  const broken = git(origin, 'rev-parse', 'HEAD');
  git(folder, 'clone', '--quiet', '--depth=1', '--branch=limit', `file://${origin}`, cwd);
  for (const shard of ['1', '2']) write(join(cwd, `reports/${shard}/junit.xml`), shardReport(shard));
  for (const name of stubs) {
    // Keeps what it was called with and what it was given.
    write(
      join(bin, name),
      `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> '${folder}/calls'\ncase "$*" in *annotate*) cat >> '${folder}/given';; esac\n`,
    );
    spawnSync('chmod', ['+x', join(bin, name)]);
  }
  write(join(bin, 'penumbra'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  spawnSync('chmod', ['+x', join(bin, 'penumbra')]);
  const run: Machine['run'] = ([program = 'sh', ...flags], script, env = {}) => {
    const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
    const { CI: _, GITHUB_ACTIONS: __, ...own } = process.env;
    return spawnSync(program, [...flags, script], {
      cwd,
      env: { ...own, ...env, PATH: path, NO_COLOR: '1' },
      encoding: 'utf8',
      timeout: 120_000,
    });
  };
  return { cwd, folder, base, broken, run };
}

function shipping(sign: string): string {
  return `const limit = 50;\n\nexport function cost(worth) {\n  if (worth ${sign} limit) return 0;\n  return 5;\n}\n`;
}

const TEST = `import { equal } from 'node:assert';
import { test } from 'node:test';
import { cost } from './shipping.mjs';

test('shipping is free from 50 euros on', () => equal(cost(50), 0));
`;

/** The second shard has a test whose message would be a command, a mention and a title. */
function shardReport(shard: string): string {
  const [name, message] =
    shard === '1'
      ? ['shipping is free from 50 euros on', 'Expected values to be strictly equal: 5 !== 0']
      : ['a letter is free', '::error title=no::@octocat&#10;# No title'];
  return `<testsuite name="shard ${shard}"><testcase classname="shipping.test.mjs" name="${name}" file="shipping.test.mjs"><failure message="${message}">AssertionError: ${message}
    at cost (shipping.mjs:4:7)
    at shipping.test.mjs:5:52</failure></testcase></testsuite>`;
}

const textOf = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');

/** Says what every recipe has to come to: the history is there, and the commit of the change is named. */
function expectFound({ cwd, broken }: Machine, text: string): void {
  const shallow = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd, encoding: 'utf8' });
  expect(shallow.stdout.trim()).toBe('false');
  expect(text).toContain(broken.slice(0, 7));
  expect(text).toContain('shipping.mjs');
}

describe('the action for GitHub', () => {
  const bash = ['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', '-c'];
  const step = (name: string): string => action.runs.steps.find((one) => one.name === name)?.run ?? '';
  const inputs = { REPORTS: 'reports\n', RUN: '', BUDGET: '5m', GOOD: '', MEMORY: 'write', FAIL_ON: '' };

  function runAction(given: Partial<typeof inputs> = {}, environment: Readonly<Record<string, string>> = {}) {
    const at = machine();
    const names = ['output', 'summary'].map((name) => join(at.folder, name)) as [string, string];
    for (const name of names) writeFileSync(name, 'before\n');
    const env = {
      GITHUB_ACTION_PATH: checkout,
      GITHUB_OUTPUT: names[0],
      GITHUB_STEP_SUMMARY: names[1],
      RUNNER_TEMP: join(at.folder, 'temp'),
      ...Object.fromEntries(
        Object.entries({ ...inputs, ...given }).map(([key, value]) => [`INPUT_${key}`, value]),
      ),
      ...environment,
    };
    mkdirSync(env.RUNNER_TEMP);
    const fetched = at.run(bash, step('Fetch the history'), env);
    const ended = at.run(bash, step('Find the causes'), env);
    return { ...at, fetched, ended, summary: textOf(names[1]), out: join(env.RUNNER_TEMP, 'penumbra') };
  }

  test('fetches the history, appends to the summary, prints annotations and keeps every file', () => {
    const { ended, fetched, summary, out, ...at } = runAction({}, { GITHUB_BASE_REF: 'main' });
    expect([fetched.status, ended.status]).toEqual([0, 0]);
    expectFound(at, summary);
    expect(summary).toMatch(/^before\n## Penumbra: 2 failures/);
    const document: ReportDocument = JSON.parse(textOf(out, 'causes.json'));
    expect(document).toMatchObject({ history: 'full', causes: [{ change: { commit: at.broken } }] });
    expect(ended.stdout).toMatch(/^::(?:error|warning|notice) file=shipping\.mjs,line=4,title=/);
    // Every line is a command of ours.
    for (const line of ended.stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^::(?:error|warning|notice) file=/);
    for (const name of ['causes.html', 'comment.md', 'causes.sarif', 'causes.ctrf.json', 'causes.xml'])
      expect(textOf(out, name)).toContain('shipping');
  });

  test('proves the causes where it is told how the tests are run', () => {
    const { ended, summary, out } = runAction({ RUN: 'node --test' }, { PENUMBRA_BASE: '0'.repeat(40) });
    expect(ended.status).toBe(0);
    expect(summary).toContain('**Proof** reverting these lines turned the test green');
    expect(textOf(out, 'fix.patch')).toContain('+  if (worth >= limit) return 0;');
  });

  test('fails only when it is asked to, after everything is written', () => {
    const { ended, out, summary } = runAction({ FAIL_ON: 'new' });
    expect(ended.status).toBe(1);
    expect(summary).toContain('## Penumbra');
    expect(existsSync(join(out, 'causes.html'))).toBe(true);
  });

  test.each([
    ['', 0],
    ['new', 2],
  ])('without a report it warns, and with fail-on %j ends with %i', (failOn, status) => {
    const { ended, summary } = runAction({ REPORTS: 'no\n::add-mask::x', FAIL_ON: failOn });
    expect(ended.status).toBe(status);
    expect(summary).toBe('before\n');
    expect(ended.stdout).toMatch(
      /^::stop-commands::(penumbra-\d+)\n[\s\S]*\n::\1::\n::warning title=Penumbra::/,
    );
  });

  test('hands every input to its script as data, and knows the commit before a push', () => {
    const [find] = action.runs.steps.filter(({ name }) => name === 'Find the causes');
    expect(action.runs.steps.flatMap(({ run = '' }) => run.match(/\$\{\{/g) ?? [])).toEqual([]);
    expect(Object.keys(find?.env ?? {})).toEqual([
      ...Object.keys(inputs).map((name) => `INPUT_${name}`),
      'PENUMBRA_BASE',
    ]);
    expect(find?.env?.PENUMBRA_BASE).toMatch(/^\$\{\{ github\.event\.before \}\}$/);
  });

  test('the step of the guide comments under the pull request', () => {
    const { steps } = parse(blockOf('GitHub Actions', 'yaml', 'gh pr comment')).jobs.causes;
    const { run } = (steps as readonly Step[]).find((one) => one.run?.includes('gh pr comment')) ?? {};
    const at = machine(['gh']);
    expect(at.run(bash, run ?? '', { PULL_REQUEST: '7', CAUSES: '/temp/penumbra' })).toMatchObject({
      status: 0,
    });
    expect(textOf(at.folder, 'calls')).toBe('gh pr comment 7 --body-file /temp/penumbra/comment.md\n');
  });
});

test('the recipe for GitLab keeps page and JUnit, and comments where it has a token', () => {
  const { causes } = parse(blockOf('GitLab', 'yaml', 'script:'));
  const script = (causes.script as readonly string[]).join('\n');
  const at = machine(['curl']);
  const env = {
    CI_PROJECT_DIR: at.cwd,
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: at.base,
    CI_PROJECT_ID: '3',
    CI_API_V4_URL: 'https://gitlab.example/api/v4',
  };
  const ended = at.run(['sh', '-e', '-c'], script, { ...env, PENUMBRA_TOKEN: 'token' });
  expect(ended.status, ended.stderr).toBe(0);
  expectFound(at, textOf(at.cwd, 'causes/comment.md'));
  expect(textOf(at.cwd, 'causes/causes.html')).toContain('<title>2 failures');
  expect(textOf(at.cwd, causes.artifacts.reports.junit)).toContain(
    `name="penumbra.commit" value="${at.broken}"`,
  );
  expect(textOf(at.folder, 'calls')).toMatch(
    /--data-urlencode body@causes\/comment\.md https:\/\/gitlab\.example\/api\/v4\/projects\/3\/merge_requests\/7\/notes\n$/,
  );
  const own = machine(['curl']);
  expect(own.run(['sh', '-e', '-c'], script, { CI_PROJECT_DIR: own.cwd })).toMatchObject({ status: 0 });
  expect(existsSync(join(own.folder, 'calls'))).toBe(false);
});

test('the recipe for Jenkins keeps the page and what recordIssues reads', () => {
  const groovy = blockOf('Jenkins', 'groovy', 'unsuccessful');
  const script = /sh '''\n(.*?)'''/s.exec(groovy)?.[1] ?? '';
  const at = machine();
  const temp = join(at.folder, 'clone@tmp');
  mkdirSync(temp);
  const env = { WORKSPACE_TMP: temp, GIT_PREVIOUS_SUCCESSFUL_COMMIT: at.base };
  const ended = at.run(['sh', '-xe', '-c'], script, env);
  expect(ended.status, ended.stderr).toBe(0);
  expectFound(at, textOf(at.cwd, 'causes/causes.html'));
  const pattern = /sarif\(pattern: '(.*?)'\)/.exec(groovy)?.[1] ?? '';
  expect(JSON.parse(textOf(at.cwd, pattern))).toMatchObject({
    runs: [{ results: [{ properties: { commit: at.broken } }] }],
  });
});

test('the recipe for Buildkite shows the causes on top of the build', () => {
  const { steps } = parse(blockOf('Buildkite', 'yaml', 'buildkite-agent'));
  const { command } = (steps as readonly { label: string; command: string }[]).find(
    ({ label }) => label === 'Causes',
  ) ?? {
    command: '',
  };
  const at = machine(['buildkite-agent']);
  // The agent replaces these before the shell sees them.
  const ended = at.run(['bash', '-e', '-c'], command.replaceAll('$$', '$'), {
    BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
    TMPDIR: at.folder,
  });
  expect(ended.status, ended.stderr).toBe(0);
  expectFound(at, textOf(at.folder, 'given'));
  expect(textOf(at.folder, 'calls')).toBe(
    [
      'buildkite-agent artifact download reports/**/* .',
      'buildkite-agent annotate --style info --context penumbra',
      'buildkite-agent artifact upload causes.html',
      '',
    ].join('\n'),
  );
});
