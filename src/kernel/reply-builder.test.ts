// Replies: who may say what, once, and without giving a host path away.
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { HostRoot } from './host-path.ts';
import {
  defineReplyCodes,
  type Reply,
  type ReplyLayer,
  type ReplyValue,
  replyCodes,
  splitReplyCode,
} from './reply.ts';
import { createReplyBuilder, createReplyBuilderFor, type ReplyBuilder } from './reply-builder.ts';

const codes = defineReplyCodes({
  'WA-DOC-S-001': { means: 'The text was read.', contentFields: ['content'], printedFields: ['text'] },
  'WA-DOC-I-001': { means: 'There is no such text.' },
  'WA-DOC-E-001': { means: 'The text could not be read.' },
  'EN-DOC-D-001': { means: 'Reading is not granted.' },
});
const methods = { S: 'success', I: 'invalid', D: 'denied', E: 'failed' } as const;
const trace = { trace_id: 't1', session_id: 's1' };
const roots: readonly HostRoot[] = [
  { key: 'main', realPath: '/srv/roots/main' },
  { key: 'inner', realPath: '/srv/roots/main/packages/inner/' },
  { key: 'windows', realPath: 'C:\\roots\\main' },
  { key: 'top', realPath: '/' },
];

/** A builder as a caller without types would use it. */
type Untyped = Record<keyof ReplyBuilder, (code: string, detail?: Detail) => Reply>;
type Detail = { message?: string; data?: { [key: string]: ReplyValue } };

function builderFor(layer: ReplyLayer): Untyped {
  return createReplyBuilderFor(codes, { meta: { layer }, trace, roots }) as Untyped;
}

function readText(data: { [key: string]: ReplyValue }, message?: string): Reply {
  return builderFor('WA').success('WA-DOC-S-001', message === undefined ? { data } : { data, message });
}

describe('a reply', () => {
  test('says what its code says, for whom and by whom', () => {
    const meta = { layer: 'EN', tool: 'files', policy: 'default', contract_id: 'c1' } as const;
    expect(createReplyBuilder({ meta, trace }).denied('EN-WRITE-D-002', { data: { at: 'src' } })).toEqual({
      type: 'D',
      code: 'EN-WRITE-D-002',
      message: 'Writing here needs an open contract.',
      data: { at: 'src' },
      trace,
      meta,
    });
  });

  test('takes another message where one is given', () => {
    expect(readText({}, 'Read twice.').message).toBe('Read twice.');
  });

  test.each(Object.keys(replyCodes))('of code %s is built by the method of its type only', (code) => {
    const { layer, type } = splitReplyCode(code);
    for (const [ofType, method] of Object.entries(methods)) {
      const build = () => (createReplyBuilder({ meta: { layer }, trace }) as Untyped)[method](code);
      if (ofType === type) expect(build()).toMatchObject({ type, code, meta: { layer } });
      else expect(build).toThrow(`reply code \`${code}\` is of type ${type}, not ${ofType}`);
    }
  });

  test('of type D exists for EN only, and none of type I for EN', () => {
    const kinds = Object.keys(replyCodes).map((code) => splitReplyCode(code));
    expect(kinds.filter(({ layer, type }) => type === 'D' && layer !== 'EN')).toEqual([]);
    expect(kinds.filter(({ layer, type }) => type === 'I' && layer === 'EN')).toEqual([]);
    expect(kinds.some(({ type }) => type === 'D')).toBe(true);
  });
});

