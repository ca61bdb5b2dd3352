/**
 * Foreign text in Markdown. INVARIANT (text is text): no text becomes markup, a link, a mention or a reference, neither
 * where Markdown is read nor where a host such as GitHub or GitLab looks for names in what was rendered.
 */
import { splitCitations } from './citations.ts';
import { cutText } from './fit-text.ts';
import { copyableText, visibleLine, visibleProse, visibleText } from './visible-text.ts';

const LONGEST_PROSE = 1_000;
const SHORTEST_FENCE = 3;

/** Hosts look for names, numbers, addresses and emoji after Markdown was read, when its escapes are gone. */
const REFERENCES =
  /@(?=[\w"-])|[#!&$~%^](?=[\w"])|:(?=\/\/)|www(?=\.)|\bgh(?=-\d)|:(?=(?:[+-]1|100|1234|[\w+-]*[a-z][\w+-]*):)/gi;
/** A character without width, at which a reference ends before it begins. */
const BREAK = '\u200b';
/** What bots and GitLab take for a command in a comment, in blocks of code, too. */
const COMMAND = /^([ \t]*)(?=[/@][a-z][\w-]*(?:\s|$))/gim;
const SYNTAX = /[\\`*_{}[\]<>#!|~&@$^]/g;

/** Writes a text on one line with everything escaped that Markdown, HTML or a host would interpret. */
export function markdownLine(text: string): string {
  return escapeStart(escapeWords(visibleLine(text).trim()));
}

/** Writes prose on one line; what it cites becomes code. */
export function markdownProse(text: string, longest = LONGEST_PROSE): string {
  const parts = splitCitations(visibleProse(cutText(text, longest)));
  return escapeStart(
    parts.map((part) => (part.isCited ? markdownCode(part.text) : escapeWords(part.text))).join(''),
  );
}

function escapeWords(words: string): string {
  return words.replace(REFERENCES, (mark) => `${mark}${BREAK}`).replace(SYNTAX, '\\$&');
}

/** What begins a line could be taken for a list, a heading or a line. */
function escapeStart(line: string): string {
  return line.replace(/^(?=[-+=:])|(?<=^\d+)(?=[.)])/, '\\');
}

/** Writes a text as code that it cannot end itself. */
export function markdownCode(text: string): string {
  const shown = visibleLine(text);
  const longest = longestRun(shown);
  const fence = '`'.repeat(longest + 1);
  // Spaces at both ends would be taken for padding, and a code of nothing is none.
  const pad = longest > 0 || shown.trim() === '' || /^ .* $/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown === '' ? ' ' : shown}${pad}${fence}`;
}

/** Writes lines as a block of code whose fence is longer than any in it. */
export function markdownBlock(text: string, language: 'diff' | 'text'): string {
  return fenced(visibleText(text).replace(COMMAND, `$1${BREAK}`), language);
}

/** Writes a text as a block to be copied, tabs included; null where that would have to be another text. */
export function copyableBlock(text: string, language: 'diff' | 'text'): string | null {
  const copyable = copyableText(text);
  return copyable === null || copyable.search(COMMAND) >= 0 ? null : fenced(copyable, language);
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Writes items, each a line that was written already, as a list. */
export function markdownList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Writes a table; a bar in a cell, also in its code, does not end the cell. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((cells) => line(cells.map(inCell)))].join(
    '\n',
  );
}

/** In a table a bar is escaped once more, in code and text alike. */
function inCell(cell: string): string {
  return cell.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}
