// Composing over a small tree in memory: what is gathered, in which order it comes, and what is left out and why.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContentId, compareCodePoints, contentId, makeId, sha256 } from '../../kernel/index.ts';
import type { NodeFrame } from '../frames/read-node.ts';
import { lastName, nodeIdOf, parentPath } from '../scan/tree-ids.ts';
import { createBm25Corpus } from './bm25.ts';
import { type ComposeServices, composeContext, type LazyTokenCounter, textTerms } from './compose-context.ts';
import type { ComposeRequest, FrameBounds } from './compose-request.ts';
import type { ContextReader } from './gather-current.ts';

type Draft = {
  readonly path: string;
  readonly text: string | null;
  readonly type?: string;
  readonly agent?: string;
  readonly ms?: number;
  readonly isStale?: boolean;
};

const paths = ['.', 'src', 'src/a.ts', 'src/b.ts', 'src/sub', 'src/sub/c.ts', 'docs', 'docs/d.md'];
const noBasis = { basisId: makeId('basis', sha256('')), basis: { inputs: [] } };
const staleness = { reason: 'invalidated', input: 'x', from: null, to: null, since: null } as const;

function frameOf({ path, text, type = 'note', agent = 'person', ms = 0, isStale = false }: Draft): NodeFrame {
  const frameId = makeId('frame', sha256(JSON.stringify([path, text, type, agent, ms])));
  const content = text === null ? null : new TextEncoder().encode(text);
  const place = { recordedAs: path, sequence: 1, recordedMs: ms, mediaType: 'text/plain' };
  const told = { frameId, type, agent, content, contentId: contentId(text ?? 'gone'), fresh: !isStale };
  return { ...told, ...place, ...noBasis, ...(isStale && { stale: staleness }) };
}

/** Reads drafts in the order they are given, over the paths above. */
function readerOf(drafts: readonly Draft[]): ContextReader {
  const nodes = paths.map((path) => {
    const kind = lastName(path).includes('.') && path !== '.' ? ('file' as const) : ('directory' as const);
    const place = { path, kind, contentId: contentId(path) as ContentId };
    return { ...place, size: 0, nodeId: nodeIdOf(place) };
  });
  const at = (path: string) => nodes.find((node) => node.path === path);
  return {
    at,
    children: (path) =>
      at(path)?.kind === 'directory' ? nodes.filter((node) => parentPath(node.path) === path) : undefined,
    currentFrames: async (path) => drafts.filter((draft) => draft.path === path).map(frameOf),
  };
}

/** Counts words, one for each blank begun. */
const wordCounter: LazyTokenCounter = {
  name: 'words',
  version: '1',
  longestTokenBytes: 64,
  count: async (text) => text.split(' ').length,
};
const services: ComposeServices = {
  counter: wordCounter,
  orders: [
    { name: 'longest', version: '3', score: ({ content }) => content?.length ?? 0 },
    { name: 'by-path', version: '1', compare: (left, right) => compareCodePoints(left.path, right.path) },
    { name: 'contrary', version: '1', compare: () => 1 },
    { name: 'no-order', version: '1', compare: () => Number.NaN },
    { name: 'no-score', version: '1', score: () => 0.5 },
  ],
};
const compose = (drafts: readonly Draft[], request: ComposeRequest) =>
  composeContext(readerOf(drafts), request, services);
const textOf = ({ content }: NodeFrame) => new TextDecoder().decode(content ?? undefined);

async function check(drafts: readonly Draft[], request: ComposeRequest, expected: string, leftOut = '') {
  const composition = await compose(drafts, request);
  expect(composition.frames.map(textOf).join(' | ')).toBe(expected);
  const texts = new Map(drafts.map((draft) => [frameOf(draft).frameId, draft.text ?? draft.path]));
  const left = composition.leftOut.map(({ frameId, bound }) => `${texts.get(frameId)}: ${bound}`);
  expect(left.sort().join(' | ')).toBe(leftOut);
}

const path = 'src/a.ts';
const everywhere = paths.map((place, index) => ({ path: place, text: `at ${place}`, ms: 100 - index }));

