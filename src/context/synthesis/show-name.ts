/**
 * Names in headings: bare where nothing in them could be taken for something else, otherwise in backticks with what
 * cannot be seen as `\u{a}`. No two names are shown alike. The sets are fixed here and follow no Unicode version.
 */

const UNSEEN =
  '\\0-\\x1f\\x7f-\\xa0\\xad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f' +
  '\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ud800-\\udfff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff' +
  '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';

/** Letters, digits and marks that are no markup; an underscore is none between letters. */
const PLAIN = new RegExp(
  `^(?:[0-9A-Za-z.+,=()-]|(?<=[0-9A-Za-z])_(?=[0-9A-Za-z])|[^\\0-\\x7f${UNSEEN}])+$`,
  'u',
);
const ESCAPED = new RegExp(`[\\\\\`${UNSEEN}]`, 'gu');

/** Returns a name on one line, so that no text can pass for it. */
export function showName(name: string): string {
  return PLAIN.test(name) ? name : `\`${name.replace(ESCAPED, escapeCharacter)}\``;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
