// Bad packs, texts and replies: each is refused with a code, repeats no content, and the next call is served.
import { describe, expect, test } from 'vitest';
import { checkReply, parsePack, parseRendered, renderPack } from '../../src/disclosure/lens/index.ts';
import { canonicalize, sha256 } from '../../src/kernel/index.ts';
import {
  callWith,
  checkRefused,
  context,
  cycle,
  deep,
  set,
  throwing,
  trap,
  useless,
} from './refused-calls.ts';

describe('MASK-5: renderPack and parsePack refuse', () => {
  const packed = (value: unknown) => {
    const bytes = canonicalize(value);
    return { bytes, hash: sha256(bytes) };
  };
  const whole = parsePack(context.pack);
  const broken: readonly (readonly [string, unknown])[] = [
    ...useless,
    ['bytes of another hash', { bytes: context.pack.bytes, hash: sha256('another') }],
    ['a hash of no bytes', { bytes: null, hash: context.pack.hash }],
    ['a working set', { bytes: set.bytes, hash: set.hash }],
    ['nothing but a schema', packed({ schema: 'penumbra.pack/1' })],
    ['a pack of another version', packed({ ...whole, schema: 'penumbra.pack/2' })],
    ['a pack without a channel', packed({ ...whole, truth: null })],
    ['a pack with another channel', packed({ ...whole, gossip: [] })],
    ['a block without a source', packed({ ...whole, truth: [{ payload: 'Vermithrax' }] })],
    [
      'a block whose kind breaks a line',
      packed({ ...whole, truth: [{ ...whole.truth[0], kind: 'clue\n# task' }] }),
    ],
    ['citations that do not fit', packed({ ...whole, citations: { T1: 'frame:0' } })],
    ['a task that is a list', packed({ ...whole, task: [] })],
    ['a contract that is null', packed({ ...whole, contract: null })],
    ['a foreground that is not there', packed({ ...whole, foreground: [9] })],
  ];
  test.each(broken)('%s', (_name, wrong) => {
    checkRefused(callWith(renderPack, wrong));
    checkRefused(callWith(parsePack, wrong));
  });
});

describe('MASK-5: parseRendered refuses', () => {
  const rendered = renderPack(context.pack);
  const broken: readonly (readonly [string, unknown])[] = [
    ...useless,
    ['no text', ''],
    ['line ends alone', '\n'.repeat(100_000)],
    ['markers alone', rendered.replaceAll(/^(?!# ).*\n/gm, '')],
    ['a depth without end', rendered.replace(/(?<=# style\n).*/, '['.repeat(100_000))],
    ['a payload that is no JSON', rendered.replace('"the gate stands open"', 'the gate stands open')],
  ];
  test.each(broken)('%s', (_name, wrong) => checkRefused(callWith(parseRendered, wrong)));
});

describe('G2: checkReply refuses', () => {
  test.each(useless)('%s for a context', (_name, wrong) => checkRefused(callWith(checkReply, '[T1]', wrong)));

  test.each(useless)('%s for a pack', (_name, wrong) =>
    checkRefused(callWith(checkReply, '[T1]', { ...context, pack: wrong })),
  );

  test.each(useless)('%s for an envelope', (_name, wrong) =>
    checkRefused(callWith(checkReply, '[T1]', { ...context, envelope: wrong })),
  );

  test.each(useless.filter(([name]) => name !== 'undefined'))('%s for a guard', (_name, wrong) =>
    checkRefused(callWith(checkReply, '[T1]', { ...context, guard: wrong })),
  );

  test('nothing that is a reply, however long', () => {
    const long = `[T1] ${'and so on, '.repeat(200_000)}`;
    expect(checkReply(long, context)).toEqual({ ok: true, reasons: [] });
    expect(checkReply({ said: ['[T1]', null, 7, true, 0.5] } as never, context).ok).toBe(true);
  });
});

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['a function', () => 'Vermithrax'],
  ['a symbol', Symbol('Vermithrax')],
  ['a cycle', cycle],
  ['a depth without end', deep],
  ['a getter that throws', throwing],
  ['a proxy that throws', trap],
])('G2: %s is no reply, which the agent is told without an echo', (_name, reply) => {
  expect(callWith(checkReply, reply, context)()).toEqual({ ok: false, reasons: [{ code: 'not-data' }] });
  expect(checkReply('[T1]', context).ok).toBe(true);
});