test.each<[string, Partial<ComposeRequest>, string]>([
  ['the node and its ancestors', {}, 'at . | at src | at src/a.ts'],
  ['the parent', { sources: ['parent'] }, 'at src'],
  ['siblings without the node', { sources: ['siblings'] }, 'at src/b.ts | at src/sub'],
  ['children', { path: 'src', sources: ['children'] }, 'at src/a.ts | at src/b.ts | at src/sub'],
  ['no children of a file', { sources: ['children'] }, ''],
  [
    'no parent, ancestors or siblings of the root',
    { path: '.', sources: ['parent', 'ancestors', 'siblings'] },
    '',
  ],
  ['related nodes', { sources: ['related'], related: ['docs', 'docs/d.md'] }, 'at docs | at docs/d.md'],
  ['subjects', { subjects: ['docs'], sources: ['subjects'] }, 'at docs'],
  ['one node once', { sources: ['node', 'related'], related: [path, path] }, 'at src/a.ts'],
  ['nothing where nothing is asked for', { sources: [] }, ''],
])('gathers %s', async (_, request, expected) => {
  await check(everywhere, { path, ...request }, expected);
});

test('a node that several sources lead to belongs to the nearest', async () => {
  const sources = ['ancestors', 'parent', 'related'] as const;
  const { frames } = await compose(everywhere, { path, sources, related: ['src', '.', 'docs'] });
  const places = Object.fromEntries(frames.map((frame) => [frame.path, frame.source]));
  expect(places).toEqual({ src: 'parent', '.': 'ancestors', docs: 'related' });
});

test('related paths without a node are skipped and named', async () => {
  const request = { path, sources: ['related'] as const, related: ['z', 'docs', 'b/c', 'z', '__proto__'] };
  expect(await compose(everywhere, request)).toMatchObject({
    frames: [{ path: 'docs' }],
    missing: ['__proto__', 'b/c', 'z'],
  });
});

