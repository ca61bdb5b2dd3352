/** Which files a name refers to, and that a hash covers the whole report even if only a part was read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../../test/support/make-zip.ts';
import { sha256 } from '../../kernel/index.ts';
import { openReports } from './open-reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'penumbra-reports-'));
const root = join(folder, 'workspace');
mkdirSync(join(root, 'reports/deep'), { recursive: true });
for (const [file, text] of [
  ['workspace/reports/b.xml', 'b'],
  ['workspace/reports/a.xml', 'a'],
  ['workspace/reports/deep/c.xml', 'c'],
  ['workspace/reports/notes.txt', 'n'],
  ['outside.xml', 'o'],
] as const)
  writeFileSync(join(folder, file), text);
afterAll(() => rmSync(folder, { recursive: true }));

const openAll = (...names: string[]) => openReports(names, { root, currentDirectory: root });
const open = async (...names: string[]) => (await openAll(...names)).reports;

test.each<[string[], string[]]>([
  [
    ['reports/b.xml', 'reports/a.xml'],
    ['reports/a.xml', 'reports/b.xml'],
  ],
  [['reports/a.xml', './reports/a.xml'], ['reports/a.xml']],
  [['reports'], ['reports/a.xml', 'reports/b.xml', 'reports/deep/c.xml']],
  [['reports/*.xml'], ['reports/a.xml', 'reports/b.xml']],
  [['../outside.xml'], ['outside.xml']],
  [['reports/notes.txt'], ['reports/notes.txt']],
])('%j are %j', async (names, expected) => {
  expect((await open(...names)).map(({ name }) => name)).toEqual(expected);
});

test.each(['missing.xml', 'nothing/*.xml', 'reports/deep/none', ''])('%j is refused', async (name) => {
  if (name === '') mkdirSync(join(root, 'empty'), { recursive: true });
  await expect(open(name === '' ? 'empty' : name)).rejects.toThrow('names no report');
});

test('the hash covers what nobody read', async () => {
  const [report] = await open('reports/a.xml');
  expect(await report?.hash()).toBe(sha256('a'));
});

/** Opens reports and reads them, so that nothing is open when the folder is removed. */
async function namesIn(name: string): Promise<readonly string[]> {
  const reports = await open(name);
  for (const report of reports) await report.hash();
  return reports.map((report) => report.name);
}

