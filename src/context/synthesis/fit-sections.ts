/** Cuts a text to its bound by whole sections, and says which were left out. */
import { showName } from './show-name.ts';

/** A section and how long it is. */
export type SizedSection = { readonly name: string; readonly bytes: number };

/** Which sections stay, and the line that says what does not; null where all stay. */
export type Fitting = {
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
