// Sources that are made to break parsers, in every language, and one that a grammar runs out of memory with.

import { expect, test } from 'vitest';
import { openSyntaxParser } from '../../src/adapters/parsers/index.ts';
import { checkHostileSource, hostileSources } from './hostile-sources.ts';
import { sourceSamples } from './source-samples.ts';

test.each(hostileSources)('%s in every language', async (_, source) => {
  await checkHostileSource(
    source,
    sourceSamples.map(({ path }) => path),
  );
});

test('a parser that runs out of memory leaves nothing behind for the next source', async () => {
  const own = openSyntaxParser();
  const parse = (text: string) => own.parse({ language: 'java', text, enters: () => true });
  const before = await parse('class A {}');
  expect(await parse('a<'.repeat(5_000))).toEqual([]);
  const after = await Promise.all([parse('class A {}'), parse('a<'.repeat(5_000)), parse('class A {}')]);
  expect(after).toEqual([before, [], before]);
});