test.each([
  ['src/aa.ts', /^there is nothing at `src\/aa\.ts` \(did you mean `src\/a\.ts`\?\)$/],
  ['scr/a.ts', /^there is nothing at `scr\/a\.ts` \(did you mean `src`\?\)$/],
  ['./src', /^there is nothing at `\.\/src` \(did you mean `src`\?\)$/],
  ['', /^there is nothing at ``$/],
  ['/'.repeat(10_000), /^there is nothing at `\/{9}/],
  ['src/a.ts/../../..', /^there is nothing at `src\/a\.ts\/\.\.\/\.\.\/\.\.`$/],
])('an unknown path `%.20s` is told with what may be meant', async (unknown, message) => {
  await expect(compose(everywhere, { path: unknown })).rejects.toMatchObject({
    code: 'node-not-found',
    message: expect.stringMatching(message),
    hint: expect.stringContaining('name a path below the root'),
  });
});

const mixed: Draft[] = [
  { path, text: 'timeout of the socket', type: 'note', agent: 'person', ms: 1 },
  { path, text: 'socket socket timeout', type: 'digest', agent: 'fire', ms: 2 },
  { path: 'src', text: 'nothing about it 404', type: 'note', agent: 'water', ms: 3 },
  { path: '.', text: 'the timeout', type: 'outline', agent: 'fire', ms: 4 },
];
const [t1, t2, t3, t4] = mixed.map(({ text }) => text);

test.each<[string, Partial<ComposeRequest>, unknown[]]>([
  ['recency', {}, [t4, t3, t2, t1]],
  ['type, the listed first', { types: ['outline', 'note', 'outline'] }, [t4, t3, t1, t2]],
  ['type without a list, by name', { order: 'type' }, [t2, t3, t1, t4]],
  ['agent', { agents: ['water'] }, [t3, t4, t2, t1]],
  ['relevance', { query: 'Socket timeout' }, [t2, t1, t4, t3]],
  ['relevance of a number', { query: '404' }, [t3, ...[t1, t2].sort(byFrameId), t4]],
  ['a score of its own', { order: 'longest' }, [...[t1, t2].sort(byFrameId), t3, t4]],
  ['a comparison of its own', { order: 'by-path' }, [t4, t3, ...[t1, t2].sort(byFrameId)]],
])('orders by %s', async (_, request, expected) => {
  await check(mixed, { path, ...request }, expected.join(' | '));
});

function byFrameId(left: string | null | undefined, right: string | null | undefined): number {
  const idOf = (text: unknown) => mixed.filter((draft) => draft.text === text).map(frameOf)[0]?.frameId ?? '';
  return compareCodePoints(idOf(left), idOf(right));
}

test('one of two frames that answers the query comes first, and says its score', async () => {
  const drafts = [
    { path, text: 'dull', ms: 9 },
    { path: '.', text: 'the fault', ms: 1 },
  ];
  const { frames, order } = await compose(drafts, { path, query: 'fault' });
  expect(frames.map(textOf)).toEqual(['the fault', 'dull']);
  expect(frames.map(({ score }) => Math.sign(score ?? -1))).toEqual([1, 0]);
  expect(order).toEqual({ name: 'relevance', version: '1' });
});

test.each(['no-order', 'no-score'])('a custom order that gives no number is a fault: %s', async (order) => {
  await expect(compose(mixed, { path, order })).rejects.toMatchObject({ code: 'usage' });
});

test.each<[string, Partial<ComposeRequest>, string, string]>([
  ['frames', { bounds: { maxFrames: 1 } }, 'ccc cc', 'a: frames | bb b b: frames | ee: frames'],
  [
    'bytes, and later ones may still fit',
    { bounds: { maxBytes: 8 } },
    'ccc cc | ee',
    'a: bytes | bb b b: bytes',
  ],
  ['tokens', { bounds: { maxTokens: 4 } }, 'ccc cc | ee | a', 'bb b b: tokens'],
  ['no frames', { bounds: { maxFrames: 0 } }, '', 'a: frames | bb b b: frames | ccc cc: frames | ee: frames'],
  ['no tokens', { bounds: { maxTokens: 0 } }, '', 'a: tokens | bb b b: tokens | ccc cc: tokens | ee: tokens'],
  ['several', { bounds: { maxFrames: 2, maxBytes: 6 } }, 'ccc cc', 'a: bytes | bb b b: bytes | ee: bytes'],
  ['types that are wanted', { include: { types: ['x'] } }, 'ee', ''],
  ['types that are not', { exclude: { types: ['x'], agents: ['fire'] } }, 'ccc cc | a', ''],
  ['no type at all', { include: { types: [] } }, '', ''],
])('is bound by %s', async (_, request, expected, leftOut) => {
  const drafts = [
    { path, text: 'ccc cc', ms: 9 },
    { path, text: 'bb b b', agent: 'fire', ms: 8 },
    { path, text: 'ee', type: 'x', ms: 7 },
    { path, text: 'a', ms: 6 },
  ];
  await check(drafts, { path, ...request }, expected, leftOut);
});

describe('what cannot be composed', () => {
  const drafts: Draft[] = [
    { path, text: null, ms: 9 },
    { path, text: 'old', ms: 8, isStale: true },
    { path: 'src', text: 'same', ms: 7 },
    { path: '.', text: 'same', ms: 6 },
    { path: '.', text: 'same', type: 'other', ms: 5 },
  ];

  test('is said: removed contents, and equal ones of one type farther away', async () => {
    await check(drafts, { path }, 'old | same | same', 'same: duplicate | src/a.ts: removed');
    const { frames, leftOut } = await compose(drafts, { path });
    expect(frames.map((frame) => [frame.path, frame.type, frame.fresh])).toEqual([
      [path, 'note', false],
      ['src', 'note', true],
      ['.', 'other', true],
    ]);
    expect(leftOut.find(({ bound }) => bound === 'duplicate')?.path).toBe('.');
  });

  test('are stale frames where only fresh ones are asked for', async () => {
    const left = 'old: stale | same: duplicate | src/a.ts: removed';
    await check(drafts, { path, freshOnly: true }, 'same | same', left);
  });

  test('is the same frame at a second place', async () => {
    const [frame] = [frameOf({ path, text: 'x' })];
    const reader = { ...readerOf([]), currentFrames: async () => [frame as NodeFrame] };
    const { frames, leftOut } = await composeContext(reader, { path });
    expect(frames.map((shown) => shown.path)).toEqual([path]);
    expect(leftOut.map((left) => [left.path, left.bound])).toEqual([
      ['.', 'duplicate'],
      ['src', 'duplicate'],
    ]);
  });
});

test('tokens are not counted unless they are bounded, nor where a text is too long to fit', async () => {
  const counted: string[] = [];
  const counter = { ...wordCounter, count: async (text: string) => counted.push(text) };
  const reader = readerOf([
    { path, text: 'x'.repeat(129) },
    { path, text: 'short' },
  ]);
  const free = await composeContext(reader, { path }, { counter });
  expect([free.totals, free.counter, counted]).toEqual([{ frames: 2, bytes: 134, tokens: null }, null, []]);
  const bound = await composeContext(reader, { path, bounds: { maxTokens: 2 } }, { counter });
  expect(bound).toMatchObject({ totals: { frames: 1, bytes: 5, tokens: 1 }, frames: [{ tokens: 1 }] });
  expect([bound.counter, counted]).toEqual([{ name: 'words', version: '1' }, ['short']]);
});

test('a bound of tokens without a counter is a usage error', async () => {
  const composing = composeContext(readerOf([]), { path, bounds: { maxTokens: 1 } });
  await expect(composing).rejects.toMatchObject({ code: 'usage' });
});

const words = fc.array(fc.constantFrom('red', 'green', 'blue', 'x1'), { maxLength: 6 });
const draft: fc.Arbitrary<Draft> = fc.record({
  path: fc.constantFrom(...paths),
  text: fc.oneof({ weight: 9, arbitrary: words.map((list) => list.join(' ')) }, fc.constant(null)),
  type: fc.constantFrom('note', 'digest'),
  agent: fc.constantFrom('person', 'fire'),
  ms: fc.integer({ min: 0, max: 3 }),
  isStale: fc.boolean(),
});
const idOf = (one: Draft) => frameOf(one).frameId;
const drafts = fc.uniqueArray(draft, { selector: idOf, maxLength: 25 });
const whole: ComposeRequest = {
  path,
  sources: ['node', 'ancestors', 'siblings', 'related'],
  related: ['docs'],
};
const asked = fc.constantFrom<Partial<ComposeRequest>>(
  { order: 'recency' },
  { order: 'type', types: ['note'] },
  { order: 'agent' },
  { query: 'red x1' },
  { order: 'longest', freshOnly: true },
  { order: 'contrary' },
);
const limit = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });
const boundsOf = (maxFrames?: number, maxBytes?: number, maxTokens?: number) =>
  JSON.parse(JSON.stringify({ maxFrames, maxBytes, maxTokens })) as FrameBounds;
const bounds = fc.tuple(limit, limit, limit).map((limits) => boundsOf(...limits));

test('the order frames come in does not matter', async () => {
  const shuffled = drafts.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, asked, bounds, async ([list, other], request, bound) => {
      const full = { ...whole, ...request, bounds: bound };
      expect(await compose(other, full)).toEqual(await compose(list, full));
    }),
  );
});

test('no bound is passed, all that was gathered is there once, and a bound only removes', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, asked, bounds, async (list, request, bound) => {
      const { frames, leftOut, totals } = await compose(list, { ...whole, ...request, bounds: bound });
      expect(totals.frames).toBeLessThanOrEqual(bound.maxFrames ?? list.length);
      expect(totals.bytes).toBeLessThanOrEqual(bound.maxBytes ?? totals.bytes);
      expect(totals.tokens ?? 0).toBeLessThanOrEqual(bound.maxTokens ?? 0);
      const sum = frames.reduce((bytes, { content }) => bytes + (content?.length ?? 0), 0);
      expect([totals.frames, totals.bytes]).toEqual([frames.length, sum]);
      const gathered = list.filter((one) => !['src/sub/c.ts', 'docs/d.md'].includes(one.path)).map(idOf);
      const told = [...frames, ...leftOut].map(({ frameId }) => frameId);
      expect(told.sort()).toEqual(gathered.sort());
      const unbound = (await compose(list, { ...whole, ...request })).frames.map(({ frameId }) => frameId);
      const taken = frames.map(({ frameId }) => frameId);
      expect(taken).toEqual(unbound.filter((id) => taken.includes(id)));
    }),
  );
});

test('relevance is that of a corpus of all gathered contents, then nearness, then id', async () => {
  const rank = { [path]: 0, src: 1, '.': 2, 'src/b.ts': 3, 'src/sub': 3, docs: 4 } as Record<string, number>;
  await fc.assert(
    fc.asyncProperty(drafts, bounds, async (list, bound) => {
      const texts = list.flatMap((one) => (one.path in rank && one.text !== null ? [one.text] : []));
      const corpus = createBm25Corpus(
        [...new Set(texts)].map((text) => [text, textTerms(text)]),
        'faint',
      );
      const values = corpus.score(
        new Map([
          ['red', 1],
          ['x1', 1],
        ]),
      );
      const { frames } = await compose(list, { ...whole, query: 'red x1', bounds: bound });
      const keys = frames.map((frame) => {
        const score = values[corpus.keys.indexOf(textOf(frame))] ?? 0;
        expect(frame.score).toBe(score);
        return [score, rank[frame.path] ?? 9, frame.frameId] as const;
      });
      const sorted = keys.toSorted((a, b) => b[0] - a[0] || a[1] - b[1] || compareCodePoints(a[2], b[2]));
      expect(keys).toEqual(sorted);
    }),
  );
});
