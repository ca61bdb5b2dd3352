// No two different inputs share a preimage, within a kind of id and across all of them. Inputs are made to be
// mistaken for each other: characters move between neighbouring fields, and texts hold the separators and tags.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CanonicalValue,
  contentId,
  makeId,
  type PreimageTag,
  type Sha256,
  sha256,
  taggedHash,
  taggedText,
} from '../../src/kernel/index.ts';
import { frameObject } from '../../src/ledger/frames/frame.ts';
import {
  type Basis,
  type BasisInput,
  basisObject,
  extendDigest,
  type Frame,
  frameLog,
  inputKey,
  type Subject,
  subjectHash,
  subjectKinds,
} from '../../src/ledger/index.ts';

const seed = 7;
const numRuns = 2_000;

/** Texts that look like parts of a preimage. */
const hardParts = [
  ...['"', '\\', '","', '":"', '},{', '],[', ']', '{', ':', '/', '\n', '\u0000', ' ', '0', '1', 'null', 'a'],
  ...[
    'penumbra/frame/1',
    'penumbra/basis/1',
    '["penumbra/subject/1",',
    '"id":"',
    'node',
    'case',
    'external:',
  ],
  ...['\u00e9', '\\u00e9', 'e\u0301', '\u{1f600}', '\\ud83d\\ude00', '\ufeff'],
];
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const separators = [
  ...ascii,
  ...hardParts,
  '\r\n',
  '--',
  '::',
  ', ',
  '","id":"',
  '","version":"',
  '","value":"',
];
const hardPart = fc.constantFrom(...hardParts);
const hardText = fc.array(hardPart, { maxLength: 4 }).map((parts) => parts.join(''));

/** A kind of id: how many texts it is made from, and its hash or preimage for them. */
type IdKind = { readonly fields: number; preimage(...fields: string[]): string };

const hashOf = (text: string): Sha256 => sha256(text);
const subject = (kind: string | undefined, id: string | undefined) => ({ kind, id }) as Subject;
const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString('latin1');
const external = (name = '', value = ''): BasisInput => ({ external: { name, value } });

const kinds: Readonly<Record<string, IdKind>> = {
  'a subject': { fields: 2, preimage: (kind, id) => subjectHash(subject(kind, id)) },
  'a frame': {
    fields: 7,
    preimage: (kind, id, type, agent, basis, content, mediaType) =>
      textOf(frameObject({ subject: subject(kind, id), type, agent, basis, content, mediaType } as Frame)),
  },
  'the log of frames': {
    fields: 2,
    preimage: (id, type = '') => frameLog(subject('node', id), type),
  },
  'an external input': { fields: 2, preimage: (name, value) => inputKey(external(name, value)) },
  'a basis with external inputs': {
    fields: 4,
    preimage: (a, b, c, d) => textOf(basisObject({ inputs: [external(`1${a}`, b), external(`2${c}`, d)] })),
  },
  'a basis with a producer': {
    fields: 3,
    preimage: (name = '', version = '', policy = '') =>
      textOf(basisObject({ inputs: [], producer: { name, version }, policy })),
  },
  'a log': {
    fields: 2,
    preimage: (before = '', value = '') => extendDigest(hashOf(before), { stamp: 1, value }),
  },
  'a value under a tag': {
    fields: 2,
    preimage: (tag, value = '') => taggedText(`penumbra/${tag}/1`, value),
  },
};

/** Two lists of texts that differ, by as little as can be. */
function closePair(fields: number): fc.Arbitrary<readonly [readonly string[], readonly string[]]> {
  const texts = fc.array(hardText, { minLength: fields, maxLength: fields });
  const moved = fc.tuple(texts, fc.nat(), fc.nat()).map(([parts, at, cut]) => {
    const left = at % (fields - 1);
    const joined = [...`${parts[left]}${parts[left + 1]}`];
    const split = cut % (joined.length + 1);
    const pieces = [joined.slice(0, split).join(''), joined.slice(split).join('')];
    return [parts, parts.toSpliced(left, 2, ...pieces)] as const;
  });
  const swapped = fc.tuple(texts, fc.nat()).map(([parts, at]) => {
    const left = at % (fields - 1);
    return [parts, parts.toSpliced(left, 2, parts[left + 1] as string, parts[left] as string)] as const;
  });
  const extended = fc.tuple(texts, fc.nat(), hardPart).map(([parts, at, added]) => {
    return [parts, parts.with(at % fields, `${parts[at % fields]}${added}`)] as const;
  });
  return fc.oneof(moved, swapped, extended).filter(([a, b]) => a.some((text, index) => text !== b[index]));
}

