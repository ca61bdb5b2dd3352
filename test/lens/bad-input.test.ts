// Bad input to the compiler of packs: it is refused with a code, repeats no content, and the next call is served.
import { describe, expect, test } from 'vitest';
import { compilePromptPack, parsePack } from '../../src/disclosure/lens/index.ts';
import { handmadeGuard, withMatrix } from './altered-set.ts';
import { callWith, checkRefused, cycle, deep, good, set, throwing, trap, useless } from './refused-calls.ts';

describe('MASK-1: compilePromptPack refuses', () => {
  test.each(useless)('%s for a working set', (_name, input) =>
    checkRefused(callWith(compilePromptPack, input, good)),
  );

  test.each(useless)('%s for options', (_name, options) =>
    checkRefused(callWith(compilePromptPack, set, options)),
  );

  test.each(useless)('%s for bytes', (_name, wrong) =>
    checkRefused(callWith(compilePromptPack, { bytes: wrong, id: set.id }, good)),
  );

  test.each(useless)('%s for an id', (_name, id) =>
    checkRefused(callWith(compilePromptPack, { bytes: set.bytes, id }, good)),
  );

  test.each(useless)('%s for a guard', (_name, guard) =>
    checkRefused(callWith(compilePromptPack, set, { consumer: 'keeper', guard })),
  );

  const names = useless.filter(([name]) => name !== 'a text');
  test.each([
    ...names,
    ['a long text', 'x'.repeat(1_000)],
    ['a text with a line end', 'keeper\n# task'],
  ] as const)('%s for a consumer', (_name, consumer) =>
    checkRefused(callWith(compilePromptPack, set, { ...good, consumer })),
  );

  test.each(['stranger', 'Keeper', 'keeper ', '', '*', 'constructor', '__proto__', 'toString'])(
    'the consumer `%s`, which the matrix does not name',
    (consumer) => {
      const call = () => compilePromptPack(set, { ...good, consumer });
      checkRefused(call);
      expect(call).toThrow(expect.objectContaining({ code: 'usage' }));
    },
  );

  test.each<[string, unknown]>([
    ['an index that is not there', [1]],
    ['one below zero', [-1]],
    ['one twice', [0, 0]],
    ['a fraction', [0.5]],
    ['no number', ['0']],
    ['no list', 0],
    ['a record', { 0: 0, length: 1 }],
    ['nothing', null],
    ['a huge list', Array.from({ length: 100_000 }, () => 0)],
  ])('%s to bring forward', (_name, foreground) =>
    checkRefused(callWith(compilePromptPack, set, { ...good, beat: { foreground } })),
  );

  const records = useless.filter(([name]) => !['undefined', 'an empty record'].includes(name));
  const odd: readonly (readonly [string, unknown])[] = [
    ...records,
    ['a cycle', cycle],
    ['a depth without end', { deep }],
    ['a float', { tone: 0.5 }],
    ['a float under a locked key', { Vermithrax: 0.5 }],
    ['undefined inside', { tone: undefined }],
    ['a lone surrogate', { tone: '\ud800' }],
    ['a date', { at: new Date(0) }],
    ['a getter that throws inside', { tone: throwing }],
    ['a proxy that throws inside', { tone: trap }],
  ];
  test.each(odd)('%s for a style', (_name, style) =>
    checkRefused(callWith(compilePromptPack, set, { ...good, style })),
  );

  test.each(odd)('%s for a beat', (_name, beat) =>
    checkRefused(callWith(compilePromptPack, set, { ...good, beat })),
  );
});

test('MASK-2: a consumer that only the row `*` covers is served', () => {
  const open = withMatrix(set, { '*': { clue: { public: 'full' } } });
  const free = { consumer: 'stranger', guard: handmadeGuard };
  expect(parsePack(compilePromptPack(open, free).pack).truth).toHaveLength(1);
});
