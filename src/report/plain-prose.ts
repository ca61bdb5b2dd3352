/**
 * Rewrites sentences of agents and of the adversarial review in the wording of screens; citations are
 * unchanged.
 */
import { mapWords } from './text/citations.ts';
import { percentWord } from './text/quantity.ts';
import { defectWords, plainWord, proseWords } from './words.ts';

const CODE_WORD = /(?<![\w./-])[a-z]+(?:_[a-z]+)+(?![\w/-]|\.\w)/g;
const DECIMAL = /(?<![\w.])[01]\.\d{4}(?![\w.])/g;
const DECISION = /^(affirm|amend|acquit|remand|mistrial)(?=:)/;

/** The sides of the review, as its own sentences weigh them. */
const sides: readonly (readonly [string, string])[] = [
  ['the charge stands at', 'the claim has a strength of'],
  ['the defense at', 'the rebuttal of'],
];

/** Returns prose without internal names. */
export function plainProse(text: string): string {
  return mapWords(text, (words) => words.replace(CODE_WORD, (name) => proseWords.get(name) ?? name));
}

/** Returns the reasons of a decision: plain, the decision as it is called elsewhere, strengths in percent. */
export function plainReasoning(text: string): string {
  const decided = sides.reduce(
    (sum, [name, plain]) => sum.replaceAll(name, plain),
    text.replace(DECISION, (name) => plainWord('decision', name)),
  );
  return mapWords(plainProse(decided), (words) =>
    words.replace(DECIMAL, (decimal) => percentWord(Number(decimal))),
  );
}

/** Returns a first conclusion, which begins with its kind of defect, for people. */
export function plainConclusion(text: string): string {
  const [kind = '', ...rest] = text.split(' ');
  const known = Object.entries(defectWords).find(([name]) => name === kind)?.[1];
  return known === undefined ? text : [known, ...rest].join(' ');
}
