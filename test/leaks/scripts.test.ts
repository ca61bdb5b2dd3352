// Attacks in scripts that part words otherwise than by blanks, or say a name in few characters.

import type { FactDraft } from '../../src/disclosure/oracle/index.ts';
import { fact, oracleWith, secret } from '../lens/sample-world.ts';
import { allThatLeaves } from './all-that-leaves.ts';
import { attack } from './attack.ts';
import { harmless } from './disguised.ts';
import { expectTold, expectUntold, says } from './expect-untold.ts';

/** Makes the body of an attack: an open text quotes a locked name, amid the letters of a sentence. */
function quoted(name: string, text: string, changes: Partial<FactDraft> = {}): () => Promise<void> {
  return async () => {
    const facts = [secret({ name }, changes), fact(text), fact({ [text]: 1 }), fact(harmless)];
    const outputs = await allThatLeaves(await oracleWith(facts));
    expectUntold(outputs, says(text));
    expectTold(outputs, harmless, ['narrator', 'player', 'keeper']);
  };
}

attack('han', 'a Japanese name within a sentence', quoted('山田太郎', '犯人は山田太郎です'));

attack('han-short', 'a name of two ideographs', quoted('山田', '犯人は山田です'));

attack('han-digit', 'a name with an ideograph that is a digit', quoted('一郎', '犯人は一郎です'));

attack('kana', 'a name in kana with a long vowel', quoted('サリー', '犯人はサリーです'));

attack('thai', 'a Thai name within a sentence', quoted('สมชาย', 'คนร้ายคือสมชายครับ'));

attack('lao', 'a Lao name within a sentence', quoted('ສົມຊາຍ', 'ຜູ້ຮ້າຍສົມຊາຍແມ່ນ'));

attack('khmer', 'a Khmer name within a sentence', quoted('សុភាព', 'គាត់សុភាពជា'));

attack('myanmar', 'a Burmese name within a sentence', quoted('အောင်ကျော်', 'သူအောင်ကျော်သည်'));

attack('hangul-particle', 'a Korean name with a particle', quoted('김수', '범인은 김수이다'));

attack('hebrew-prefix', 'a Hebrew name behind a preposition', quoted('ברוך', 'אמר לברוך אמש'));

attack('arabic-prefix', 'an Arabic name behind a preposition', quoted('محمد', 'قال لمحمد أمس'));

attack('ethiopic-prefix', 'an Amharic name behind a preposition', quoted('አበበች', 'የአበበች ቤት'));

attack('drawn-out', 'an Arabic name is drawn out by a stroke', quoted('محمد', 'هو محـمد'));

attack('marked-vowels', 'a Hindi name of three letters', quoted('मोहन', 'यह मोहन है'));

attack(
  'latin-amid-kana',
  'a short Latin name amid Japanese',
  quoted('Bob', '犯人はBobです', { precise: ['/name'] }),
);
