/**
 * What a person can do with the same test command and no Penumbra: go back 1, 2, 4, 8 … commits until the tests pass,
 * `git bisect run` from there, and delta debugging over the hunks of the guilty commit. Only the exit code counts.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStateSpace } from '../../src/adapters/git/scratch/index.ts';
import type { ChangeUnit } from '../../src/rca/index.ts';
import type { CaseCheckout } from './case-checkout.ts';
import { ddmin } from './ddmin.ts';
import type { ProgramCall } from './timed-program.ts';

/** What it came to. */
export interface PlainSearch {
  /** How often the tests were run, by what for; the run that was red to begin with is the first. */
  readonly runs: { readonly red: 1; readonly green: number; readonly bisect: number; readonly ddmin: number };
  readonly seconds: number;
  /** The pieces that delta debugging ended with; nothing where no green state was found. */
  readonly units: readonly ChangeUnit[];
}

const MOST_BACK = 64;

/** Searches in a checkout that holds a red run, by the command of a call; the checkout is used up. */
export async function searchPlainly(
  { directory, git, clean }: CaseCheckout,
  { call, timeoutSeconds }: { readonly call: ProgramCall; readonly timeoutSeconds: number },
): Promise<PlainSearch> {
  const startMs = performance.now();
  const reports = join(directory, '.git/bench-reports');
  mkdirSync(reports, { recursive: true });
  const selected = { ...moved(call, { directory, reports }), timeoutSeconds };
  const runs = { red: 1 as const, green: 0, bisect: 0, ddmin: 0 };
  const ended = (units: readonly ChangeUnit[]) => ({
    runs,
    seconds: (performance.now() - startMs) / 1000,
    units,
  });
  const goTo = (revision: string) => {
    git(['checkout', '--quiet', '--force', '--detach', revision]);
    clean();
  };
  const passesAt = async (revision: string) => {
    goTo(revision);
    return (await runCommand(selected)) === 0;
  };

  const isUncommitted = git(['status', '--porcelain', '--', ':!.penumbra']).trim() !== '';
  if (isUncommitted) {
    git(['add', '--all', '--', ':!.penumbra']);
    git(['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', 'commit', '-qnm', 'as it is']);
  }
  const red = git(['rev-parse', 'HEAD']).trim();
  const history = git(['rev-list', '--first-parent', `-${MOST_BACK + 1}`, red])
    .trim()
    .split('\n');
  let back = 1;
  for (; ; back = Math.min(back * 2, history.length - 1)) {
    runs.green += 1;
    if (await passesAt(history[back] ?? red)) break;
    if (back >= history.length - 1) return ended([]);
  }
  let guilty = red;
  if (back > 1) {
    const bisected = bisect({ git, good: history[back] ?? red, bad: red, selected });
    runs.bisect = bisected.runs;
    guilty = bisected.guilty;
  }
  goTo(guilty);
  const space = openStateSpace(directory);
  try {
    const change = {
      before: git(['rev-parse', `${guilty}^1^{tree}`]).trim(),
      after: git(['rev-parse', `${guilty}^{tree}`]).trim(),
    };
    const units = space.changes(change.before, change.after);
    const known = new Map<string, boolean>();
    const found = await ddmin(units, async (some) => {
      const tree = space.without(
        change,
        units.filter((unit) => !some.includes(unit)),
      );
      const before = known.get(tree);
      if (before !== undefined) return before;
      goTo(`${guilty}^1`);
      const patch = space.patch(change.before, tree);
      if (patch !== '') git(['apply', '--whitespace=nowarn', '-'], patch);
      runs.ddmin += 1;
      const isRed = (await runCommand(selected)) !== 0;
      git(['reset', '--quiet', '--hard']);
      known.set(tree, isRed);
      return isRed;
    });
    return ended(found);
  } finally {
    space.close();
  }
}

type SelectedCommand = Pick<ProgramCall, 'words' | 'directory' | 'environment'> & {
  readonly timeoutSeconds: number;
};

/** The call as it would be in the checkout itself: what lay in a scratch state lies there, and reports in a folder beside. */
function moved(
  call: ProgramCall,
  { directory, reports }: { readonly directory: string; readonly reports: string },
) {
  const here = (text: string) =>
    text.replaceAll(call.directory, directory).replace(/\/[^\s=]*\/results-\w{6}(?=\/)/g, reports);
  const environment = Object.entries(call.environment).map(([name, value]) => [name, here(value)]);
  return { ...call, directory, words: call.words.map(here), environment: Object.fromEntries(environment) };
}

function runCommand({ words, directory, environment, timeoutSeconds }: SelectedCommand): Promise<number> {
  const [program = '', ...args] = words;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: directory, env: environment, detached: true, stdio: 'ignore' });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), timeoutSeconds * 1000);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}

/** Has git itself bisect, with a script that counts its runs. */
function bisect({
  git,
  good,
  bad,
  selected,
}: {
  readonly git: CaseCheckout['git'];
  readonly good: string;
  readonly bad: string;
  readonly selected: SelectedCommand;
}): { readonly guilty: string; readonly runs: number } {
  const file = (name: string) => join(selected.directory, '.git', name);
  const [script, counter] = [file('bench-run'), file('bench-count')];
  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  const assignments = Object.entries(selected.environment).map(([name, value]) => quote(`${name}=${value}`));
  writeFileSync(counter, '');
  writeFileSync(
    script,
    [
      `echo >> ${quote(counter)}`,
      'git clean -fdq',
      `timeout ${selected.timeoutSeconds} env ${[...assignments, ...selected.words.map(quote)].join(' ')} > /dev/null 2>&1 || exit 1`,
    ].join('\n'),
  );
  try {
    git(['bisect', 'start', '--first-parent', bad, good]);
    git(['bisect', 'run', 'sh', script]);
    return { guilty: git(['rev-parse', 'refs/bisect/bad']).trim(), runs: readFileSync(counter).length };
  } finally {
    git(['bisect', 'reset', bad]);
    for (const left of [script, counter]) rmSync(left, { force: true });
  }
}
