/**
 * Renders one section of a synthesis: `## name` at the margin, `### type by agent` if there can be several,
 * and the indented contents. Notes by the synthesis itself are in brackets at the margin.
 */
import { ALL_TYPES, type SynthesisRecipe } from './recipe.ts';
import type { SectionFrame, SynthesisSection } from './synthesis-policy.ts';

/** Separates two blocks. */
export const BLOCK_BREAK = '\n\n';

/** The whole text if no child has a frame. */
export const NOTHING_TEXT = '[no child has a frame to show]\n';

/** Returns the heading of a section. */
export function headingOf(name: string): string {
  return `## ${showName(name)}`;
}

/** Returns the label for a content. */
export function labelOf({ type, agent }: SectionFrame): string {
  return `### ${showName(type)} by ${showName(agent)}`;
}

/** Checks whether the frames of a section are labelled. */
export function isLabelled({ inputType }: SynthesisRecipe, { frames }: SynthesisSection): boolean {
  return inputType === ALL_TYPES || frames.length > 1;
}

/** Renders a section without a final line break. */
export function renderSection({ name, frames }: SynthesisSection, isWithLabels: boolean): string {
  const blocks = frames.map((frame, index) => {
    const body = indentText(withoutFinalBreak(frame.content));
    const lines = [
      ...(index === 0 ? [headingOf(name)] : []),
      ...(isWithLabels ? [labelOf(frame)] : []),
      ...(body === '' ? [] : [body]),
    ];
    return lines.join('\n');
  });
  return blocks.join(BLOCK_BREAK);
}

const UNSEEN =
  '\\0-\\x1f\\x7f-\\xa0\\xad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f' +
  '\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ud800-\\udfff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff' +
  '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';

/** Letters, digits and punctuation without a meaning in markup; an underscore between letters has none. */
const PLAIN = new RegExp(
  `^(?:[0-9A-Za-z.+,=()-]|(?<=[0-9A-Za-z])_(?=[0-9A-Za-z])|[^\\0-\\x7f${UNSEEN}])+$`,
  'u',
);
const ESCAPED = new RegExp(`[\\\\\`${UNSEEN}]`, 'gu');

/**
 * Escapes a name onto one line, so that no content can imitate it. Different names are shown differently. The
 * character sets are fixed here and independent of Unicode versions.
 */
export function showName(name: string): string {
  return PLAIN.test(name) ? name : `\`${name.replace(ESCAPED, escapeCharacter)}\``;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Line terminators besides `\n` that a reader might recognise. */
const BREAKS = '\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_START = new RegExp(`(^|\\r\\n|[${BREAKS}])(?=[^${BREAKS}])`, 'g');
const LINE_BREAK = new RegExp(`\\r\\n|[${BREAKS}]`, 'g');

/** The indentation of contents; Markdown shows such lines verbatim. */
export const INDENT = '    ';

/** Indents all lines of a text except empty ones; line breaks are kept. */
function indentText(text: string): string {
  return text.replace(LINE_START, `$1${INDENT}`);
}

/** Removes the final line break, if any. */
function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** Yields the lines of a text, for any line terminator. */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAK)) {
    yield text.slice(start, index);
    start = index + lineBreak.length;
  }
  yield text.slice(start);
}

/** A section and its size. */
type SizedSection = { readonly name: string; readonly bytes: number };

/** The kept sections, and a notice about the rest; null if all are kept. */
type Fitting = {
  readonly kept: ReadonlySet<string>;
  readonly notice: string | null;
  /** The bytes remaining after the kept sections. */
  readonly bytesLeft: number;
};

/** The upper limit for a notice. */
const NOTICE_BYTES = 1280;
const NAMES_SHOWN = 3;
const NAME_LENGTH = 40;

/** Keeps sections in order while they fit; one that is too long is skipped in favour of later ones. */
export function fitSections(sections: readonly SizedSection[], maxBytes: number): Fitting {
  const total = sections.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesLeft = total <= maxBytes ? maxBytes : maxBytes - NOTICE_BYTES;
  const kept = new Set<string>();
  const leftOut: string[] = [];
  for (const { name, bytes } of sections) {
    if (bytes > bytesLeft) {
      leftOut.push(name);
      continue;
    }
    bytesLeft -= bytes;
    kept.add(name);
  }
  const notice = leftOut.length === 0 ? null : noticeOf({ leftOut, count: sections.length, maxBytes });
  return { kept, notice, bytesLeft };
}

type Cut = { readonly leftOut: readonly string[]; readonly count: number; readonly maxBytes: number };

function noticeOf({ leftOut, count, maxBytes }: Cut): string {
  const names = leftOut.slice(0, NAMES_SHOWN).map((name) => showName(cutName(name)));
  const more = leftOut.length > NAMES_SHOWN ? ` and ${leftOut.length - NAMES_SHOWN} more` : '';
  return `[${leftOut.length} of ${count} sections left out to stay within ${maxBytes} bytes: ${names.join(', ')}${more}]`;
}

function cutName(name: string): string {
  const characters = Array.from(name.slice(0, 4 * NAME_LENGTH));
  return characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH).join('')}…` : name;
}
