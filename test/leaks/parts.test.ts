// Attacks by quoting a long secret in part: what is left when its beginning is cut away is still the secret.

import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

/** Makes the body of an attack: an open text says a part of what is locked. */
function quotedInPart(whole: string, part: string): () => Promise<void> {
  return async () => {
    const facts = [secret({ text: whole }), fact(`see ${part} there`), fact({ [part]: 1 }), fact(harmless)];
    const outputs = await allThatLeaves(await oracleWith(facts));
    expectUntold(outputs, says(part));
    expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
  };
}

const uuid = '3f2a9c1e-77b4-4d0a-9e15-c2d8a6b0f4e1';
const letters = 'qzjxkvbwpfmtghrsnldcyaeoutbkfj';
const sentence = 'Tonight the vault opens with three knocks and a silence';
const japanese = '犯人の凶器は台所の包丁で、動機は金だった';
const chinese = '我们公司计划在2025年第三季度收购北京的一家AI创业公司价格约为5亿元人民币';
const body = 'MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEAq7BFUpkGp3+LQmlQ';
const pem = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
const letterOf = (digit: string) => String.fromCharCode(0x61 + Number(digit));
const chapter = Array.from({ length: 4_000 }, (_, index) => `${(index * 7_919) % 10_007}`)
  .map((number) => `word${number.replace(/\d/g, letterOf)}`)
  .join(' ');

attack('part-key', 'a key from its second character on', quotedInPart(uuid, uuid.slice(1)));

attack('part-groups', 'a key in groups without its last character', async () => {
  const keys: readonly (readonly [whole: string, part: string])[] = [
    ['4BVTK-XVKX7-RMVZ4-MPXMB-4Z88K', '4BVTK-XVKX7-RMVZ4-MPXMB-4Z88'],
    ['75:05:50:27:ee:47:a1:b3:50:01:11:19:14:f2:65:79', '5:05:50:27:ee:47:a1:b3:50:01:11:19:1'],
    ['8A48 4819 B59B CBC2 214B  C8AA 680E 121B 66CB DF96', '4819 B59B CBC2 214B C8AA'],
    ['d41c03df-1f4f-48c5-9049-dca7773a277e', 'f-48c5-9049-dca7773'],
  ];
  for (const [whole, part] of keys) await quotedInPart(whole, part)();
});

attack(
  'part-broad',
  'sixteen characters of a key, of which some look like two',
  quotedInPart('89RbZ7SKgPuvYf7XMvBTr7uKvXmeEHqpqVA2AjPy7h', 'meEHqpqVA2AjPy7h'),
);

attack('part-word', 'letters in a row from the second on', quotedInPart(letters, letters.slice(1)));

attack('part-prose', 'a sentence without its first word', quotedInPart(sentence, sentence.slice(8)));

attack(
  'part-unspaced',
  'a Japanese sentence from its second character on',
  quotedInPart(japanese, japanese.slice(1)),
);

attack(
  'part-unspaced-mixed',
  'a Chinese sentence with numbers from its third character on',
  quotedInPart(chinese, chinese.slice(2, 23)),
);

attack('part-body', 'the body of a key without its first line', quotedInPart(pem, body));

attack(
  'part-far',
  'a few words far inside of a long text',
  quotedInPart(chapter, chapter.slice(5_000, 5_100)),
);
