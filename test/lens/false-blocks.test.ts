// How often the guard blocks what is harmless: the measurement tells a quote from a mistake, this project's own text is
// told whole beside a thousand locked tokens of usual shapes, and the page says what was measured.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Corpus, readCorpus } from '../../scripts/false-block-corpus.ts';
import { measureShape } from '../../scripts/false-block-measure.ts';
import { renderLeakGuard } from '../../scripts/false-block-page.ts';
import { type Shape, shapes } from '../../scripts/false-block-shapes.ts';
import type { FactDraft } from '../../src/disclosure/oracle/index.ts';
import { allThatLeaves, textFor } from '../leaks/all-that-leaves.ts';
import { fact, oracleWith, secret } from './sample-world.ts';

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

describe('something harmless beside something locked', () => {
  /** Compiles the packs of everyone from facts. */
  const told = async (...facts: readonly FactDraft[]) => allThatLeaves(await oracleWith(facts));
  const toKeeper = async (...facts: readonly FactDraft[]) => textFor(await told(...facts), 'keeper');

  test('is told where it contains a common word that nobody named', async () => {
    const text = await toKeeper(
      secret({ status: 'active' }),
      fact('the ward is inactive'),
      fact('it is active'),
    );
    expect(text).toContain('the ward is inactive');
    expect(text).not.toContain('it is active');
  });

  test('is told beside a grade that is one letter and a sign', async () => {
    const grade = secret({ grade: 'A+' }, { precise: ['/grade'] });
    const text = await toKeeper(grade, fact('a man had a plan'), fact('she got an A+ for it'));
    expect(text).toContain('a man had a plan');
    expect(text).not.toContain('A+');
  });

  test('is told where something locked cites its handle', async () => {
    const oracle = await oracleWith([fact('the bridge is out')]);
    const { handle, factId } = await oracle.appendFact(fact('the mill is shut'));
    for (const payload of [
      { see: handle },
      `it follows from ${handle} and from nothing else`,
      { id: factId, short: handle.slice(6, 22) },
    ])
      await oracle.appendFact(secret(payload));
    const outputs = await allThatLeaves(oracle);
    expect(outputs.filter(({ text }) => text.includes('leak-blocked'))).toEqual([]);
    expect(textFor(outputs, 'keeper')).toContain('the mill is shut');
  });

  test('is told in a gist for everyone that repeats a leaf which nobody named', async () => {
    const ogre = secret(
      { name: 'Brulgomar Longtooth', weakness: 'cold-iron-nails' },
      { gist: 'Brulgomar Longtooth hunts here' },
    );
    const text = await toKeeper(ogre, fact('bring cold iron nails'));
    expect(text).toContain('Brulgomar Longtooth hunts here');
    expect(text).not.toContain('cold iron');
  });

  test('is not told in a gist that says a leaf which is named, nor in one for a few', async () => {
    const payload = { name: 'Brulgomar Longtooth' };
    const gist = 'Brulgomar Longtooth hunts here';
    for (const further of [{ precise: ['/name'] }, { visibility: { consumers: ['keeper'] } }])
      expect(
        await toKeeper(secret(payload, { gist, ...further }), fact('by Brulgomar Longtooth')),
      ).not.toContain('Brulgomar');
  });
});

test('the page says what was measured, on several projects', () => {
  const page = readFileSync(join(root, 'docs/reference/leak-guard.md'), 'utf8');
  expect(page).toBe(renderLeakGuard());
});