describe('the builder refuses', () => {
  test.each<[string, ReplyLayer, keyof ReplyBuilder, string, string]>([
    [
      'a code that is not registered',
      'WA',
      'success',
      'WA-DOC-S-002',
      'reply code `WA-DOC-S-002` is not registered',
    ],
    ['a name every object has', 'WA', 'success', 'constructor', 'reply code `constructor` is not registered'],
    ['a denial by another layer', 'WA', 'denied', 'EN-DOC-D-001', 'layer WA may not emit `EN-DOC-D-001`'],
    ['the code of another layer', 'EN', 'success', 'WA-DOC-S-001', 'layer EN may not emit `WA-DOC-S-001`'],
    [
      'a success for a denial',
      'EN',
      'success',
      'EN-DOC-D-001',
      'reply code `EN-DOC-D-001` is of type D, not S',
    ],
    [
      'a denial for a fault of input',
      'WA',
      'denied',
      'WA-DOC-I-001',
      'reply code `WA-DOC-I-001` is of type I, not D',
    ],
  ])('%s', (_name, layer, method, code, refusal) => {
    expect(() => builderFor(layer)[method](code)).toThrow(`broken invariant: ${refusal}`);
  });

  test.each(Object.values(methods))('a second reply after one by %s', (method) => {
    const own = {
      success: 'WA-DOC-S-001',
      invalid: 'WA-DOC-I-001',
      denied: 'EN-DOC-D-001',
      failed: 'WA-DOC-E-001',
    };
    const builder = builderFor(method === 'denied' ? 'EN' : 'WA');
    builder[method](own[method]);
    expect(() => builder[method](own[method])).toThrow('a call ends with one reply');
    if (method !== 'denied')
      expect(() => builder.failed('WA-DOC-E-001')).toThrow('a call ends with one reply');
  });

  test('no reply after one it refused', () => {
    const builder = builderFor('WA');
    expect(() => builder.denied('WA-DOC-S-001')).toThrow();
    expect(builder.success('WA-DOC-S-001').code).toBe('WA-DOC-S-001');
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['bytes', new Uint8Array(1)],
    ['a hole', Array(1)],
  ])('data that is not JSON: %s', (_name, value) => {
    expect(() => readText({ deep: [{ value }] } as never)).toThrow('reply data is plain JSON');
  });
});

describe('a host path is refused, without being repeated,', () => {
  test.each<[string, Detail, string]>([
    ['in the message', { message: 'no /srv/roots/main/a.ts' }, 'root `main` in message'],
    ['in a text', { data: { at: '/srv/roots/main' } }, 'root `main` in data.at'],
    [
      'deep in data',
      { data: { list: [{ at: ['see file:///srv/roots/main/a'] }] } },
      'root `main` in data.list',
    ],
    ['in a key', { data: { '/srv/roots/main': 1 } }, 'root `main` in a data key'],
    ['in a key deep in data', { data: { list: [{ '/srv/roots/main/a': 1 }] } }, 'root `main` in data.list'],
    ['in the key of content', { data: { '/srv/roots/main/text': 'a' } }, 'root `main` in a data key'],
    [
      'of a root inside another',
      { data: { at: '/srv/roots/main/packages/inner/x' } },
      'root `inner` in data.at',
    ],
    ['of another system', { data: { at: 'C:\\roots\\main\\a' } }, 'root `windows` in data.at'],
  ])('%s', (_name, detail, place) => {
    const build = () => builderFor('WA').success('WA-DOC-S-001', detail);
    expect(build).toThrow(new Error(`broken invariant: a reply holds the real path of ${place}`));
  });

  test('and the refused call can still end with a failure', () => {
    const builder = builderFor('WA');
    expect(() => builder.success('WA-DOC-S-001', { message: '/srv/roots/main' })).toThrow();
    expect(builder.failed('WA-DOC-E-001').type).toBe('E');
  });
});

test('in a field declared as content everything stays as it is', () => {
  const content = { lines: ['at /srv/roots/main/a.ts:3', { '/srv/roots/main': 'C:\\roots\\main' }] };
  expect(readText({ content }).data).toEqual({ content });
});

