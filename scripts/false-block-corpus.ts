// What an agent could be told of a real project: excerpts of its files, its commits, its test reports and its paths.
// Files that are held out give no facts; tokens of the project's own kind are taken from them.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { sortByCodePoint } from '../src/kernel/index.ts';
import { inHashOrder, isHeldOut } from './false-block-draw.ts';
import { listedFiles } from './listed-files.ts';

/** One harmless thing an agent could be told. Kinds and keys are short, so that no token is one of them. */
export interface OfferedFact {
  readonly kind: 'code' | 'log' | 'test' | 'path';
  readonly payload: Readonly<Record<string, string>>;
}

/** A project, cut into what is offered and what is held out. */
export interface Corpus {
  readonly project: string;
  readonly revision: string;
  readonly facts: readonly OfferedFact[];
  /** The texts of held-out files, reports first. */
  readonly heldOut: { readonly reports: readonly string[]; readonly sources: readonly string[] };
}

interface TextFile {
  readonly path: string;
  readonly text: string;
}

const EXCERPT_LINES = 40;
const LARGEST_FILE_BYTES = 400_000;
const SOURCE_PARTS = 5;
const REPORT_PARTS = 3;
/** How many facts of each kind are offered, at most. */
const SHARES: Readonly<Record<OfferedFact['kind'], number>> = {
  code: 480,
  log: 160,
  test: 80,
  path: 80,
};
const CONSOLE = /[.](log|out)$|(^|[/])TEST-[^/]*[.]xml$/;

/** Reads a checkout and the reports that lie in a folder of its name below the report directories. */
export function readCorpus(checkout: string, reportDirectories: readonly string[]): Corpus {
  const project = basename(resolve(checkout));
  const inside = listedFiles({ root: checkout }).flatMap((path) => readText(checkout, path));
  const outside = reportDirectories.flatMap((directory) => textsBelow(join(directory, project)));
  const reports = [...inside.filter(({ path }) => CONSOLE.test(path)), ...outside];
  const sources = inside.filter(({ path }) => !CONSOLE.test(path));
  const [heldReports, openReports] = split(reports, REPORT_PARTS);
  const [heldSources, openSources] = split(sources, SOURCE_PARTS);
  const offered = [
    ...sample(openSources.flatMap(excerptsOf)),
    ...sample(commitsOf(checkout)),
    ...sample(openReports.flatMap(reportFacts)),
    ...sample(openSources.map(({ path }) => ({ kind: 'path' as const, payload: { path } }))),
  ];
  return {
    project,
    revision: git(checkout, ['rev-parse', 'HEAD']).trim(),
    facts: inHashOrder(offered, textOf),
    heldOut: { reports: heldReports.map(({ text }) => text), sources: heldSources.map(({ text }) => text) },
  };
}

/** Returns the values of a fact one after the other, as the guard reads them. */
export function valuesOf({ payload }: OfferedFact): string {
  return sortByCodePoint(Object.keys(payload))
    .map((key) => payload[key])
    .join('\n');
}

/** Returns all that an agent is told by a fact, its kind and keys among it, as one text. */
export function textOf({ kind, payload }: OfferedFact): string {
  const members = sortByCodePoint(Object.keys(payload)).map((key) => `${key}: ${payload[key]}`);
  return [kind, ...members].join('\n');
}

function sample(facts: readonly OfferedFact[]): readonly OfferedFact[] {
  const unique = [...new Map(facts.map((fact) => [textOf(fact), fact])).values()];
  return inHashOrder(unique, textOf).slice(0, SHARES[facts[0]?.kind ?? 'path']);
}

function split(
  files: readonly TextFile[],
  parts: number,
): readonly [readonly TextFile[], readonly TextFile[]] {
  const { held = [], open = [] } = Object.groupBy(files, ({ path }) =>
    isHeldOut(path, parts) ? 'held' : 'open',
  );
  return [held, open];
}

function excerptsOf({ path, text }: TextFile): readonly OfferedFact[] {
  const lines = text.split('\n');
  return Array.from({ length: Math.ceil(lines.length / EXCERPT_LINES) }, (_, index) => {
    const first = index * EXCERPT_LINES;
    const excerpt = lines.slice(first, first + EXCERPT_LINES);
    const place = `${first + 1}-${first + excerpt.length}`;
    return { kind: 'code', payload: { path, lines: place, text: excerpt.join('\n') } };
  });
}

function commitsOf(checkout: string): readonly OfferedFact[] {
  return git(checkout, ['log', '--format=%H%x00%B%x01'])
    .split('\u0001\n')
    .map((entry) => entry.split('\0'))
    .filter((parts) => parts.length === 2)
    .map(([hash = '', message = '']) => ({ kind: 'log', payload: { hash, text: message.trim() } }));
}

/** A JUnit report is told test by test, any other output in excerpts. */
function reportFacts(file: TextFile): readonly OfferedFact[] {
  const tests = file.text.match(/<testcase\b.*?<\/testcase>/gs) ?? [];
  if (tests.length > 0) return tests.map((text) => ({ kind: 'test', payload: { text: plain(text) } }));
  return excerptsOf(file).map(({ payload }) => ({ kind: 'test', payload }));
}

function plain(xml: string): string {
  const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  const bare = xml.replace(/<\/?(testcase|failure|error|system-out|system-err)\b/g, '').replaceAll('>', '\n');
  return bare.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => named[name] ?? '').trim();
}

function textsBelow(directory: string): readonly TextFile[] {
  if (!existsSync(directory)) return [];
  const paths = globSync('**/*.{xml,log,out,txt}', { cwd: directory });
  return sortByCodePoint(paths).flatMap((path) => readText(directory, path));
}

function readText(root: string, path: string): readonly TextFile[] {
  const found = statSync(join(root, path));
  if (!found.isFile() || found.size === 0 || found.size > LARGEST_FILE_BYTES) return [];
  const text = readFileSync(join(root, path), 'utf8');
  return text.includes('\0') || text.includes('\ufffd') ? [] : [{ path, text }];
}

function git(checkout: string, words: readonly string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 } as const;
  return execFileSync('git', ['-C', checkout, ...words], options);
}
