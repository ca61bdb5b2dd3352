// Facts of sources, made once per content and read back ever after.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText, contentId, digestOf } from '../../kernel/index.ts';
import {
  createMemoryStore,
  currentFrames,
  defineFrameTypes,
  type Ledger,
  putFrame,
  type Store,
} from '../../ledger/index.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { contextTypes } from './create-producers.ts';
import { decodeFacts, encodeFacts, produceTerms, termsBasis, termsType } from './produce-terms.ts';
import { readSourceFacts } from './source-facts.ts';

type Files = Readonly<Record<string, string>>;

function newLedger(changes: Partial<Store> = {}): Ledger {
  const store = { ...createMemoryStore(), ...changes };
  return { store, types: defineFrameTypes(...contextTypes), clock: createFakeClock() };
}

/** Produces the terms of files, and tells which of them were read. */
async function produce(ledger: Ledger, files: Files, onDisk: Files = files) {
  const read: string[] = [];
  const produced = await produceTerms(ledger, {
    files: Object.entries(files).map(([path, text]) => ({ path, contentId: contentId(text) })),
    read(path) {
      read.push(path);
      const text = onDisk[path];
      return text === undefined ? undefined : Buffer.from(text);
    },
  });
  return { ...produced, read };
}

const java = 'class First { @Test void run() { load("a/b/c"); load("some words"); } }';
const python = 'def größe(): # comment\n  return 名前()';
const factsOf = (path: string, text: string) => readSourceFacts(path, Buffer.from(text));

test('facts are made once and read back equal, in the same order', async () => {
  const ledger = newLedger();
  const files = { 'a.java': java, 'b/c.py': python, 'empty.js': '', 'README.md': 'none', Makefile: 'x:' };
  const first = await produce(ledger, files);
  const again = await produce(ledger, files);
  expect([first.made, first.reused, again.made, again.reused]).toEqual([3, 0, 0, 3]);
  expect([first.read, again.read]).toEqual([['a.java', 'b/c.py', 'empty.js'], []]);
  for (const { facts, skipped } of [first, again]) {
    expect(skipped).toEqual([]);
    expect([...facts.keys()]).toEqual(['a.java', 'b/c.py', 'empty.js']);
    for (const [path, found] of facts) {
      const { terms, declared, names, hasTestMarks } =
        factsOf(path, files[path as 'a.java']) ?? expect.fail();
      expect([...found.terms]).toEqual([...terms]);
      expect([...found.declared]).toEqual([...declared]);
      expect([...found.names]).toEqual([...names]);
      expect(found.hasTestMarks).toBe(hasTestMarks);
    }
  }
});

test('a frame is about the path, by `terms`, and rests on the bytes', async () => {
  const ledger = newLedger();
  await produce(ledger, { 'a.java': java });
  const [head] = await currentFrames(ledger, { kind: 'node', id: 'a.java' });
  expect(head).toMatchObject({ type: 'terms', frame: { agent: 'terms' } });
  expect(head?.basis).toEqual({
    inputs: [contentId(java)],
    policy: { extension: 'java' },
    producer: { name: 'terms', version: '2' },
  });
});

test.each<[string, Files, Files, { made: number; reused: number }]>([
  ['the same bytes elsewhere', { 'a.java': java }, { 'b/a.JAVA': java }, { made: 0, reused: 1 }],
  ['the same bytes in another language', { 'a.java': java }, { 'a.py': java }, { made: 1, reused: 0 }],
  ['other bytes', { 'a.java': java }, { 'a.java': `${java} ` }, { made: 1, reused: 0 }],
  ['the same bytes twice', {}, { 'a.js': 'go()', 'b.js': 'go()', 'c.js': 'stop()' }, { made: 2, reused: 0 }],
  ['bytes that are no text', {}, { 'a.ts': 'a\0b' }, { made: 1, reused: 0 }],
  ['bytes that are no text, again', { 'a.ts': 'a\0b' }, { 'a.ts': 'a\0b' }, { made: 0, reused: 1 }],
])('%s', async (_, before, files, counts) => {
  const ledger = newLedger();
  await produce(ledger, before);
  const produced = await produce(ledger, files);
  expect(produced).toMatchObject({ ...counts, skipped: [] });
  const expected = Object.entries(files).map(([path, text]) => [path, factsOf(path, text)] as const);
  expect(produced.facts).toEqual(new Map(expected.filter(([, facts]) => facts !== undefined)));
});

test('a file that changed since the scan or cannot be read is skipped, and nothing is kept of it', async () => {
  const ledger = newLedger();
  const scanned = { 'a.js': 'old()', 'b.js': 'gone()', 'c.js': 'here()', 'd.js': 'old()' };
  const first = await produce(ledger, scanned, { 'a.js': 'new()', 'c.js': 'here()' });
  expect(first).toMatchObject({ made: 1, reused: 0, skipped: ['a.js', 'b.js', 'd.js'] });
  const second = await produce(ledger, scanned, { 'd.js': 'old()' });
  expect(second).toMatchObject({ made: 1, reused: 1, skipped: ['b.js'] });
  expect([...second.facts.keys()]).toEqual(['a.js', 'c.js', 'd.js']);
});

