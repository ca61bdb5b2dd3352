// What stops attacks with numbers.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const numberMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'for (const token of tokens) if (isAdded(token, owner, demands.none)) covered.add(owner);',
      put: '',
      why: 'what is locked is looked for as it is written',
    },
    'number',
    'number-text',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/fold-character.ts',
      remove: 'return kinds.separator;',
      put: 'return kinds.letter;',
      why: 'what parts letters is passed over',
    },
    'number-grouped',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: '(number, digits) => (digits.length <= LONGEST_WORDED ? wordForms(number) : []),',
      put: '',
      why: 'numbers are looked for in words',
    },
    'number-words',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: "(_, digits) => [[...digits].map((digit) => UNITS[Number(digit)]).join(' ')],",
      put: '',
      why: 'numbers are looked for digit by digit',
    },
    'number-digits',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: '(number) => hundredForms(Number(number)),',
      put: '',
      why: 'numbers are looked for as years are read',
    },
    'number-pairs',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: '(number) => hexForms(number.toString(16)),',
      put: '',
      why: 'numbers are looked for in hex',
    },
    'number-hex',
    'number-hex-padded',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: `: [\`0\${number.toString(8)}\`]`,
      put: ': []',
      why: 'numbers are looked for in octal as C has it',
    },
    'number-octal-c',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: `(number) => [\`0o\${number.toString(8)}\`],`,
      put: '',
      why: 'numbers are looked for in octal',
    },
    'number-octal',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: `(number) => [\`0b\${number.toString(2)}\`],`,
      put: '',
      why: 'numbers are looked for in binary',
    },
    'number-binary',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: '(number) => romanForms(Number(number)),',
      put: '',
      why: 'numbers are looked for in Roman letters',
    },
    'number-roman',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/(?<![\\w.])(\\d{1,40})(?:\\.(\\d{0,40}))?e([-+]?)0{0,4}(\\d{1,2})(?!\\w)/gi, fromPower],',
      put: '',
      why: 'powers of ten are written out',
    },
    'number-power',
    'number-power-down',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/confusables.ts',
      remove: 'for (const [code, digit] of digits) table.set(code, misreadOf(String(digit)));',
      put: '',
      why: 'digits of all scripts are one',
    },
    'number-script',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/text-reader.ts',
      remove: 'append(isKey ? keys : values, task, piece, number);',
      put: 'if (isKey) append(keys, task, piece, number);',
      why: 'values are read as one run',
    },
    'number-halves',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/locked-tokens.ts',
      remove:
        'if (named.length > 0) return unique([...named, ...namedKeys(payload, precise).filter(isTellingKey)]);',
      put: '',
      why: 'a leaf that is named counts however short it is',
    },
    'number-short',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/walk-texts.ts',
      remove: "typeof value === 'number' || typeof value === 'bigint'",
      put: "typeof value === 'number'",
      why: 'numbers of any size are read',
    },
    'number-large',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "[/(?<![\\w.,])0+(?=[1-9]\\d{3})|(?<![\\w.,:/-])(?:0{2,}(?=[1-9])|0(?=[1-9]\\d))/g, () => ''],",
      put: '',
      why: 'zeros before a number are passed over',
    },
    'number-zeros',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: '...(shorter ? [{ text: significant, asked }] : []),',
      put: '',
      why: 'a number with zeros before it is found without them',
    },
    'number-no-zeros',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "fromPower(whole, before, behind, sign, power ?? (raised as string).normalize('NFKD')),",
      put: "whole + before.slice(0, 0) + [behind, sign, power, raised].join('').slice(0, 0),",
      why: 'a power of ten may be written as a product',
    },
    'number-times',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/confusables.ts',
      remove: 'for (let digit = 1; digit < 10; digit++) digits.set(one + digit - 1, digit);',
      put: '',
      why: 'enclosed digits are digits',
    },
    'number-enclosed',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: 'const dates = dateForms(read);',
      put: 'const dates = dateForms(read).slice(0, 0);',
      why: 'a date is looked for as others write it',
    },
    'date-digits',
    'date-words',
    'date-short',
    'date-instant',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: 'asked: demands.strict | demands.edges | asked,',
      put: 'asked: demands.strict | demands.wordEdges | asked,',
      why: 'letters may stand beside a date',
    },
    'date-time',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: '].flatMap((behind) =>',
      put: '].slice(0, 1).flatMap((behind) =>',
      why: 'a time stands behind a blank or a T',
    },
    'date-time-t',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: "...(month === 9 ? ['sept'] : [])",
      put: '',
      why: 'Sept is written',
    },
    'date-sept',
  ),
  ...without(
    { file: 'src/disclosure/guard/number-forms.ts', remove: '`(sept|', put: '`(', why: 'Sept is read' },
    'date-sept',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: '[...whole, ...marked, ...worded]',
      put: '[...whole, ...worded]',
      why: 'a date with the signs of its parts is looked for',
    },
    'date-marks',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: 'return [...dates, ...backwards,',
      put: 'return [...dates, ...backwards.slice(0, 0),',
      why: 'long numbers are looked for backwards',
    },
    'number-backwards',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: 'words.unshift(and);',
      put: 'words.unshift();',
      why: 'numbers have an `and` behind thousands',
    },
    'number-words-and',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: "form.replace(/^one /, 'a ')",
      put: 'form',
      why: 'one is left out before hundreds and thousands',
    },
    'number-words-a',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'const TELLING_BASED = 5;',
      put: 'const TELLING_BASED = 6;',
      why: 'three digits behind the sign of their base are enough',
    },
    'number-hex-short',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '|0(?=[1-9]\\d))/g',
      put: ')/g',
      why: 'a single zero before a short number is passed over',
    },
    'number-zero',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "fromPower(whole, '1', '', sign + minus, power ?? (raised as string).normalize('NFKD')),",
      put: 'whole,',
      why: 'powers of ten are written out, even without a factor',
    },
    'number-power-alone',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/normalize-text.ts',
      remove: 'behind === 0x2a;',
      put: 'behind < 0;',
      why: 'powers of ten with asterisks are noticed',
    },
    'number-power-alone',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "[/(?<![\\w.])\\.(?=\\d)/g, () => '0.'],",
      put: '',
      why: 'a zero before the decimal point may be left out',
    },
    'number-fraction',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/number-forms.ts',
      remove: 'names.map((name) => [name, day, behind, year])',
      put: '[]',
      why: 'dates are looked for as `date` prints them',
    },
    'date-printed',
  ),
];
