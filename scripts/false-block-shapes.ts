// The tokens that are locked in the measurement, by shape: 1,000 each of what people really lock. All but those of a
// project's own kind are made up, and so foreign to every project.

import { type Corpus, textOf } from './false-block-corpus.ts';
import { createDraw, type Draw, inHashOrder } from './false-block-draw.ts';

/** One shape of token. */
export interface Shape {
  readonly group: string;
  readonly name: string;
  /** True where a fact must name its token, since it is too short to be taken for one otherwise. */
  readonly isNamed: boolean;
  tokens(corpus: Corpus): readonly string[];
}

const TOKENS = 1_000;
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const LETTERS_AND_DIGITS = UPPER + LOWER + DIGITS;

const given =
  'Agathe Bertil Cosima Doro Edvin Fenja Gustav Henrike Ingmar Jorunn Katinka Linus Mireille Niklas Ottilie Pernille Quirin Rosalind Sigrid Tilda Ulrik Valeska Wendelin Ximena Yorick Zelda'.split(
    ' ',
  );
const family =
  'Abendroth Brandvold Castellan Dunkerley Eskildsen Fairweather Grimaldi Holmqvist Ibarra Jankowski Kettlewell Lindqvist Montague Nordgaard Okonkwo Pemberton Quennell Rautavaara Silvestri Thornbury Underhill Vasquez Westergaard Yamamoto Zielinski Ashdown Bellweather Corrigan Delacroix Everhart Fitzgerald Gainsborough Hathaway Ironside Kowalczyk Lockhart Marchetti Nakamura Oleander Prendergast'.split(
    ' ',
  );
const adjectives =
  'silent amber copper crimson frozen gilded hollow iron ivory lunar marble northern obsidian pale quiet rusty scarlet solar velvet winter'.split(
    ' ',
  );
const nouns =
  'anchor badger beacon canyon comet condor falcon glacier harbour heron kestrel lantern magpie meadow nebula orchard osprey otter panther quarry raven saddle sparrow summit thicket thunder tundra walrus willow zephyr'.split(
    ' ',
  );
const onsets = 'b br c d dr f g gl h j k kr l m n p pl qu r s sk st t th tr v w z'.split(' ');
const vowels = 'a e i o u ae ia ou'.split(' ');
const endings = 'l m n r s x nd rk th lm'.split(' ');
const keyStarts = ['sk_live_', 'sk-', 'AKIA', 'ghp_', 'glpat-', 'xoxb-', 'AIza', 'npm_', ''];
const leet: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5' };

/** Every shape, in the order of the page. */
export const shapes: readonly Shape[] = [
  foreign('names', 'people, given and family name', (draw) => `${draw.from(given)} ${draw.from(family)}`),
  foreign('names', 'code names of two words', codeName),
  foreign('names', 'coined names of one word', (draw) => coined(draw, 6)),
  foreign('credentials', 'API keys', apiKey),
  foreign('credentials', 'passwords', password),
  foreign('credentials', 'hex keys', (draw) => draw.text(HEX, draw.from([32, 40, 64]))),
  foreign('credentials', 'UUIDs', (draw) =>
    [8, 4, 4, 4, 12].map((length) => draw.text(HEX, length)).join('-'),
  ),
  ...[4, 5, 6, 8, 12].map((digits) =>
    foreign(
      'numbers',
      `of ${digits} digits`,
      (draw) => draw.text('123456789', 1) + draw.text(DIGITS, digits - 1),
    ),
  ),
  foreign('addresses', 'e-mail addresses', mailAddress),
  foreign('addresses', 'host names', hostName),
  foreign('addresses', 'IPv4 addresses', (draw) => `10.${[0, 1, 2].map(() => draw.below(256)).join('.')}`),
  { ...foreign('short, named', 'names of 3 to 5 letters', shortName), isNamed: true },
  { ...foreign('short, named', 'codes of 3 to 5 characters', shortCode), isNamed: true },
  { group: 'of the project', name: 'identifiers', isNamed: false, tokens: identifiersOf },
  { group: 'of the project', name: 'identifiers that no fact names', isNamed: false, tokens: unnamedOf },
  { group: 'of the project', name: 'whole lines', isNamed: false, tokens: linesOf },
];

