/**
 * Scanning texts for secrets, and those that a line break splits. Most lines end where a word ends, and the next begins
 * with another word: the rest of a secret is told from it by its letters, by how long secrets of its form are, and by
 * what else the text has.
 */

/**
 * A secret as it stands in a text, and what kind of secret it is, in words for people. Whoever
 * keeps or tells a text screens it first.
 */
export type FoundSecret = { readonly kind: string; readonly value: string };

/** Finds secrets; the same text gives the same secrets in the same order. */
export type SecretScanner = {
  /** Goes up with every change of what is found. */
  readonly version: string;
  /** Returns the secrets of a text, each once, by where they begin. */
  find(text: string): readonly FoundSecret[];
  /** Returns how many characters a secret lacks, where all of its form have one length; undefined where they have not. */
  lacking?(value: string): number | undefined;
};

/** How many lines one secret may be spread over. */
const MOST_LINES = 5;
const LAST_WORD = /[\w+/=.-]{4,200}[ \t\r]*$/;
const FIRST_WORD = /^[ \t]{0,40}([\w+/=.-]{4,200})/;
/** How much of a line before its last word is looked at: the name that makes a value a secret stands there. */
const BEFORE = 300;
/** How long the rest of something must be that is a secret by itself. */
const SHORTEST_REST = 8;

/**
 * The lines that something may have wrapped, put together again as far as a word may go on, and the secrets before the
 * breaks. Most lines end where a word ends, so a next line goes on only if it begins with what may be part of a secret.
 */
export function joinedAtBreaks(
  text: string,
  { whole, scanner }: { readonly whole: readonly FoundSecret[]; readonly scanner: SecretScanner },
): { readonly lines: readonly string[]; readonly heads: ReadonlySet<string> } {
  const joined: string[] = [];
  const heads = new Set<string>();
  if (!text.includes('\n')) return { lines: joined, heads };
  const isWhole = cutsTold(text);
  const found = valuesByEnds(whole);
  const lines = text.split('\n');
  for (let at = 0; at + 1 < lines.length; at++) {
    const first = FIRST_WORD.exec(lines[at + 1] as string)?.[1];
    if (first === undefined) continue;
    const end = (lines[at] as string).slice(-BEFORE);
    const last = LAST_WORD.exec(end)?.[0];
    // No secret that has a form of its own is without a digit.
    if (last === undefined || !/\d/.test(last + first)) continue;
    let joint = end.trimEnd();
    const head = found.endingIn(joint);
    if (!goesOn(first, { head, isWhole, scanner }) || found.beginning(first)) continue;
    if (head !== undefined) heads.add(head);
    // How far a word goes on is not known, so each length is tried.
    for (let next = at + 1; next < Math.min(lines.length, at + MOST_LINES); next++) {
      const line = lines[next] as string;
      const word = FIRST_WORD.exec(line)?.[1];
      if (word === undefined || (next > at + 1 && (!isJumbled(word) || found.beginning(word)))) break;
      joint += word;
      joined.push(joint);
      // Only a line that is all of one word can be the middle of a longer one.
      if (word.length < line.trim().length) break;
    }
  }
  return { lines: joined, heads };
}

/** Returns those secrets before a break that some secret over a break begins with. */
export function headsOf(split: readonly FoundSecret[], heads: ReadonlySet<string>): ReadonlySet<string> {
  if (split.length === 0) return new Set();
  const byBeginning = Map.groupBy(heads, (head) => head.slice(0, ENDS));
  return new Set(
    split.flatMap(({ value }) =>
      (byBeginning.get(value.slice(0, ENDS)) ?? []).filter((head) => value.startsWith(head)),
    ),
  );
}

/** Tells whether the first word of a line may be the rest of what the line before ends with; `head` is a secret there. */
function goesOn(
  word: string,
  {
    head,
    isWhole,
    scanner,
  }: {
    readonly head: string | undefined;
    readonly isWhole: ReturnType<typeof cutsTold>;
    readonly scanner: SecretScanner;
  },
): boolean {
  if (head === undefined) return isJumbled(word);
  const lacking = scanner.lacking?.(head);
  if (lacking !== undefined && lacking === word.length) return true;
  return lacking !== 0 && word.length >= SHORTEST_REST && isJumbled(word) && !isWhole(head, word);
}

/** Tells of secrets whether they stand somewhere else with something else behind, and so are whole before a break. */
function cutsTold(text: string): (head: string, word: string) => boolean {
  const known = new Map<string, boolean>();
  const look = (head: string, word: string) => {
    for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
      const end = at + head.length;
      const gap = /^[ \t\r]*\n[ \t]{0,40}/.exec(text.slice(end, end + BEFORE))?.[0];
      if (gap === undefined || !text.startsWith(word, end + gap.length)) return true;
    }
    return false;
  };
  return (head, word) => {
    const key = `${head}\n${word}`;
    const told = known.get(key) ?? look(head, word);
    known.set(key, told);
    return told;
  };
}

/** Finds values by the characters that they begin or end with. */
function valuesByEnds(whole: readonly FoundSecret[]) {
  const values = whole.map(({ value }) => value).filter((value) => value.length >= ENDS);
  const byEnd = Map.groupBy(values, (value) => value.slice(-ENDS));
  const byBeginning = Map.groupBy(values, (value) => value.slice(0, ENDS));
  return {
    endingIn: (text: string) => byEnd.get(text.slice(-ENDS))?.find((value) => text.endsWith(value)),
    beginning: (text: string) =>
      byBeginning.get(text.slice(0, ENDS))?.some((value) => text.startsWith(value)) === true,
  };
}

const ENDS = 6;
/** A place, a path with an ending, a date or a version. */
const PLACE = /^(?:[\w@.-]*(?:\/[\w@.-]+)+\.\w{1,5}$|\d{4}-\d\d-\d\d|v?\d+(?:\.\d+)+)/;
/** A whole part of one case, an abbreviation before a word, and what may be a word. */
const PLAIN = /(?<![A-Za-z\d])(?:[a-z]{1,10}|[A-Z]{1,10})(?![A-Za-z])|[A-Z]{2,5}(?=[A-Z][a-z]{2})/g;
const MAYBE_WORD = /[A-Z]?[a-z]{2,}|[A-Z]{3,}/g;
/** A word has a vowel among so many letters. */
const LETTERS_OF_VOWEL = 5;
/** How often letters and digits change in one part of a name at most. */
const MOST_CHANGES = 2;
const LONG = 10;

/**
 * Tells whether characters look like those of a key rather than like words, names, paths and numbers: few of them are in
 * words, or letters and digits change too often.
 */
export function isJumbled(word: string): boolean {
  // Such a sign is only the end of what Base64 has; elsewhere it stands between a name and its value.
  if (/=[^=]/.test(word) || PLACE.test(word)) return false;
  let inWords = 0;
  const rest = word.replace(PLAIN, (plain) => {
    inWords += plain.length;
    return ' ';
  });
  for (const [maybe] of rest.matchAll(MAYBE_WORD)) {
    const vowels = maybe.match(/[aeiouy]/gi)?.length ?? 0;
    if (vowels * LETTERS_OF_VOWEL >= maybe.length) inWords += maybe.length;
  }
  // A number behind a name says nothing.
  const length = word.replace(/\d+(?![A-Za-z\d])|[^A-Za-z\d]/g, '').length;
  if (inWords * 5 < length * (length < LONG ? 3 : 4)) return true;
  const parts = word.split(/[^A-Za-z\d]/);
  return parts.some((part) => (part.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)?.length ?? 0) > MOST_CHANGES);
}