test('in a folder, what a file holds decides and not its name; what is passed over is said', async () => {
  const mixed = join(root, 'mixed');
  mkdirSync(join(mixed, 'node_modules/pkg'), { recursive: true });
  const tap = 'TAP version 13\n1..1\nok 1 - adds\n';
  for (const [file, bytes] of [
    ['results', tap],
    ['report.junit', '<testsuite/>'],
    ['packed.gz', gzipSync(tap)],
    ['picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
    ['notes.md', '# ok 1\n'],
    ['empty.json', ''],
    ['package.json', '{"name":"shop"}'],
    ['node_modules/pkg/results.tap', tap],
  ] as const)
    writeFileSync(join(mixed, file), bytes);
  const { reports, passedOver } = await openAll('mixed');
  for (const report of reports) await report.hash();
  expect(reports.map(({ name }) => name)).toEqual(['mixed/packed.gz', 'mixed/report.junit', 'mixed/results']);
  expect(passedOver).toEqual([
    {
      source: 'mixed',
      reason: '4 files are no test reports: `empty.json`, `notes.md`, `package.json` and 1 more',
    },
  ]);
});

test('a folder without reports says what it saw', async () => {
  mkdirSync(join(root, 'none'));
  writeFileSync(join(root, 'none/notes.md'), '# notes\n');
  await expect(open('none')).rejects.toThrow('`none` names no report: `notes.md` is no test report');
  mkdirSync(join(root, 'void'));
  await expect(open('void')).rejects.toThrow('`void` names no report: it holds no file');
});

test('a pipe, a socket or a device is not waited for', async () => {
  const pipes = join(root, 'pipes');
  mkdirSync(pipes);
  execFileSync('mkfifo', [join(pipes, 'results.tap'), join(pipes, 'results.xml')]);
  writeFileSync(join(pipes, 'a.tap'), 'TAP version 13\n1..0\n');
  expect(await namesIn('pipes')).toEqual(['pipes/a.tap']);
  expect(await namesIn('pipes/*')).toEqual(['pipes/a.tap']);
  await expect(open('pipes/results.tap')).rejects.toThrow('`pipes/results.tap` is no file but a pipe');
  await expect(open('/dev/zero')).rejects.toThrow('`/dev/zero` is no file but a device');
});

describe('an archive', () => {
  const tap = 'TAP version 13\n1..1\nok 1 - adds\n';
  const archive = (name: string, files: Parameters<typeof makeZip>[0]) =>
    writeFileSync(join(root, name), makeZip(files));

  /** The names and texts that were read, and what was passed over. */
  async function unpackedFrom(name: string) {
    const { reports, passedOver } = await openAll(name);
    const texts: Record<string, string> = {};
    for (const { name: of, bytes } of reports) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      texts[of] = Buffer.concat(chunks).toString();
    }
    return { texts, passedOver: passedOver.map(({ source, reason }) => `${source}: ${reason}`) };
  }

  test('is read like a folder; what is no report, nested or encrypted is said', async () => {
    archive('artifact.zip', [
      { name: 'reports/', bytes: '' },
      { name: 'reports/a.xml', bytes: '<testsuite/>' },
      { name: 'results', bytes: tap, method: 0 },
      { name: 'packed.tap.gz', bytes: gzipSync(tap) },
      { name: 'trace.png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]) },
      { name: 'inner.zip', bytes: makeZip([{ name: 'b.xml', bytes: '<testsuite/>' }]) },
      { name: 'secret.xml', bytes: '<testsuite/>', isEncrypted: true },
      { name: 'odd.xml', bytes: '<testsuite/>', method: 99 },
    ]);
    const { texts, passedOver } = await unpackedFrom('artifact.zip');
    expect(Object.keys(texts)).toEqual([
      'artifact.zip/packed.tap.gz',
      'artifact.zip/reports/a.xml',
      'artifact.zip/results',
    ]);
    expect(texts['artifact.zip/results']).toBe(tap);
    expect(passedOver).toEqual([
      'artifact.zip/inner.zip: it is an archive within an archive; unpack it and give the folder',
      'artifact.zip/secret.xml: it is encrypted; unpack the archive with its password and give the folder',
      'artifact.zip/odd.xml: it is packed by a method that is not known here; unpack the archive and give the folder',
      'artifact.zip: `trace.png` is no test report',
    ]);
  });

  test('is found in a folder, and hashed by what it holds', async () => {
    mkdirSync(join(root, 'downloads'));
    archive('downloads/artifact.zip', [{ name: 'a.tap', bytes: tap }]);
    const [report] = await open('downloads');
    expect(report?.name).toBe('downloads/artifact.zip/a.tap');
    expect(await report?.hash()).toBe(sha256(tap));
  });

  test('with names that lead elsewhere is read, and nothing is written', async () => {
    const names = [
      '../../escape.tap',
      '/etc/escape.tap',
      'C:\\escape.tap',
      '..\\..\\back.tap',
      'a\u0000b.tap',
    ];
    archive(
      'hostile.zip',
      names.map((name) => ({ name, bytes: tap })),
    );
    const { texts } = await unpackedFrom('hostile.zip');
    expect(Object.keys(texts)).toHaveLength(names.length);
    expect(readdirSync(folder)).toEqual(['outside.xml', 'workspace']);
  });

  test('of logs tells each job once', async () => {
    const log = '2026-11-19T10:00:00.1234567Z ##[group]Run npm test\n';
    archive('logs.zip', [
      { name: '0_test (22).txt', bytes: log },
      { name: 'test (22)/1_Set up job.txt', bytes: log },
      { name: 'test (22)/5_Run npm test.txt', bytes: log },
      { name: 'other/notes.txt', bytes: log },
    ]);
    expect(Object.keys((await unpackedFrom('logs.zip')).texts)).toEqual([
      'logs.zip/0_test (22).txt',
      'logs.zip/other/notes.txt',
    ]);
  });

  test('that would fill the memory is not unpacked', async () => {
    const zeros = new Uint8Array(20_000_000);
    archive('bomb.zip', [
      { name: 'bomb.xml', bytes: zeros },
      { name: 'a.tap', bytes: tap },
    ]);
    const { texts, passedOver } = await unpackedFrom('bomb.zip');
    expect(Object.keys(texts)).toEqual(['bomb.zip/a.tap']);
    expect(passedOver[0]).toMatch(
      /^bomb.zip\/bomb.xml: it would become \d+ times larger when it is unpacked/,
    );
  });

  test('that lies about a size is read no further than it said', async () => {
    archive('lie.zip', [
      { name: 'lie.xml', bytes: '<testsuite>'.repeat(100_000), saidSize: 100 },
      { name: 'a.tap', bytes: tap },
    ]);
    const { texts, passedOver } = await unpackedFrom('lie.zip');
    expect(Object.keys(texts)).toEqual(['lie.zip/a.tap']);
    expect(passedOver[0]).toMatch(/^lie.zip\/lie.xml: it cannot be unpacked: too many bytes/);
  });

  test('whose bytes were changed is read, and that is said', async () => {
    const bytes = makeZip([{ name: 'a.tap', bytes: tap, method: 0 }]);
    bytes[bytes.indexOf('adds')] = 'o'.charCodeAt(0);
    writeFileSync(join(root, 'changed.zip'), bytes);
    await expect(unpackedFrom('changed.zip')).rejects.toThrow('it is damaged: its checksum is another one');
  });

  test('may be cut off or damaged anywhere', async () => {
    const whole = makeZip([
      { name: 'a.tap', bytes: tap },
      { name: 'b.xml', bytes: '<testsuite/>' },
    ]);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(join(root, 'cut.zip'), whole.subarray(0, length));
      if (length < 4) continue;
      await expect(unpackedFrom('cut.zip')).rejects.toThrow('the archive is damaged or cut off');
    }
    for (let at = 4; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = 0xff - (damaged[at] ?? 0);
      writeFileSync(join(root, 'damaged.zip'), damaged);
      await unpackedFrom('damaged.zip').catch((error: unknown) =>
        expect(String(error)).toMatch(
          /damaged|unpacked|no test report|too many|not enough|invalid|unexpected/,
        ),
      );
    }
  });
});
