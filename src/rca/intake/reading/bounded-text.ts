/**
 * Bounds and cleans external text as it enters: the head and the tail are kept, and the bytes between them
 * are counted. The result depends only on the text, never on how it was split into pieces.
 */

/** A text within a limit, and how many UTF-8 bytes of the original were cut from its middle. */
export interface BoundedText {
  readonly text: string;
  readonly cutBytes: number;
}

/** Collects a text piece by piece while holding only its head and tail. */
export interface TextCollector {
  push(piece: string): void;
  finish(): BoundedText;
}

/** The empty text, for fields without a value. */
export const emptyText: BoundedText = Object.freeze({ text: '', cutBytes: 0 });

/** Creates a collector that keeps at most `limit` characters, two thirds of them from the head. */
export function collectText(limit: number): TextCollector {
  const tailLimit = Math.floor(limit / 3);
  const headLimit = limit - tailLimit;
  let head = '';
  let tail = '';
  let length = 0;
  let bytes = 0;

  function push(piece: string): void {
    length += piece.length;
    bytes += utf8Length(piece);
    const free = headLimit - head.length;
    if (free >= piece.length) {
      head += piece;
      return;
    }
    head += piece.slice(0, free);
    tail += piece.slice(free);
    // Trimmed only occasionally instead of at every piece, so the cost stays linear.
    if (tail.length > 2 * tailLimit + 4096) tail = tail.slice(-tailLimit);
  }

  function finish(): BoundedText {
    if (length <= limit) return { text: cleanText(head + tail), cutBytes: 0 };
    const start = withoutLastPart(head);
    const end = tailLimit === 0 ? '' : withoutFirstPart(tail.slice(-tailLimit));
    const cutBytes = bytes - utf8Length(start) - utf8Length(end);
    return { text: cleanText(`${start}\n${cutMark(cutBytes)}\n${end}`), cutBytes };
  }

  return { push, finish };
}

/** Bounds a text that is available as a whole. */
export function boundText(text: string, limit: number): BoundedText {
  const collector = collectText(limit);
  collector.push(text);
  return collector.finish();
}

function cutMark(cutBytes: number): string {
  return `[… ${cutBytes} bytes left out …]`;
}

/** How many characters next to a cut may be dropped to end at a word boundary. */
const LONGEST_PART = 4_096;
/** Shorter texts are names, which may consist of a single word. */
const SHORTEST_WITH_WORDS = 256;

/**
 * A secret that is cut in two is no longer recognised, so a cut leaves no partial word. The text ends with
 * the line before the cut if that keeps most of it, otherwise with the last whole word.
 */
function withoutLastPart(head: string): string {
  if (head.length < SHORTEST_WITH_WORDS)
    return isHighHalf(head.charCodeAt(head.length - 1)) ? head.slice(0, -1) : head;
  const from = Math.max(0, head.length - LONGEST_PART);
  const line = head.lastIndexOf('\n');
  if (line >= from && line > head.length / 2) return head.slice(0, line);
  const word = head.slice(from).search(/\S+$/);
  return word < 0 ? head : head.slice(0, from + word);
}

function withoutFirstPart(tail: string): string {
  if (tail.length < SHORTEST_WITH_WORDS / 2) return isLowHalf(tail.charCodeAt(0)) ? tail.slice(1) : tail;
  const line = tail.indexOf('\n');
  if (line >= 0 && line < Math.min(LONGEST_PART, tail.length / 2)) return tail.slice(line + 1);
  const word = tail.slice(0, LONGEST_PART).search(/\s/);
  return tail.slice(word < 0 ? LONGEST_PART : word);
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four UTF-8 bytes, so each half counts one more.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/**
 * Escape sequences: colours, cursor moves, titles and links. The lengths are bounded to keep matching linear.
 */
const ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  /\u001b(?:\[[0-9;:?]{0,32}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\)|[()][0-9A-B]|[=>78cDEHM])/g;

/** Colour codes whose escape character was spelt out, replaced or shown as a symbol. */
const MANGLED_COLOUR = /(?:#x1B|\\x1b|\\u001b|\ufffd|\u241b|\?)\[[0-9;]{0,32}m/gi;

/** Colour codes without their escape character; not `[3m]`, which may be meant literally. */
const BARE_COLOUR = /\[(?:0|1|2|3|4|7|22|23|24|27|39|49|[34][0-7]|9[0-7]|[34]8;5;\d{1,3})m(?!\])/g;

const LINE_END = /\r\n?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Most texts of a report are names and numbers with nothing to clean. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const SUSPICIOUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]|\[[\d;m]/;

/**
 * Returns a text without colour codes and control characters, with `\n` as line end. XML forbids the escape
 * character, so runners mangle it in several ways, all of which are recognised here.
 */
export function cleanText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(ESCAPE, '')
    .replace(MANGLED_COLOUR, '')
    .replace(BARE_COLOUR, '')
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .toWellFormed();
}

const KIBI = 1024;
const MEBI = KIBI * KIBI;

/**
 * The limits of the intake: a report is untrusted text, so nothing is kept without a limit. Lengths are in
 * characters (UTF-16 units) unless the name says otherwise.
 */
export const intakeLimits = {
  /** How many bytes of a source are examined to detect its encoding and format. */
  prefixBytes: 4 * KIBI,
  /** How many bytes of a packed file are read. */
  unpackedBytes: 2 * KIBI * MEBI,
  /** The length kept of a failure's text: stack and message body. */
  stackLength: 64 * KIBI,
  /** The length kept of a failure's message. */
  messageLength: 16 * KIBI,
  /** The length kept of each output stream of a test or suite. */
  outputLength: 64 * KIBI,
  /** The length kept of an attribute's value; messages are the longest values in use. */
  attributeLength: 16 * KIBI,
  /** The length kept of a test's name, a type or another short text. */
  nameLength: 2 * KIBI,
  /** How many attributes of one element are read. */
  attributes: 64,
  /** The length of an element or attribute name, after which the rest is dropped. */
  tagNameLength: 128,
  /** How deep elements may nest; a deeper document is not read further. */
  depth: 256,
  /** How many properties of one test or suite are kept. */
  properties: 256,
  /** How many attachments of one test are kept. */
  attachments: 16,
  /** The length of an attachment's path. */
  pathLength: 1_024,
  /** How many further failures and retries of one test are kept. */
  attempts: 8,
  /** How many failing tests of all sources are kept; more are only counted. */
  failures: 10_000,
  /** The total length of kept failures, beyond which further ones are shortened. */
  totalLength: 64 * MEBI,
  /** The length kept of each text once the total is reached. */
  leanLength: 512,
  /** How many failed tests, and how many passed ones, are remembered to detect retries. */
  identities: 10_000,
  /** How many test names are remembered to detect two reports of one run. */
  names: 100_000,
} as const;
