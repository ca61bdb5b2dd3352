// `penumbra/record` as it is published runs where there is no node: nothing of it needs more than the language.

import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { foldRun } from '../../../src/record/index.ts';
import { sampleEvents } from './sample-events.ts';

const root = join(import.meta.dirname, '../../..');

test('the record is bundled for a browser from its own files alone, and folds a run there', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export * from 'penumbra/record';", resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'record',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.inputs).filter((file) => file !== '<stdin>');
  expect(files).toContain('dist/lib/record/index.js');
  expect(files.filter((file) => !/^dist[/]lib[/](record|parts)[/][\w-]+[.]js$/.test(file))).toEqual([]);
  const entries = sampleEvents.map((event, index) => ({ sequence: index + 1, event }));
  const context = createContext({ text: JSON.stringify(entries) });
  const program = `${outputFiles[0]?.text}\nJSON.stringify(record.foldLog(JSON.parse(text)))`;
  expect(JSON.parse(runInContext(program, context))).toEqual({ model: foldRun(sampleEvents) });
});