describe.each(Object.entries(kinds))('the id of %s', (_name, { fields, preimage }) => {
  test('differs where its inputs differ, however close they are', () => {
    const law = fc.property(closePair(fields), ([one, other]) => {
      expect(preimage(...one)).not.toBe(preimage(...other));
    });
    fc.assert(law, { seed, numRuns });
  });

  test('differs where a separator moves, whatever text separates its fields', () => {
    for (const separator of separators) {
      for (let left = 0; left + 1 < fields; left++) {
        const texts = Array<string>(fields).fill('x');
        const early = texts.toSpliced(left, 2, 'a', `b${separator}c`);
        const late = texts.toSpliced(left, 2, `a${separator}b`, 'c');
        expect(preimage(...early)).not.toBe(preimage(...late));
      }
    }
  });

  test('is the same for the same inputs', () => {
    const law = fc.property(fc.array(hardText, { minLength: fields, maxLength: fields }), (texts) => {
      expect(preimage(...texts)).toBe(preimage(...texts));
    });
    fc.assert(law, { seed, numRuns: 100 });
  });
});

test('ids of different kinds differ for all inputs', () => {
  const law = fc.property(fc.array(hardText, { minLength: 7, maxLength: 7 }), (texts) => {
    const preimages = Object.values(kinds).map(({ fields, preimage }) => preimage(...texts.slice(0, fields)));
    const hashes = preimages.map((preimage) => (preimage.length === 64 ? preimage : hashOf(preimage)));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
  fc.assert(law, { seed, numRuns });
});

test('the same value under two tags has two hashes', () => {
  const tag = fc
    .tuple(hardText, fc.nat({ max: 12 }))
    .map(([name, version]): PreimageTag => `penumbra/${name}/${version}`);
  const law = fc.property(tag, tag, hardText, (one, other, value) => {
    expect(taggedHash(one, value) === taggedHash(other, value)).toBe(one === other);
  });
  fc.assert(law, { seed, numRuns });
});

test('a value cannot take the place of a tag', () => {
  const law = fc.property(hardText, hardText, hardText, (tag, name, value) => {
    expect(taggedText(`penumbra/${tag}/1`, [name, value])).not.toBe(
      taggedText(`penumbra/${tag}","${name}/1`, value),
    );
    expect(taggedText(`penumbra/${tag}/1`, [name, value])).not.toBe(
      taggedText(`penumbra/${tag}/1`, { [name]: value }),
    );
  });
  fc.assert(law, { seed, numRuns });
});

describe('among inputs of every form', () => {
  const digests = ['', 'a', 'b'].map(hashOf);
  const contents = digests.map((digest) => makeId('content', digest));
  const [content, other] = contents as [BasisInput, BasisInput];

  /** Name -> ids of inputs that all differ. */
  const families: Readonly<Record<string, readonly string[]>> = {
    subjects: subjectKinds.flatMap((kind) =>
      ['a', 'node', 'node:a', ' a', 'A'].map((id) => subjectHash({ kind, id })),
    ),
    inputs: [
      ...contents,
      ...digests.map((digest) => makeId('node', digest)),
      ...digests.map((digest) => makeId('frame', digest)),
      ...contents.map((id) => external(id, '')),
      ...contents.map((id) => external('', id)),
      external('', ''),
      external('external', ''),
    ].map(inputKey),
    bases: (
      [
        { inputs: [] },
        { inputs: [content] },
        { inputs: [content, other] },
        { inputs: [other, content] },
        { inputs: [content, external('a', 'b')] },
        { inputs: [external(`${content}`, 'b')] },
        { inputs: [], policy: null },
        { inputs: [], policy: [] },
        { inputs: [], policy: {} },
        { inputs: [], policy: '' },
        { inputs: [], policy: 0 },
        { inputs: [], policy: '0' },
        { inputs: [], policy: { name: 'a', version: 'b' } },
        { inputs: [], producer: { name: 'a', version: 'b' } },
        { inputs: [], producer: { name: 'a', version: 'b' }, policy: null },
        { inputs: [], producer: { name: 'a"', version: 'b' } },
      ] satisfies Basis[]
    ).map((basis) => textOf(basisObject(basis))),
    logs: [null, ...digests].flatMap((before) =>
      [1, 2, 11, 12].flatMap((stamp) =>
        ['', '1', '2', '12', '"1"', 'null'].map((value) => extendDigest(before, { stamp, value })),
      ),
    ),
    values: (
      [
        null,
        false,
        0,
        '',
        '0',
        'null',
        [],
        {},
        [[]],
        [null],
        [0],
        { '': 0 },
        10n ** 30n,
      ] satisfies CanonicalValue[]
    ).map((value) => taggedHash('penumbra/frame/1', value)),
    contents: ['', 'a', '\u0000', 'a\n', '["penumbra/frame/1",null]', '\u00e9', 'e\u0301'].map((text) =>
      contentId(text),
    ),
  };

  test.each(Object.entries(families))('no two %s share an id', (_name, ids) => {
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('a history cannot be told in another way: order, stamps and bounds of entries are in the digest', () => {
  const entry = fc.record({ stamp: fc.nat({ max: 12 }), value: hardText });
  const history = fc.array(entry, { maxLength: 4 });
  const digestOf = (entries: readonly { stamp: number; value: string }[]) =>
    entries.reduce<Sha256 | null>((digest, next) => extendDigest(digest, next), null);
  const law = fc.property(history, history, (one, other) => {
    expect(digestOf(one) === digestOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
  });
  fc.assert(law, { seed, numRuns });
});
