/** Other ways to write a whole number: bases and English words. The leak guard looks for them beside the digits. */

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion', 'quintillion'];
const LONGEST_WORDED = 21;

/** Returns other spellings of a whole number given in digits. */
export function numberForms(digits: string): readonly string[] {
  const number = BigInt(digits);
  const forms = [
    `0x${number.toString(16)}`,
    `0o${number.toString(8)}`,
    `0b${number.toString(2)}`,
    [...digits].map((digit) => UNITS[Number(digit)]).join(' '),
  ];
  return digits.length <= LONGEST_WORDED ? [...forms, ...wordForms(number)] : forms;
}

function wordForms(number: bigint): readonly string[] {
  if (number === 0n) return ['zero'];
  const plain = inWords(number, '');
  const withAnd = inWords(number, 'and');
  return plain === withAnd ? [plain] : [plain, withAnd];
}

function inWords(number: bigint, and: string): string {
  const words: string[] = [];
  let rest = number;
  for (const scale of SCALES) {
    const group = Number(rest % 1000n);
    if (group > 0) words.unshift(groupInWords(group, and), scale);
    rest /= 1000n;
  }
  return words.filter(Boolean).join(' ');
}

function groupInWords(group: number, and: string): string {
  const hundreds = Math.floor(group / 100);
  const below = group % 100;
  const head = hundreds > 0 ? [UNITS[hundreds], 'hundred', below > 0 ? and : ''] : [];
  const tail =
    below < 20 ? [below > 0 ? UNITS[below] : ''] : [TENS[Math.floor(below / 10)], UNITS[below % 10]];
  const words = below >= 20 && below % 10 === 0 ? [...head, tail[0]] : [...head, ...tail];
  return words.filter(Boolean).join(' ');
}