describe('facts that were removed from the ledger', () => {
  const files = { 'a.js': 'go()', 'b.js': 'stop()' };
  const goFacts = encodeFacts(factsOf('a.js', 'go()') ?? null);

  async function removed(reason: 'dropped' | 'erased'): Promise<Ledger> {
    const ledger = newLedger();
    await produce(ledger, { 'a.js': 'go()' });
    const session = await ledger.store.maintain();
    await session.apply({ tombstones: [{ id: digestOf(contentId(goFacts)), reason, agent: 'terms' }] });
    await session.commit();
    return ledger;
  }

  test.each(['dropped', 'erased'] as const)('are made again where they were %s', async (reason) => {
    const ledger = await removed(reason);
    const produced = await produce(ledger, files);
    expect(produced).toMatchObject({ made: 2, reused: 0 });
    expect([...produced.facts.keys()]).toEqual(['a.js', 'b.js']);
    expect((await produce(ledger, files)).facts.get('b.js')).toEqual(factsOf('b.js', 'stop()'));
  });

  test('stay erased, though the others are kept', async () => {
    const ledger = await removed('erased');
    await produce(ledger, { 'c.js': 'go(); // comment', ...files });
    expect(await produce(ledger, files)).toMatchObject({ made: 1, reused: 1 });
    expect(await ledger.store.hasMany([digestOf(contentId(goFacts))])).toEqual([false]);
  });
});

test('what another agent or type says of the same bytes is not taken for facts', async () => {
  const ledger = newLedger();
  const basis = termsBasis({ path: 'a.js', contentId: contentId('go()') });
  const subject = { kind: 'node', id: 'a.js' } as const;
  const content = encodeFacts(factsOf('a.js', 'forged()') ?? null);
  await putFrame(ledger, { subject, type: 'terms', agent: 'person', basis, content });
  const produced = await produce(ledger, { 'a.js': 'go()' });
  expect(produced).toMatchObject({ made: 1, reused: 0 });
  expect(produced.facts.get('a.js')).toEqual(factsOf('a.js', 'go()'));
});

test('many sources are asked for in few calls', async () => {
  const files = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`${n}.js`, `go${n}()`]));
  const calls: string[] = [];
  const { getMany, commit } = createMemoryStore();
  const ledger = newLedger({
    getMany: (ids) => {
      calls.push('getMany');
      return getMany(ids);
    },
    commit: (batch) => {
      calls.push('commit');
      return commit(batch);
    },
  });
  expect((await produce(ledger, files)).made).toBe(1_500);
  expect(calls.filter((call) => call === 'commit')).toHaveLength(2);
  expect(calls.length).toBeLessThan(8);
});

const forged = {
  counts: '1',
  declared: '',
  fileLiterals: '',
  hasTestMarks: false,
  imports: '',
  names: '',
  namespace: '',
  terms: 'go',
};
test.each<[string, unknown, boolean]>([
  ['facts', forged, true],
  ['null', null, true],
  ['a list', [], false],
  ['a text', 'go', false],
  ['no counts', { ...forged, counts: undefined as never }, false],
  ['counts that are numbers', { ...forged, counts: 1 }, false],
  ['marks that are a text', { ...forged, hasTestMarks: 'yes' }, false],
])('a content of %s fits its type or not', (_, content, fits) => {
  const value = JSON.parse(JSON.stringify(content));
  expect(termsType.check?.(value) === null).toBe(fits);
  expect(decodeFacts(Buffer.from(canonicalText(value))) !== undefined).toBe(fits);
});

test('what a former version kept is valid, and not read back', () => {
  const { imports: _imports, namespace: _namespace, ...former } = forged;
  expect(termsType.check?.(former)).toBeNull();
  expect(decodeFacts(Buffer.from(canonicalText(former)))).toBeUndefined();
});

test.each(['', '1 2', 'x', '1.5', '99999999999999999999'])(
  'counts of `%s` for one term are none',
  (counts) => {
    expect(decodeFacts(Buffer.from(canonicalText({ ...forged, counts })))).toBeUndefined();
  },
);

test('whatever a source holds, its facts come back as they were', () => {
  const piece = fc.constantFrom(
    'class ',
    'def ',
    '名前',
    '\u{1d400}x',
    '__proto__',
    '"a/b"',
    "'",
    '`',
    '(',
    '){',
    '\ud800',
    ' ',
    '\n',
    '\u0000',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 30 }), (pieces) => {
      const facts = readSourceFacts('a.ts', Buffer.from(pieces.join(''))) ?? null;
      expect(decodeFacts(Buffer.from(encodeFacts(facts)))).toEqual(facts);
    }),
    { numRuns: 300 },
  );
});
