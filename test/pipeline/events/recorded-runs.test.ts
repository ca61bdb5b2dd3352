// Runs that programs of every version of events have recorded, read by today's: each folder has the export of a small
// workspace and what the program that made it showed of it. They are kept for ever, and never made anew.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ReportDocument, RunModel } from '../../../src/record/index.ts';
import { ask, penumbra, type RunOptions, temporaryFolder } from '../../e2e/penumbra.ts';

const folder = join(import.meta.dirname, '../../fixtures/recorded-runs');
const versions = readdirSync(folder);

test('there is a run of the first version', () => {
  expect(versions).toContain('version-1');
});

describe.each(versions)('a run recorded with events of %s', (version) => {
  const file = (name: string) => join(folder, version, name);
  const json = <Value>(name: string): Value => JSON.parse(readFileSync(file(name), 'utf8'));

  function importRun(): RunOptions {
    const at = { cwd: temporaryFolder() };
    const input = gunzipSync(readFileSync(file('run.penumbra.gz')));
    ask(['import', '-', '--workspace', '.'], { ...at, input });
    return at;
  }

  test('is listed, shown and reported as it was then', async () => {
    const at = importRun();
    const shown = (...args: readonly string[]) => {
      const { stdout, stderr, status } = penumbra(args, at);
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      return stdout;
    };
    await expect(shown('runs')).toMatchFileSnapshot(file('runs.txt'));
    await expect(shown('show', 'latest')).toMatchFileSnapshot(file('show.txt'));
    await expect(shown('resume', 'latest')).toMatchFileSnapshot(file('report.txt'));
    expect(ask<ReportDocument>(['resume', 'latest'], at)).toEqual(json<ReportDocument>('report.json'));
    expect(ask<RunModel>(['show', 'latest'], at)).toMatchObject(json<RunModel>('show.json'));
  });

  test('is whole: nothing in it is unread, and it is valid', () => {
    const at = importRun();
    const { entries, unread } = ask<RunModel>(['show', 'latest'], at);
    expect({ unread, hasEvents: entries > 100 }).toEqual({ unread: 0, hasEvents: true });
    expect(ask(['validate'], at)).toMatchObject({ ok: true });
  });
});
