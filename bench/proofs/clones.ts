/**
 * Does what a new user does: clones a repository, breaks one line by hand, and types `penumbra why -- CMD` with the
 * project's own command, once with the fault not committed and once with three harmless commits on it:
 *
 *     node bench/proofs/clones.ts --mirror DIR --work DIR [--only owner/name,…]
 *
 * Prints a table. It is the program as it is built that is run, so run `npm run build` first.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReportDocument } from '../../src/record/index.ts';
import { provenPieces } from './score-proof.ts';

/** A fault that somebody made by hand. */
type Clone = {
  readonly repository: string;
  readonly command: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly prepare?: 'npm';
  readonly path: string;
  readonly right: string;
  readonly wrong: string;
};

type Row = {
  readonly answer: string;
  readonly runs: number;
  readonly seconds: number;
  readonly isUntouched: boolean;
};

const { values } = parseArgs({
  options: { mirror: { type: 'string' }, work: { type: 'string' }, only: { type: 'string' } },
});
if (values.mirror === undefined || values.work === undefined)
  throw new Error('--mirror DIR or --work DIR is missing');
const mirror = resolve(values.mirror);
const work = resolve(values.work);
const program = resolve(import.meta.dirname, '../../bin/penumbra.js');
const clones = JSON.parse(readFileSync(join(import.meta.dirname, 'clones.json'), 'utf8')) as readonly Clone[];
const only = values.only?.split(',');
const NPM = [
  'install',
  '--legacy-peer-deps',
  '--ignore-scripts',
  '--no-package-lock',
  '--no-audit',
  '--no-fund',
];

console.log('| Repository | Command | Fault | Answer | Experiments | Seconds | Untouched |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const clone of clones.filter(({ repository }) => only === undefined || only.includes(repository)))
  for (const isCommitted of [false, true]) {
    const { answer, runs, seconds, isUntouched } = ask(clone, isCommitted);
    const fault = isCommitted ? 'three commits ago' : 'not committed';
    const cells = [
      clone.repository,
      `\`${clone.command}\``,
      fault,
      answer,
      runs,
      seconds,
      isUntouched ? 'yes' : 'NO',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }

function ask(clone: Clone, isCommitted: boolean): Row {
  const directory = join(work, clone.repository.replace('/', '+'));
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-C', directory, '-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...args],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
  open(clone, directory);
  git('reset', '--quiet', '--hard', 'origin/HEAD');
  rmSync(join(directory, '.penumbra'), { recursive: true, force: true });
  const file = join(directory, clone.path);
  const text = readFileSync(file, 'utf8');
  if (text.split(clone.right).length !== 2) throw new Error(`${clone.path} has the line not once`);
  writeFileSync(
    file,
    text.replace(clone.right, () => clone.wrong),
  );
  if (isCommitted) {
    git('commit', '--quiet', '--all', '--message', 'Tidy');
    for (const number of [1, 2, 3]) {
      writeFileSync(join(directory, 'NOTES.md'), `${number}\n`, { flag: 'a' });
      git('add', 'NOTES.md');
      git('commit', '--quiet', '--message', `Note ${number}`);
    }
  }
  const before = digest(directory, git);
  const start = performance.now();
  const environment = { ...process.env, CI: 'true', ...clone.environment };
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, '--json', 'why', '--', ...clone.command.split(' ')],
    {
      cwd: directory,
      encoding: 'utf8',
      env: environment,
      maxBuffer: 1 << 28,
    },
  );
  const seconds = Math.round((performance.now() - start) / 1000);
  const isUntouched = digest(directory, git) === before;
  appendFileSync(join(work, 'screens.txt'), `\n== ${clone.repository} ${isCommitted}\n${stderr}${stdout}`);
  return { ...readAnswer(stdout, clone), seconds, isUntouched };
}

function open({ repository, prepare }: Clone, directory: string): void {
  if (existsSync(directory)) return;
  mkdirSync(work, { recursive: true });
  execFileSync('git', ['clone', '--quiet', join(mirror, repository.replace('/', '+'), 'repo'), directory]);
  if (prepare === 'npm') execFileSync('npm', NPM, { cwd: directory, stdio: 'ignore' });
}

/** Right where every line that was proven is a planted one, in the file it was planted in. */
function readAnswer(printed: string, { path, right, wrong }: Clone): Pick<Row, 'answer' | 'runs'> {
  const document = parseDocument(printed);
  if (document === null) return { answer: 'no report', runs: 0 };
  if (!('causes' in document)) return { answer: 'nothing fails', runs: 0 };
  const runs = document.causes.reduce((sum, { experiments }) => sum + (experiments?.runs ?? 0), 0);
  const pieces = provenPieces(document);
  const planted = new Set([
    ...right.split('\n').map((line) => `-${line}`),
    ...wrong.split('\n').map((line) => `+${line}`),
  ]);
  const isRight = pieces.every(
    (piece) => piece.path === path && piece.lines.every((line) => planted.has(line)),
  );
  const others = document.causes.filter(({ proof }) => proof === undefined).length;
  const more = others === 0 ? '' : `; ${others} other cause${others === 1 ? '' : 's'} not proven`;
  const outcome = document.causes[0]?.experiments?.outcome ?? 'argued';
  const answer = pieces.length === 0 ? outcome : `proven, ${isRight ? 'right' : 'WRONG'} lines${more}`;
  return { answer, runs };
}

function parseDocument(printed: string): ReportDocument | { readonly passed: number } | null {
  try {
    return JSON.parse(printed) as ReportDocument | { readonly passed: number };
  } catch {
    return null;
  }
}

function digest(directory: string, git: (...args: readonly string[]) => string): string {
  const hash = createHash('sha256').update(readFileSync(join(directory, '.git/index')));
  for (const args of [['for-each-ref'], ['rev-parse', 'HEAD'], ['stash', 'list'], ['worktree', 'list']])
    hash.update(git(...args));
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const name of new Set(files.filter((one) => one !== '' && !one.startsWith('.penumbra/'))))
    if (existsSync(join(directory, name)))
      hash.update(`${name}\0`).update(readFileSync(join(directory, name)));
  return hash.digest('hex');
}
