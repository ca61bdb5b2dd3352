/**
 * One section of a synthesis as text: `## name` at the margin, `### type by agent` where there is more than one to
 * expect, and below them the contents, moved to the right. What a synthesis says itself stands in brackets at the margin.
 */
import { ALL_TYPES, type SynthesisRecipe } from './recipe.ts';
import type { SectionFrame, SynthesisSection } from './synthesis-policy.ts';

/** What stands between two blocks. */
export const BLOCK_BREAK = '\n\n';

/** The whole text where no child has a frame to show. */
export const NOTHING_TEXT = '[no child has a frame to show]\n';

/** Returns the heading of a section. */
export function headingOf(name: string): string {
  return `## ${showName(name)}`;
}

/** Returns the line that says what the content below it is. */
export function labelOf({ type, agent }: SectionFrame): string {
  return `### ${showName(type)} by ${showName(agent)}`;
}

/** Tells whether the frames of a section are labelled. */
export function isLabelled({ inputType }: SynthesisRecipe, { frames }: SynthesisSection): boolean {
  return inputType === ALL_TYPES || frames.length > 1;
}

/** Returns a section as text, without a line break at its end. */
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

/** Letters, digits and marks that are no markup; an underscore is none between letters. */
const PLAIN = new RegExp(
  `^(?:[0-9A-Za-z.+,=()-]|(?<=[0-9A-Za-z])_(?=[0-9A-Za-z])|[^\\0-\\x7f${UNSEEN}])+$`,
  'u',
);
const ESCAPED = new RegExp(`[\\\\\`${UNSEEN}]`, 'gu');

/**
 * Returns a name on one line, so that no text can pass for it. No two names are shown alike. The sets are fixed here
 * and follow no Unicode version.
 */
export function showName(name: string): string {
  return PLAIN.test(name) ? name : `\`${name.replace(ESCAPED, escapeCharacter)}\``;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** What any reader might take for the end of a line, beyond `\n`. */
const BREAKS = '\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029';
const LINE_START = new RegExp(`(^|\\r\\n|[${BREAKS}])(?=[^${BREAKS}])`, 'g');
const LINE_BREAK = new RegExp(`\\r\\n|[${BREAKS}]`, 'g');

/**
 * What a line is moved by. Markdown shows such lines as they are.
 */
export const INDENT = '    ';

/** Returns a text with every line moved to the right but empty ones; its line breaks stay what they are. */
function indentText(text: string): string {
  return text.replace(LINE_START, `$1${INDENT}`);
}

/** Returns a text without the line break at its end, if it has one. */
function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** Yields the lines of a text, whatever ends them. */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAK)) {
    yield text.slice(start, index);
    start = index + lineBreak.length;
  }
  yield text.slice(start);
}

/** A section and how long it is. */
type SizedSection = { readonly name: string; readonly bytes: number };

/** Which sections stay, and the line that says what does not; null where all stay. */
type Fitting = {
  readonly kept: ReadonlySet<string>;
  readonly notice: string | null;
  /** How many bytes the kept sections leave. */
  readonly bytesLeft: number;
};

/** No notice is longer than this. */
const NOTICE_BYTES = 1280;
const NAMES_SHOWN = 3;
const NAME_LENGTH = 40;

/** Keeps sections in their order while there is room; one that is too long makes way for those after it. */
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
