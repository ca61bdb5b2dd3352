// The answers of the baseline methods in a repository with history.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answerSimply } from './baselines.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-baselines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(folder: string, paths: readonly string[], text: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Commits files, oldest commit first, and writes others without committing them. */
function repository(commits: readonly (readonly string[])[], uncommitted: readonly string[] = []): string {
  const folder = temporaryFolder();
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };
  const identity = ['-c', 'user.name=ci', '-c', 'user.email=ci@example.invalid'];
  const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: folder, env });
  git('init', '--quiet');
  for (const [index, paths] of commits.entries()) {
    write(folder, paths, `text ${index}\n`);
    git('add', '--all');
    git('commit', '--quiet', '--message', `commit ${index}`);
  }
  write(folder, uncommitted, 'not committed\n');
  return folder;
}

function report(text: string): string {
  const file = join(temporaryFolder(), 'report.xml');
  writeFileSync(file, text);
  return file;
}

const trace =
  '<testsuite name="shop.CartTest"><testcase classname="shop.CartTest" name="totals"><failure>java.lang.IllegalStateException\n' +
  '\tat shop.Price.round(Price.java:7)\n\tat shop.Cart.total(Cart.java:3)\n\tat shop.CartTest.totals(CartTest.java:9)</failure></testcase></testsuite>';

const files = [
  'src/main/java/shop/Cart.java',
  'src/main/java/shop/CartItem.java',
  'src/main/java/shop/Price.java',
  'src/main/java/shop/Other.java',
];
const testFile = 'src/test/java/shop/CartTest.java';

test('the newest change is what is not committed, then the newest commits, production before tests, no documents', async () => {
  const cwd = repository(
    [files, [testFile, files[3] ?? ''], ['README.md', 'docs/use.txt']],
    [files[1] ?? ''],
  );
  const answers = await answerSimply(cwd, report(trace));
  expect(answers?.newest.files).toEqual([files[1], files[3], testFile, files[0], files[2]]);
  expect(answers?.newest.commits).toHaveLength(3);
});

test('the trace begins with its deepest own production file', async () => {
  const answers = await answerSimply(repository([[...files, testFile]]), report(trace));
  expect(answers?.trace.files).toEqual([files[2], files[0]]);
});

test('naming begins with the file the test is named after, then those that share words', async () => {
  const answers = await answerSimply(
    repository([[...files, testFile, 'src/main/java/shop/package-info.java']]),
    report(trace),
  );
  expect(answers?.naming.files).toEqual([files[0], files[1]]);
});

test('without a history there is nothing to compare with', async () => {
  expect(await answerSimply(temporaryFolder(), report(trace))).toBeNull();
});

test('a report that cannot be read leaves the newest change', async () => {
  const answers = await answerSimply(repository([[files[0] ?? '']]), report('no report at all'));
  expect(answers).toMatchObject({
    newest: { files: [files[0]] },
    trace: { files: [] },
    naming: { files: [] },
  });
});
