// The red team: locked tokens in every disguise, put into facts that are public and open. Whatever is compiled from
// them, no output tells them, and what is harmless stays.
import { describe, expect, test } from 'vitest';
import { compileGuard, compilePromptPack } from '../../src/lens/index.ts';
import { compileWorkingSet } from '../../src/oracle/index.ts';
import { allOutput, cursor, fact, oracleWith, policy, secret } from './sample-world.ts';

const word = 'Vermithrax Pejorative';
const guard = compileGuard([{ handle: 'secret', tokens: [word, '4711'] }]);
const encode = (text: string) => Buffer.from(text);

const disguises: Readonly<Record<string, string>> = {
  plainly: `its name is ${word}`,
  'in capitals': word.toUpperCase(),
  'spaced out': [...word].join(' '),
  'with zero-width joiners': [...word].join('\u200d'),
  'with marks': [...word].join('\u0301'),
  'full width': [...word]
    .map((letter) => (letter === ' ' ? ' ' : String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)))
    .join(''),
  'with Cyrillic letters': word.replaceAll('e', 'е').replaceAll('a', 'а').replaceAll('i', 'і'),
  'in Base64': encode(`xy ${word}`).toString('base64'),
  'in Base64 for addresses': encode(word).toString('base64url'),
  'in hex': encode(word).toString('hex'),
  'percent-encoded': [...encode(word)].map((byte) => `%${byte.toString(16)}`).join(''),
  'as an address': encodeURIComponent(`?name=${word}`),
  'in entities': [...word].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  'in JavaScript escapes': [...word].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(''),
  backwards: [...word].reverse().join(''),
  'in ROT13': 'Irezvguenk Crwbengvir',
  'as a grouped number': 'it has 4,711 coins',
  'as a number in words': 'four thousand seven hundred eleven coins',
  'as a number in hex': 'it has 0x1267 coins',
};

describe('a locked token', () => {
  test.each(Object.entries(disguises))('%s is told to nobody', async (_name, text) => {
    const facts = [
      secret({ name: word, hoard: 4711 }),
      fact({ note: text }),
      fact({ [text]: 'as a key' }),
      fact('a note with a telling gist', { gist: text }),
      fact('a note with a telling source', { provenance: { source: text, eventIds: [], ruleRefs: [] } }),
      fact({ note: 'harmless' }),
    ];
    const set = await compileWorkingSet(await oracleWith(facts), cursor, policy);
    const compiled = compilePromptPack(set, { consumer: 'narrator', guard: set.guard });
    expect(guard.scan({ note: text })).not.toEqual([]);
    expect(guard.scan(new TextDecoder().decode(compiled.pack.bytes), { minimumLength: 6 })).toEqual([]);
    expect(allOutput(compiled)).not.toContain(JSON.stringify(text).slice(1, -1));
    expect(compiled.envelope.allowed_handles).toHaveLength(1);
  });
});
