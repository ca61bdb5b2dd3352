// The demo's shop: the same on every machine, and true to the reports that come with it.

import { existsSync, globSync, openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRepository } from '../../examples/investigate/build-repository.ts';
import { expectedAnswers } from '../../examples/investigate/expected-answers.ts';
import { readReports } from '../../src/rca/index.ts';
import { shop } from './investigated-shop.ts';
import { temporaryFolder } from './penumbra.ts';

const reports = join(import.meta.dirname, '../../examples/investigate/reports');

async function readRecorded() {
  const sources = globSync('*.xml', { cwd: reports }).map(async (name) => ({
    name,
    bytes: (await openAsBlob(join(reports, name))).stream(),
  }));
  return readReports(await Promise.all(sources));
}

test('the shop stands at the same revision wherever it is built', () => {
  expect(buildRepository(temporaryFolder())).toBe('66d20d6c69e1c7d2ae11a9baa15cf02e4bf88479');
});

test('whoever builds it leaves no trace in it', () => {
  const foreign = {
    GIT_AUTHOR_NAME: 'Someone',
    GIT_AUTHOR_DATE: '2001-01-01T00:00:00Z',
    GIT_DIR: 'elsewhere',
  };
  const before = { ...process.env };
  Object.assign(process.env, foreign, { TZ: 'Asia/Tokyo' });
  try {
    expect(buildRepository(temporaryFolder())).toMatch(/^66d20d6c/);
  } finally {
    for (const name of [...Object.keys(foreign), 'TZ'])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  }
});

test('the recorded reports are read whole, and each failure has an expected answer', async () => {
  const { failures, flaky, unread, tests } = await readRecorded();
  expect(unread).toEqual([]);
  expect(tests).toMatchObject({ total: 37, failed: 5, errored: 8, flaky: 1 });
  const failing = [...failures, ...flaky].map(({ name }) => name).sort();
  expect(expectedAnswers.flatMap((answer) => answer.tests).toSorted()).toEqual(failing);
});

test('every place that a trace names in the shop is a line of it', async () => {
  const { cwd } = shop();
  const { failures, flaky } = await readRecorded();
  const text = [...failures, ...flaky].map(({ stack }) => stack.text).join('\n');
  const java = Object.fromEntries(
    globSync('orders/**/*.java', { cwd }).map((path) => [path.slice(path.lastIndexOf('/') + 1), path]),
  );
  const named = [
    ...text.matchAll(/\/builds\/shop\/((?:web|tests)\/[\w./-]+):(\d+)/g),
    ...text.matchAll(/^((?:tests|catalogue)\/\w+\.py):(\d+): /gm),
    ...text.matchAll(/at com\.example\.[\w.<>]+\((\w+\.java):(\d+)\)/g),
  ].map(([, file = '', line]) => ({ path: java[file] ?? file, line: Number(line) }));
  expect(named.length).toBeGreaterThan(20);
  const absent = named.filter(({ path, line }) => !hasLine(join(cwd, path), line));
  expect(absent).toEqual([]);
});

function hasLine(file: string, line: number): boolean {
  return existsSync(file) && (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '').trim() !== '';
}
