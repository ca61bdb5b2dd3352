/** Which frames are visible: those based only on visible content, however they are requested. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContentId, contentId, type FrameId, makeId, sha256 } from '../../kernel/index.ts';
import type { BasisInput, FrameBasis } from '../../ledger/index.ts';
import type { ContextReader, FormerState } from '../ports/context.ts';
import { createVisibleFrames } from './visible-frames.ts';
import type { VisibleTree } from './visible-tree.ts';

const idOf = (index: number): FrameId => makeId('frame', sha256(String(index)));

type Draft = {
  readonly path: string;
  readonly inputs: readonly BasisInput[];
  readonly kind?: 'node' | 'case';
};

/** Frames numbered from 0; what begins with `h` is hidden, each path has its own name as content. */
function makeFrames(
  drafts: readonly Draft[],
  { isWhole = false, former = [] }: { isWhole?: boolean; former?: readonly FormerState[] } = {},
) {
  const records = new Map(
    drafts.map(({ path, inputs, kind = 'node' }, index) => {
      const frame = { subject: { kind, id: path }, type: 'note', agent: 'person' };
      return [idOf(index), { id: idOf(index), frame, basis: { inputs } } as unknown as FrameBasis];
    }),
  );
  const asked: FrameId[] = [];
  const reader = {
    bases: async (ids: readonly FrameId[]) => {
      asked.push(...ids);
      return ids.map((id) => records.get(id) ?? { id, frame: null, basis: null });
    },
    formerStates: async () => former,
  } as unknown as ContextReader;
  const sees = (path: string) => isWhole || !path.startsWith('h');
  const paths = new Map(['a', 'b', 'h'].map((path) => [contentId(path), path]));
  const tree: VisibleTree = {
    isWhole,
    sees,
    at: () => undefined,
    isClear: sees,
    childNames: () => [],
    pathsOf: (id: ContentId) => [paths.get(id) ?? 'h'].filter(sees),
    pathOf: () => undefined,
  };
  return { frames: createVisibleFrames(reader, tree), asked };
}

const seenOf = async (drafts: readonly Draft[], options?: Parameters<typeof makeFrames>[1]) => {
  const { frames } = makeFrames(drafts, options);
  const all = drafts.map((_, index) => idOf(index));
  const seen = await frames.among(all);
  return drafts.flatMap((_, index) => (seen.has(idOf(index)) ? [index] : []));
};

describe('a frame is seen', () => {
  const [a, h] = [contentId('a'), contentId('h')];
  const gone = contentId('gone');
  const past = (path: string, kind: FormerState['kind']) => [{ path, kind, contentId: gone, nodeId: null }];
  const outside = { external: { name: 'commit', value: '1' } };

  test.each<[string, readonly Draft[], Parameters<typeof makeFrames>[1], number[]]>([
    ['on what is seen', [{ path: 'a', inputs: [a] }], {}, [0]],
    ['not about what is hidden', [{ path: 'h', inputs: [a] }], {}, []],
    ['not on hidden bytes', [{ path: 'a', inputs: [a, h] }], {}, []],
    ['not on unknown bytes', [{ path: 'a', inputs: [gone] }], {}, []],
    ['on bytes its file had', [{ path: 'a', inputs: [gone] }], { former: past('a', 'file') }, [0]],
    ['not on bytes it had where hidden', [{ path: 'a', inputs: [gone] }], { former: past('h', 'file') }, []],
    ['not on what a directory was', [{ path: 'a', inputs: [gone] }], { former: past('a', 'directory') }, []],
    ['not on something outside', [{ path: 'a', inputs: [a, outside] }], {}, []],
    ['not on a frame that is missing', [{ path: 'a', inputs: [a, idOf(9)] }], {}, []],
    ['not about something else than a node', [{ path: 'a', inputs: [a], kind: 'case' }], {}, []],
    [
      'on all of that where nothing is hidden',
      [{ path: 'h', inputs: [gone, outside] }],
      { isWhole: true },
      [0],
    ],
    [
      'not even then on a case',
      [
        { path: 'a', inputs: [], kind: 'case' },
        { path: 'a', inputs: [idOf(0)] },
      ],
      { isWhole: true },
      [],
    ],
  ])('%s', async (_name, drafts, options, expected) => {
    expect(await seenOf(drafts, options)).toEqual(expected);
  });
});

/** Frames that rest on earlier ones, at random. */
const drafts = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'h'), fc.array(fc.nat(30), { maxLength: 4 }), fc.boolean()), {
    maxLength: 30,
  })
  .map((all) =>
    all.map(([path, below, isPlain], index): Draft => {
      const frames = index === 0 ? [] : [...new Set(below.map((one) => idOf(one % index)))];
      return { path, inputs: [isPlain ? contentId(path) : contentId('b'), ...frames] };
    }),
  );

/** The same told plainly: a frame is seen if it and all it rests on are about what is seen. */
function plainly(all: readonly Draft[]): number[] {
  const seen = new Set<number>();
  for (const [index, { path, inputs }] of all.entries()) {
    const isSeen = inputs.every((input) => {
      const below = all.findIndex((_, other) => idOf(other) === input);
      return below < 0 ? input !== contentId('h') : seen.has(below);
    });
    if (path !== 'h' && isSeen) seen.add(index);
  }
  return [...seen];
}

test('whatever rests on whatever, hidden things hide all above them', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (all) => {
      expect(await seenOf(all)).toEqual(plainly(all));
    }),
  );
});

test('frames asked for one by one are sorted out as all at once, and each is read once', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (all) => {
      const { frames, asked } = makeFrames(all);
      const one = await Promise.all(
        all.map(async (_, index) => (await frames.among([idOf(index)])).size > 0),
      );
      const again = await frames.among(all.map((_, index) => idOf(index)));
      expect(all.map((_, index) => again.has(idOf(index)))).toEqual(one);
      const { frames: fresh, asked: once } = makeFrames(all);
      await fresh.among(all.map((_, index) => idOf(index)));
      expect(once.length).toBe(new Set(once).size);
      expect(asked.length).toBeGreaterThanOrEqual(once.length);
    }),
  );
});
