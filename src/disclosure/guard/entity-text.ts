/** What named entities stand for, as far as a word can hide behind them: letters with marks, and what parts letters. */

const MARKED_LETTER =
  /^([a-z])(?:acute|breve|caron|cedil|circ|dot|fr|grave|macr|ogon|opf|ring|scr|slash|strok|tilde|uml)$/i;
const LETTERS: Readonly<Record<string, string>> = {
  aelig: 'ae',
  alpha: 'a',
  beta: 'b',
  eta: 'h',
  eth: 'd',
  iota: 'i',
  kappa: 'k',
  nu: 'v',
  oelig: 'oe',
  omicron: 'o',
  rho: 'p',
  szlig: 'ss',
  tau: 't',
  thorn: 'p',
  upsilon: 'u',
  chi: 'x',
};
const SYMBOLS: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bsol: '\\',
  equals: '=',
  gt: '>',
  lt: '<',
  num: '#',
  percnt: '%',
  plus: '+',
  quot: '"',
  semi: ';',
};
const PARTING =
  /^(?:colon|comma|dash|emsp|ensp|hyphen|lowbar|lrm|mdash|middot|nbsp|ndash|period|rlm|shy|sol|thinsp|zwj|zwnj)$/i;

/** Returns what a named entity stands for, or the entity where it says nothing of letters. */
export function entityText(entity: string, name: string): string {
  const marked = MARKED_LETTER.exec(name)?.[1];
  if (marked !== undefined) return marked;
  if (PARTING.test(name)) return /^(?:lrm|rlm|shy|zwj|zwnj)$/i.test(name) ? '' : ' ';
  const key = name.toLowerCase();
  if (Object.hasOwn(LETTERS, key)) return LETTERS[key] as string;
  return Object.hasOwn(SYMBOLS, key) ? (SYMBOLS[key] as string) : entity;
}
