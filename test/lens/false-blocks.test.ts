// How often the guard blocks what is harmless: the measurement tells a quote from a mistake, this project's own text is
// told whole beside a thousand locked tokens of usual shapes, and the page says what was measured.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Corpus, readCorpus } from '../../scripts/false-block-corpus.ts';
import { measureShape } from '../../scripts/false-block-measure.ts';
import { renderLeakGuard } from '../../scripts/false-block-page.ts';
import { type Shape, shapes } from '../../scripts/false-block-shapes.ts';

const root = join(import.meta.dirname, '../..');

describe('a fact beside the locked token `Hollow Mill`', () => {
  const shape: Shape = { group: 'names', name: 'one', isNamed: false, tokens: () => ['Hollow Mill'] };

  /** Measures one fact and returns what its block was counted as, with the cause if it was a mistake. */
  async function check(text: string, expected: string): Promise<void> {
    const facts = [{ kind: 'code' as const, payload: { text } }];
    const corpus: Corpus = { project: 'p', revision: 'r', facts, heldOut: { reports: [], sources: [] } };
    const { figures } = await measureShape(corpus, shape);
    const { quoted, contained, blockedFalsely, causes } = figures;
    const counted = { quoted, contained, false: blockedFalsely };
    const named = Object.entries(counted).flatMap(([kind, count]) => (count === 1 ? [kind] : []));
    expect([...named, ...Object.keys(causes)].join(', ')).toBe(expected);
  }

  test.each([
    ['the hollow mill burns', 'quoted'],
    ['seven hollow-mills', 'contained'],
    ['the h0ll0w mi1l', 'false, look-alike characters'],
    ['so lliM wolloH it is', 'false, backwards'],
    ['Ubyybj Zvyy', 'false, ROT13'],
    ['a mill, and hollow', ''],
  ])('that says `%s` counts as: %s', check);
});

test('of a hundred facts of this project, at most one is blocked beside a thousand names, keys or numbers', async () => {
  const corpus = readCorpus(root, []);
  const facts = corpus.facts.slice(0, 100);
  const usual = ['people, given and family name', 'hex keys', 'of 12 digits'];
  const chosen = shapes.filter(({ name }) => usual.includes(name));
  const all = [];
  for (const shape of chosen) all.push((await measureShape({ ...corpus, facts }, shape)).figures);
  expect(all.map(({ tokens, facts: offered }) => [tokens, offered])).toEqual(usual.map(() => [1_000, 100]));
  expect(all.filter(({ blockedFalsely }) => blockedFalsely > 1)).toEqual([]);
  expect(all.filter(({ refused }) => refused > 0)).toEqual([]);
});

test('the page says what was measured, on several projects', () => {
  const page = readFileSync(join(root, 'docs/reference/leak-guard.md'), 'utf8');
  expect(page).toBe(renderLeakGuard());
});