function foreign(group: string, name: string, make: (draw: Draw) => string): Shape {
  let made: readonly string[] | undefined;
  const tokens = (): readonly string[] => {
    made ??= makeDistinct(createDraw(`${group} ${name}`), make);
    return made;
  };
  return { group, name, isNamed: false, tokens };
}

function makeDistinct(draw: Draw, make: (draw: Draw) => string): readonly string[] {
  const tokens = new Set<string>();
  while (tokens.size < TOKENS) tokens.add(make(draw));
  return [...tokens];
}

function codeName(draw: Draw): string {
  const [first, second] = [draw.from(adjectives), draw.from(nouns)];
  const joined = [
    `${title(first)}${title(second)}`,
    `${first}-${second}`,
    `Project ${title(first)} ${title(second)}`,
  ];
  return draw.from([...joined, `${first.toUpperCase()}_${second.toUpperCase()}_${draw.below(90) + 10}`]);
}

function coined(draw: Draw, shortest: number): string {
  let name = '';
  while (name.length < shortest) name += draw.from(onsets) + draw.from(vowels);
  return title(name.length < 9 ? name + draw.from(endings) : name);
}

function apiKey(draw: Draw): string {
  return draw.from(keyStarts) + draw.text(LETTERS_AND_DIGITS, draw.from([20, 24, 36]));
}

function password(draw: Draw): string {
  const word = draw.from([...nouns, ...family.map((name) => name.toLowerCase())]);
  const spelt = [...word].map((letter) => (draw.below(2) === 0 ? (leet[letter] ?? letter) : letter)).join('');
  return title(spelt) + draw.text('&!#$%*?', 1) + draw.text(DIGITS, 1 + draw.below(3));
}

function mailAddress(draw: Draw): string {
  const person = `${draw.from(given)}.${draw.from(family)}`.toLowerCase();
  return `${person}@${coined(draw, 4).toLowerCase()}.${draw.from(['com', 'org', 'example', 'io'])}`;
}

function hostName(draw: Draw): string {
  const role = draw.from(['db', 'web', 'cache', 'build', 'vault', 'mail']);
  const domain = `${draw.from(nouns)}.${draw.from(['internal', 'corp', 'lan', 'example'])}`;
  return `${role}-${draw.below(40) + 1}.${draw.from(['eu1', 'us2', 'prod', 'stage'])}.${domain}`;
}

function shortName(draw: Draw): string {
  const name = draw.from(onsets) + draw.from(vowels) + draw.from([...endings, '']);
  return name.length < 3 || name.length > 5 ? shortName(draw) : title(name);
}

function shortCode(draw: Draw): string {
  return draw.text(UPPER, 1) + draw.text(UPPER + DIGITS, 2 + draw.below(3));
}

function identifiersOf({ heldOut }: Corpus): readonly string[] {
  return inHashOrder(identifiersIn(heldOut.sources), (token) => token).slice(0, TOKENS);
}

function unnamedOf({ heldOut, facts }: Corpus): readonly string[] {
  const named = new Set(identifiersIn(facts.map(textOf)).map((token) => token.toLowerCase()));
  const unnamed = identifiersIn(heldOut.sources).filter((token) => !named.has(token.toLowerCase()));
  return inHashOrder(unnamed, (token) => token).slice(0, TOKENS);
}

function identifiersIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]{5,}/g) ?? []))];
}

/** Lines of reports, which come first, and as many of files as are missing to the thousand. */
function linesOf({ heldOut }: Corpus): readonly string[] {
  const lines = (texts: readonly string[]) => {
    const telling = texts.flatMap((text) => text.split('\n').map((line) => line.trim()));
    return inHashOrder([...new Set(telling.filter((line) => line.length >= 20))], (line) => line);
  };
  return [...new Set([...lines(heldOut.reports), ...lines(heldOut.sources)])].slice(0, TOKENS);
}

function title(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
