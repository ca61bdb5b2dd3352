/**
 * What named entities stand for, as far as a word can hide behind them: letters, and the characters that escapes are
 * made of. Any other entity is a sign and parts what stands around it, or shows nothing.
 */

const MARKED_LETTER = /^([a-z])(?:breve|caron|dot|fr|macr|ogon|opf|scr|strok|acute|dblac)$/i;

/** Cyrillic letters in the order of their names, which all end in `cy`. */
const CYRILLIC_NAMES =
  'a b v g d ie io zh z i j k l m n o p r s t u f kh ts ch sh shch hard y soft e yu ya dj gj juk ds iuk yi jser lj nj tsh kj ubr dz';
const CYRILLIC = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяђѓєѕіїјљњћќўџ';
const GREEK_NAMES =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';

const LETTERS: ReadonlyMap<string, string> = new Map([
  ...rows(CYRILLIC_NAMES, CYRILLIC, 'cy'),
  ...rows(GREEK_NAMES, GREEK, ''),
  ...rows('epsi gammad sigmav sigmaf thetasym upsi upsih ohm kappav rhov', 'εϝςςθυυωκρ', ''),
  ...rows(
    'imath inodot jmath ell ee exponentiale ii dd planck hbar wp weierp ordf ordm micro real',
    'ııȷleeidhhppaoμr',
    '',
  ),
  ...rows('complexes naturals primes rationals reals integers image imagpart realpart', 'cnpqrziir', ''),
  ...rows('verbar vert mid smid or vee cup top times', '||||∨∨∪⊤×', ''),
  ...rows('sup1 sup2 sup3', '123', ''),
  ...Object.entries({
    aelig: 'ae',
    eth: 'd',
    fflig: 'ff',
    ffilig: 'ffi',
    ffllig: 'ffl',
    filig: 'fi',
    fllig: 'fl',
  }),
  ...Object.entries({
    fjlig: 'fj',
    ijlig: 'ij',
    oelig: 'oe',
    szlig: 'ss',
    thorn: 'p',
    kgreen: 'k',
    eng: 'n',
  }),
]);
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
const INVISIBLE =
  /^(?:lrm|rlm|shy|zwj|zwnj|nobreak|zerowidthspace|negative\w*space|invisible\w+|applyfunction|af|it|ic)$/i;

/** Returns what a named entity stands for; a blank for a sign. */
export function entityText(_entity: string, name: string): string {
  const key = name.toLowerCase();
  const letter = LETTERS.get(key) ?? MARKED_LETTER.exec(name)?.[1];
  if (letter !== undefined) return /^[A-Z]/.test(name) ? letter.toUpperCase() : letter;
  if (Object.hasOwn(SYMBOLS, key)) return SYMBOLS[key] as string;
  return INVISIBLE.test(name) ? '' : ' ';
}

function rows(names: string, letters: string, ending: string): readonly (readonly [string, string])[] {
  const each = [...letters];
  return names.split(' ').map((name, index) => [name + ending, each[index] as string]);
}
