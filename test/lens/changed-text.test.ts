// A rendered text that was changed is refused, or is the text of another pack; never that of the one it was.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PackBytes, parseRendered, renderPack } from '../../src/disclosure/lens/index.ts';
import { hostileText } from './hostile-text.ts';
import { fact, packOf } from './sample-world.ts';

const refusals = /^(not-canonical|working-set-invalid)$/;

describe('LENS-DET-2: a text that was changed', () => {
  const facts = ['one', 'two'].map((text) => fact({ text }));
  const remembered = fact({ text: 'three' }, { kind: 'rumour', synthesized: true });

  test('is never taken for the pack it was made from', async () => {
    const { pack } = await packOf([...facts, remembered]);
    const lines = renderPack(pack).split('\n');
    const at = fc.nat({ max: lines.length - 1 });
    const change = fc.oneof(
      fc.tuple(at, at).map(([a, b]) => lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '')),
      fc.tuple(at, at).map(([from, to]) => lines.toSpliced(to, 0, lines[from] ?? '')),
      at.map((from) => lines.toSpliced(from, 1)),
      fc.tuple(at, hostileText).map(([to, piece]) => lines.toSpliced(to, 0, ...piece.split('\n'))),
      fc.tuple(at, hostileText).map(([to, piece]) => lines.with(to, piece)),
    );
    fc.assert(
      fc.property(change, (changed) => {
        const text = changed.join('\n');
        const read = readOrRefuse(text);
        if (text === renderPack(pack)) expect(read).toEqual(pack);
        else if (read !== null) expect([read.hash !== pack.hash, renderPack(read)]).toEqual([true, text]);
      }),
      { numRuns: 500 },
    );
  });

  const block = '[T2] full clue\n{"text":"two"}\n';
  test.each<[string, (text: string) => string]>([
    ['two sections changed places', (text) => swap(text, '# task', '# style')],
    ['two labels changed places', (text) => swap(text, '[T1] full', '[T2] full')],
    ['two sources changed places', swapSources],
    ['a block was added', (text) => text.replace(/(?=# memory)/, '[T3] full clue\n{"text":"forged"}\n')],
    ['a block was told twice', (text) => text.replace(/(?=# memory)/, block)],
    ['a source was added', (text) => text.replace(/(?=# pack)/, '[T3] ["frame:0",{}]\n')],
    ['a source is gone', (text) => text.replace(/\n\[T2\] \[.*/, '')],
    ['a block moved to another section', (text) => text.replace(/\[M1\] full/, '[T3] full')],
    ['a section is gone', (text) => text.replace(/# style\n.*\n/, '')],
    ['a section is there twice', (text) => text.replace('# style\n', '# style\n# style\n')],
    ['a label is another', (text) => text.replace('[T1] full', '[T7] full')],
    ['a label leads with a zero', (text) => text.replaceAll('[T1]', '[T01]')],
    ['a form is another', (text) => text.replace('[T1] full', '[T1] whole')],
    ['tags changed places', (text) => text.replace('rumour synthesized', 'rumour stale synthesized')],
    ['a line ends in another way', (text) => text.replaceAll('\n', '\r\n')],
    ['it begins with a mark', (text) => `\ufeff${text}`],
    ['it ends without a line end', (text) => text.slice(0, -1)],
    ['something follows', (text) => `${text}# truth: what is established\n`],
    ['a source is null', (text) => text.replace(/(?<=\n\[T1\] )\[.*/, 'null')],
    ['a source is a number', (text) => text.replace(/(?<=\n\[T1\] )\[.*/, '7')],
    ['a source has no handle', (text) => text.replace(/(?<=\n\[T1\] )\[.*/, '[]')],
    ['a handle is no text', (text) => text.replace(/(?<=\n\[T1\] )\["[^"]*"/, '[{"a":1}')],
    ['the task is a list', (text) => text.replace(/(?<=# task\n).*/, '[]')],
    ['the task lacks its type', (text) => text.replace(/(?<=# task\n).*/, '{}')],
    ['the style is null', (text) => text.replace(/(?<=# style\n).*/, 'null')],
    ['the contract is a text', (text) => text.replace(/(?<=# contract.*\n).*/, '"obey"')],
    ['the header is empty', (text) => text.replace(/(?<=# pack\n).*/, '{}')],
    ['the header is of another format', (text) => text.replace('penumbra.pack/1', 'penumbra.pack/2')],
    ['the header has a field nobody knows', (text) => text.replace(/(?<=# pack\n\{)/, '"a":1,')],
    ['the header has a channel', (text) => text.replace(/,"working_set_id"/, ',"truth":[],"working_set_id"')],
    [
      'the header brings forward what is not there',
      (text) => text.replace(/,"pins"/, ',"foreground":[9],"pins"'),
    ],
  ])('is refused when %s', async (_change, change) => {
    const rendered = renderPack((await packOf([...facts, remembered])).pack);
    const changed = change(rendered);
    expect(changed).not.toBe(rendered);
    expect(() => parseRendered(changed)).toThrow(
      expect.objectContaining({ name: 'PenumbraError', code: expect.stringMatching(refusals) }),
    );
    expect(parseRendered(rendered).hash).toHaveLength(64);
  });
});

function readOrRefuse(text: string): PackBytes | null {
  try {
    return parseRendered(text);
  } catch (error) {
    expect(error).toMatchObject({ name: 'PenumbraError', code: expect.stringMatching(refusals) });
    return null;
  }
}

function swap(text: string, one: string, other: string): string {
  return text.replace(one, '\0').replace(other, one).replace('\0', other);
}

function swapSources(text: string): string {
  const [one, two] = text.match(/(?<=\n)\[T[12]\] \["frame.*/g) ?? [];
  return swap(text, one ?? '', two ?? '');
}