describe('in a field declared as printed a host path becomes an address', () => {
  test.each<[string, ReplyValue, ReplyValue]>([
    ['once', 'at /srv/roots/main/a.ts:3', 'at root:main/a.ts:3'],
    ['many times', '/srv/roots/main:/srv/roots/main/b', 'root:main:root:main/b'],
    ['of the inner root', '/srv/roots/main/packages/inner/x', 'root:inner/x'],
    ['of another system', 'C:\\roots\\main\\a', 'root:windows\\a'],
    [
      'deep inside',
      { lines: ['/srv/roots/main/a', 3, null, true] },
      { lines: ['root:main/a', 3, null, true] },
    ],
    ['in keys', { '/srv/roots/main/a': 1 }, { 'root:main/a': 1 }],
    ['and nothing else changes', 'a /srv/roots b / c', 'a /srv/roots b / c'],
    ['where it looks like a pattern', '$& $1 /srv/roots/main $$', '$& $1 root:main $$'],
  ])('%s', (_name, text, expected) => {
    expect(readText({ text }).data).toEqual({ text: expected });
  });

  test('and the key of a root is taken as it is', () => {
    const options = { meta: { layer: 'WA' as const }, trace, roots: [{ key: '$&', realPath: '/srv/r' }] };
    const reply = createReplyBuilderFor(codes, options).success('WA-DOC-S-001', {
      data: { text: '/srv/r/a' },
    });
    expect(reply.data).toEqual({ text: 'root:$&/a' });
  });
});

describe('the data of a reply', () => {
  const data = { text: { lines: ['a'] }, list: [{ a: { b: 1 } }] };
  const meta = { layer: 'WA' as const };
  const reply = createReplyBuilderFor(codes, { meta, trace }).success('WA-DOC-S-001', { data });

  test('is frozen to its depths, and so is the reply', () => {
    const { text, list } = reply.data as unknown as typeof data;
    const parts = [reply, reply.data, reply.trace, reply.meta, text, text.lines, list, list[0], list[0]?.a];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true));
  });

  test('is not shared with the caller, who keeps what is its own unfrozen', () => {
    expect(
      [data, data.text, data.list, data.list[0], meta, trace].some((part) => Object.isFrozen(part)),
    ).toBe(false);
    data.text.lines.push('b');
    (data.list[0] as { a: { b: number } }).a.b = 2;
    expect(reply.data).toEqual({ text: { lines: ['a'] }, list: [{ a: { b: 1 } }] });
  });

  test('keeps a key `__proto__` as a key', () => {
    const hostile = JSON.parse('{"__proto__":{"isAdmin":true}}') as { [key: string]: ReplyValue };
    expect(JSON.stringify(readText(hostile).data)).toBe('{"__proto__":{"isAdmin":true}}');
  });
});

test('the compiler takes a code for the method of its type only', () => {
  type CodeFor<Method extends keyof ReplyBuilder> = Parameters<ReplyBuilder[Method]>[0];
  expectTypeOf<'EN-READ-D-001'>().toExtend<CodeFor<'denied'>>();
  expectTypeOf<'EN-READ-D-001'>().not.toExtend<CodeFor<'success' | 'invalid' | 'failed'>>();
  expectTypeOf<'WA-RES-S-001'>().toExtend<CodeFor<'success'>>();
  expectTypeOf<'WA-RES-S-001'>().not.toExtend<CodeFor<'denied'>>();
  expectTypeOf<'WA-RES-I-001'>().toExtend<CodeFor<'invalid'>>();
  expectTypeOf<'WA-RES-I-999'>().not.toExtend<CodeFor<'invalid'>>();
  expectTypeOf<CodeFor<'denied'>>().toExtend<`EN-${string}`>();
  expectTypeOf<Date>().not.toExtend<ReplyValue>();
  expectTypeOf<undefined>().not.toExtend<ReplyValue>();
});

describe('outside its data, too, a reply', () => {
  test.each([
    ['trace', { meta: { layer: 'WA' }, trace: { ...trace, trace_id: '/srv/roots/main/x' } }, 'the trace'],
    ['meta data', { meta: { layer: 'WA', tool: '/srv/roots/main' }, trace }, 'the meta data'],
  ] as const)('holds no host path in its %s', (_what, options, place) => {
    expect(() => createReplyBuilder({ ...options, roots })).toThrow(`root \`main\` in ${place}`);
  });

  test('refuses a message that only pretends to be a text, and data without an end', () => {
    const pretender = { toString: () => 'fine' } as unknown as string;
    expect(() => readText({}, pretender)).toThrow('plain JSON');
    const endless: { [key: string]: ReplyValue } = {};
    endless.self = endless;
    expect(() => readText(endless)).toThrow('nests at most');
  });
});
