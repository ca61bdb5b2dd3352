/**
 * Scans texts for secrets, including those split by line breaks. Most lines end at a word boundary and the
 * next line begins with an unrelated word. The rest of a split secret is recognised by its characters, by the
 * usual length of such secrets, and by the rest of the text.
 */

/**
 * A secret in a text and a description of its kind. Texts are screened before they are stored or returned.
 */
export type FoundSecret = { readonly kind: string; readonly value: string };

/** Finds secrets; the same text gives the same secrets in the same order. */
export type SecretScanner = {
  /** Incremented whenever the results change. */
  readonly version: string;
  /** Returns the secrets of a text, deduplicated, by position. */
  find(text: string): readonly FoundSecret[];
  /**
   * Returns how many characters a partial secret lacks if all of its form have one length; otherwise
   * undefined.
   */
  lacking?(value: string): number | undefined;
};

/** The most lines a secret may span. */
const MOST_LINES = 5;
const LAST_WORD = /[\w+/=.-]{4,200}[ \t\r]*$/;
const FIRST_WORD = /^[ \t]{0,40}([\w+/=.-]{4,200})/;
/**
 * How many characters before the last word are examined; they may contain the name that marks a value as
 * secret.
 */
const BEFORE = 300;
/** The shortest remainder that counts as secret by itself. */
const SHORTEST_REST = 8;

/**
 * Rejoins lines that may have been wrapped, up to the possible end of the word, and lists the secrets before
 * each break. Most lines end at a word boundary, so lines are only joined if the next one begins with what
 * may be part of a secret.
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
    // Every secret with a known form contains a digit.
    if (last === undefined || !/\d/.test(last + first)) continue;
    let joint = end.trimEnd();
    const head = found.endingIn(joint);
    if (!goesOn(first, { head, isWhole, scanner }) || found.beginning(first)) continue;
    if (head !== undefined) heads.add(head);
    // The end of the word is unknown, so every length is tried.
    for (let next = at + 1; next < Math.min(lines.length, at + MOST_LINES); next++) {
      const line = lines[next] as string;
      const word = FIRST_WORD.exec(line)?.[1];
      if (word === undefined || (next > at + 1 && (!isJumbled(word) || found.beginning(word)))) break;
      joint += word;
      joined.push(joint);
      // Only a line consisting of one word can be the middle of a longer one.
      if (word.length < line.trim().length) break;
    }
  }
  return { lines: joined, heads };
}

/** Returns the secrets before a break that are the beginning of a secret across it. */
export function headsOf(split: readonly FoundSecret[], heads: ReadonlySet<string>): ReadonlySet<string> {
  if (split.length === 0) return new Set();
  const byBeginning = Map.groupBy(heads, (head) => head.slice(0, ENDS));
  return new Set(
    split.flatMap(({ value }) =>
      (byBeginning.get(value.slice(0, ENDS)) ?? []).filter((head) => value.startsWith(head)),
    ),
  );
}

/**
 * Checks whether the first word of a line may continue the end of the line before; `head` is a secret there.
 */
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

/**
 * Checks whether a secret also occurs elsewhere with different text after it, and is therefore complete
 * before the break.
 */
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

/** Finds values by their first or last characters. */
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
/** A path with an extension, a date or a version. */
const PLACE = /^(?:[\w@.-]*(?:\/[\w@.-]+)+\.\w{1,5}$|\d{4}-\d\d-\d\d|v?\d+(?:\.\d+)+)/;
/** A word in a single case, an abbreviation before a word, or anything else that may be a word. */
const PLAIN = /(?<![A-Za-z\d])(?:[a-z]{1,10}|[A-Z]{1,10})(?![A-Za-z])|[A-Z]{2,5}(?=[A-Z][a-z]{2})/g;
const MAYBE_WORD = /[A-Z]?[a-z]{2,}|[A-Z]{3,}/g;
/** A word has a vowel among this many letters. */
const LETTERS_OF_VOWEL = 5;
/** How often letters and digits may alternate within a part of a name. */
const MOST_CHANGES = 2;
const LONG = 10;

/**
 * Checks whether characters look like a key rather than words, names, paths and numbers: few of them form
 * words, or letters and digits alternate too often.
 */
export function isJumbled(word: string): boolean {
  // In Base64, `=` appears only at the end; elsewhere it separates a name from a value.
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
  // A number after a name is not significant.
  const length = word.replace(/\d+(?![A-Za-z\d])|[^A-Za-z\d]/g, '').length;
  if (inWords * 5 < length * (length < LONG ? 3 : 4)) return true;
  const parts = word.split(/[^A-Za-z\d]/);
  return parts.some((part) => (part.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)?.length ?? 0) > MOST_CHANGES);
}
