// Ids as people and programs write them.
import { describe, expect, expectTypeOf, test } from 'vitest';
import { sha256 } from './hash.ts';
import {
  contentId,
  digestOf,
  type FrameId,
  type Id,
  idKinds,
  isId,
  makeId,
  type NodeId,
  parseId,
  shortId,
} from './id.ts';
import { PenumbraError } from './penumbra-error.ts';

const digest = sha256('abc');

describe.each(idKinds)('the id of a %s', (kind) => {
  const id = makeId(kind, digest);

  test('is its kind, a colon and the digest', () => {
    expect(id).toBe(`${kind}:${digest}`);
    expect(digestOf(id)).toBe(digest);
    expect(shortId(id)).toBe(`${kind}:ba7816bf8f01cfea`);
  });

  test('is read with and without its kind', () => {
    expect(parseId(kind, id)).toBe(id);
    expect(parseId(kind, digest)).toBe(id);
  });

  test('is an id of its kind and of no other', () => {
    expect(isId(id)).toBe(true);
    expect(idKinds.filter((other) => isId(id, other))).toEqual([kind]);
  });
});

describe('no frame id is', () => {
  test.each<[string, string]>([
    ['an id of another kind', `node:${digest}`],
    ['an id of an unknown kind', `thing:${digest}`],
    ['a kind in capitals', `Frame:${digest}`],
    ['a digest in capitals', `frame:${digest.toUpperCase()}`],
    ['a short form', 'frame:ba7816bf8f01cfea'],
    ['a digest too long', `frame:${digest}0`],
    ['an id with a line feed', `frame:${digest}\n`],
    ['an id after a space', ` frame:${digest}`],
    ['an id with two kinds', `frame:frame:${digest}`],
    ['a kind alone', 'frame:'],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(isId(text, 'frame')).toBe(false);
    expect(() => parseId('frame', text)).toThrow(PenumbraError);
    expect(() => parseId('frame', text)).toThrow(/^`.*` is not a frame id$/);
  });

  test('and the refusal says what one looks like, on one short line', () => {
    const parse = () => parseId('frame', `x\n${'y'.repeat(1_000)}`);
    const hint = 'a frame id is `frame:` and 64 hex digits';
    expect(parse).toThrow(expect.objectContaining({ code: 'invalid-id', hint, exitCode: 2 }));
    expect(parse).toThrow(/^`x\\u000ay{78}…` is not a frame id$/);
  });

  test('of an unknown kind an id at all', () => {
    expect(isId(`thing:${digest}`)).toBe(false);
    expect(isId(`constructor:${digest}`)).toBe(false);
  });
});

test('the id of content is the bare hash of its bytes', () => {
  expect(contentId('abc')).toBe(`content:${digest}`);
  expect(contentId(Uint8Array.of(0x61, 0x62, 0x63))).toBe(`content:${digest}`);
});

test('the compiler takes no id for one of another kind, and no text for an id', () => {
  expectTypeOf<FrameId>().not.toExtend<NodeId>();
  expectTypeOf<`frame:${string}`>().not.toExtend<FrameId>();
  expectTypeOf<FrameId>().toExtend<Id>();
  expectTypeOf<Id>().not.toExtend<FrameId>();
});
