// How often the guard blocks what is harmless: a thousand tokens against the prose and the source of this project.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedFiles } from '../../scripts/listed-files.ts';
import { compileGuard } from '../../src/lens/index.ts';

const root = join(import.meta.dirname, '../..');
const first = 'amber birch cobalt dusk ember flint garnet hazel ivory juniper'.split(' ');
const second = 'harbour lantern meadow orchard pillar quarry ridge saddle thicket vault'.split(' ');

/** Names, codes and numbers, a thousand in all: of the shapes that are worth locking. */
const tokens = [
  ...first.flatMap((one) => second.map((two) => `${one} ${two}`)),
  ...Array.from({ length: 400 }, (_, index) => `${first[index % 10]}-${(index * 7919) % 9973}`),
  ...Array.from({ length: 400 }, (_, index) => String(1_000_003 + index * 15_485_863)),
  ...Array.from({ length: 100 }, (_, index) => String(3_001 + index * 67)),
];

test('of a thousand paragraphs with none of the tokens, at most five are blocked', () => {
  const guard = compileGuard([{ handle: 'locked:1', tokens }]);
  const paragraphs = listedFiles({ root })
    .filter((file) => /[.](md|ts)$/.test(file) && !file.startsWith('test/') && !file.startsWith('bench/'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split(/\n\s*\n/))
    .filter((paragraph) => !tokens.some((token) => paragraph.includes(token)));
  const blocked = paragraphs.filter((paragraph) => guard.scan(paragraph).length > 0);
  expect(tokens).toHaveLength(1_000);
  expect(paragraphs.length).toBeGreaterThan(1_000);
  expect(Math.floor((blocked.length * 1_000) / paragraphs.length)).toBeLessThanOrEqual(5);
});
