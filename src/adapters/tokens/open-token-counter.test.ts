// Token counts: equal to the pinned tokenizer's, whatever the text spells, and in linear time.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { countTokens, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { cutRuns, LONGEST_RUN } from './encode-text.ts';
import { openTokenCounter } from './open-token-counter.ts';

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const counter = openTokenCounter();
const encoder = new TextEncoder();

async function check(text: string, expected: number) {
  expect(await counter.count(text)).toBe(expected);
}

test.each<[string, string, number]>([
  ['no text', '', 0],
  ['words', 'hello world', 2],
  ['code', 'const answer = 42;\n', 6],
  ['other scripts', '日本語', 2],
  ['a name of a control token as text', '<|endoftext|>', 7],
  ['several of them', '<|im_start|>x<|fim_prefix|>', 13],
  ['a lone surrogate', '\ud800', 1],
])('counts %s', async (_, text, expected) => {
  await check(text, expected);
});

test.each<[string, string, number]>([
  ['a letter', 'a'.repeat(10_000_000), 1_250_000],
  ['blanks', ' '.repeat(10_000_000), 78_125],
  ['line ends and slashes after a sign', `=${'\n/'.repeat(500_000)}`, 500_000],
  ['marks', '\u0301'.repeat(3_000_000), 3_000_000],
  ['pairs', '😀'.repeat(500_000), 500_000],
])('counts a long run of %s in a moment', async (_, text, expected) => {
  await check(text, expected);
});

test('what has no long run is counted exactly as the tokenizer does', async () => {
  const sources = ['open-token-counter.ts', 'encode-text.ts', 'open-token-counter.test.ts'];
  for (const source of sources) {
    const text = readFileSync(new URL(source, import.meta.url), 'utf8');
    await check(text, countTokens(text, plain));
  }
  const text = fc.string({ unit: 'binary', maxLength: LONGEST_RUN - 1 });
  await fc.assert(fc.asyncProperty(text, (one) => check(one, countTokens(one, plain))));
});

test('no text throws, parts are the text, and no token is longer than is said', async () => {
  const unit = fc.constantFrom(
    'a',
    'É',
    '\u0301',
    ' ',
    '\n',
    '/',
    '=',
    '7',
    '😀',
    '\ud800',
    '<|endoftext|>',
    '漢',
  );
  const runs = fc.array(fc.tuple(unit, fc.integer({ min: 1, max: 600 })), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(runs, async (list) => {
      const text = list.map(([one, times]) => one.repeat(times)).join('');
      expect([...cutRuns(text)].join('')).toBe(text);
      const count = await counter.count(text);
      expect(count * counter.longestTokenBytes).toBeGreaterThanOrEqual(encoder.encode(text).length);
    }),
    { numRuns: 50 },
  );
});

test('the longest token is as long as is said', () => {
  const blanks = ' '.repeat(counter.longestTokenBytes);
  expect([encode(blanks).length, encode(`${blanks} `).length]).toEqual([1, 2]);
});

test('the version is that of the installed package', () => {
  const { version } = createRequire(import.meta.url)('gpt-tokenizer/package.json');
  expect([counter.name, counter.version]).toEqual(['o200k_base', version]);
});

test('a counter that keeps few counts, or none, counts the same', async () => {
  for (const keptCounts of [0, 1, 2]) {
    const small = openTokenCounter({ keptCounts });
    const texts = ['one', 'one two', 'one', 'one two three', 'one two', 'one'];
    expect(await Promise.all(texts.map(small.count))).toEqual([1, 2, 1, 3, 2, 1]);
  }
});

test('the tokenizer is loaded when a text is first counted, and not before', () => {
  const script = `
    import { registerHooks } from 'node:module';
    let loaded = 0;
    registerHooks({ load: (url, context, next) => (loaded += url.includes('gpt-tokenizer') ? 1 : 0, next(url, context)) });
    const { openTokenCounter } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
    const counter = openTokenCounter();
    const before = loaded;
    await counter.count('one');
    console.log(JSON.stringify([before, loaded > 0]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect([stdout.trim(), stderr]).toEqual(['[0,true]', '']);
});
