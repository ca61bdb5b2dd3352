// `npm run house [-- --json]`: measures how the sources are laid out, so that a change of the layout can be held against
// figures. Tests are left out. What the main job runs is read from Node's own coverage of one investigation of one failing
// test, started from the sources.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildRepository } from '../examples/investigate/build-repository.ts';
import { cruiseSources } from './cruise-sources.ts';

const root = join(import.meta.dirname, '..');
/** Below this many lines, a file with one importer belongs into that importer unless it is a word of its own. */
const SMALL_FILE_LINES = 45;
const FAILURE =
  '<testsuite><testcase classname="shipping" name="is free"><failure type="Error">Error: expected 0\n' +
  '    at shippingCost (web/src/shipping.ts:13:3)</failure></testcase></testsuite>';

/** What one function of V8's coverage says. */
type Covered = { readonly functionName: string; readonly ranges: readonly { readonly count: number }[] };

process.chdir(root);
const imports = await readImports();
const files = [...imports.keys()];
const linesOf = new Map(files.map((file) => [file, countLines(file)]));
const sizes = [...linesOf.values()].sort((left, right) => left - right);
const importers = countImporters();
const single = files.filter((file) => importers.get(file)?.size === 1 && !file.endsWith('/index.ts'));
const executed = executedFiles();

const figures = {
  files: files.length,
  lines: sum(sizes),
  medianLines: quantile(0.5),
  ninetiethPercentileLines: quantile(0.9),
  filesOfOneImporter: single.length,
  smallFilesOfOneImporter: single.filter((file) => (linesOf.get(file) ?? 0) < SMALL_FILE_LINES).length,
  foldersThatImportEachOther: mutualFolders().length,
  publicNames: await countPublicNames(),
  mainJobFiles: executed.size,
  mainJobLines: sum([...executed].map((file) => linesOf.get(file) ?? 0)),
  mainJobRoomCrossings: roomCrossings(),
  importMilliseconds: { bare: startUp('0'), penumbra: startUp("await import('penumbra')") },
};

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
if (values.json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
else for (const [name, figure] of Object.entries(figures)) print(name, figure);

function print(name: string, figure: unknown): void {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  process.stdout.write(
    `${words.padEnd(32)} ${typeof figure === 'number' ? figure : JSON.stringify(figure)}\n`,
  );
}

/** Source -> the sources it imports, tests left out. */
async function readImports(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { modules } = (await cruiseSources()).result;
  const isSource = (path: string) => path.startsWith('src/') && !path.endsWith('.test.ts');
  return new Map(
    modules
      .filter(({ source }) => isSource(source))
      .map(({ source, dependencies }) => [
        source,
        dependencies.map(({ resolved }) => resolved).filter(isSource),
      ]),
  );
}

function countImporters(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [from, targets] of imports)
    for (const target of targets) found.set(target, (found.get(target) ?? new Set()).add(from));
  return found;
}

/** Pairs of folders that import each other; a folder above or below is a folder of its own. */
function mutualFolders(): readonly string[] {
  const edges = new Set<string>();
  for (const [from, targets] of imports)
    for (const target of targets) edges.add(`${posix.dirname(from)} ${posix.dirname(target)}`);
  return [...edges].filter((edge) => {
    const [from = '', to = ''] = edge.split(' ');
    return from < to && edges.has(`${to} ${from}`);
  });
}

/** The files of which something ran beyond their own loading. */
function executedFiles(): ReadonlySet<string> {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-house-'));
  try {
    const [shop, coverage] = [join(folder, 'shop'), join(folder, 'coverage')];
    buildRepository(shop);
    mkdirSync(coverage);
    writeFileSync(join(folder, 'report.xml'), FAILURE);
    const program = `const { run } = await import(process.argv[1]); process.exitCode = await run(process.argv.slice(2))`;
    const main = pathToFileURL(join(root, 'src/cli/main.ts')).href;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program, main, 'investigate', join(folder, 'report.xml'), '--quiet'],
      { cwd: shop, env: { ...process.env, NODE_V8_COVERAGE: coverage }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the investigation failed: ${stderr}`);
    return new Set(readdirSync(coverage).flatMap((file) => ranIn(join(coverage, file))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ranIn(coverage: string): readonly string[] {
  const scripts: readonly { readonly url: string; readonly functions: readonly Covered[] }[] = JSON.parse(
    readFileSync(coverage, 'utf8'),
  ).result;
  return scripts
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url, functions }) => ({ path: fileURLToPath(url).slice(root.length + 1), functions }))
    .filter(({ path, functions }) => imports.has(path) && functions.some(hasRun))
    .map(({ path }) => path);
}

/** The function without a name is the loading of the module or an arrow function. */
function hasRun({ functionName, ranges }: Covered): boolean {
  return functionName !== '' && (ranges[0]?.count ?? 0) > 0;
}

/** Imports by files that ran of something in another room. */
function roomCrossings(): number {
  const roomOf = (file: string) => file.split('/')[1];
  return [...executed]
    .flatMap((from) => (imports.get(from) ?? []).map((to) => ({ from, to })))
    .filter(({ from, to }) => roomOf(from) !== roomOf(to)).length;
}

/** The values that the package offers; types cost a reader less and are not there at run time. */
async function countPublicNames(): Promise<number> {
  return Object.keys(await import('penumbra')).length;
}

/** CPU milliseconds of a process, the median of several. */
function startUp(code: string): number {
  const times = Array.from({ length: 7 }, () => {
    const program = `${code}; const { user, system } = process.cpuUsage(); console.log(user + system)`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: dirname(import.meta.dirname),
      encoding: 'utf8',
    });
    return Number(stdout) / 1000;
  }).sort((left, right) => left - right);
  return Math.round(times[3] ?? Number.NaN);
}

function countLines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

function quantile(share: number): number {
  return sizes[Math.floor((sizes.length - 1) * share)] ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
