/**
 * Escapes foreign text for Markdown. INVARIANT (text is text): no text becomes markup, a link, a mention or a
 * reference, neither in Markdown itself nor when a host such as GitHub or GitLab looks for references in the
 * rendered text.
 */
import { splitCitations } from './citations.ts';
import { cutText } from './fit-text.ts';
import { copyableText, visibleLine, visibleProse, visibleText } from './visible-text.ts';

const LONGEST_PROSE = 1_000;
const SHORTEST_FENCE = 3;

/**
 * Hosts look for names, numbers, addresses and emoji in the rendered text, where Markdown escapes are gone.
 */
const REFERENCES =
  /@(?=[\w"-])|[#!&$~%^](?=[\w"])|:(?=\/\/)|www(?=\.)|\bgh(?=-\d)|:(?=(?:[+-]1|100|1234|[\w+-]*[a-z][\w+-]*):)/gi;
/** A zero-width character that breaks up a reference. */
const BREAK = '\u200b';
/** What bots and GitLab treat as a command in a comment, even in code blocks. */
const COMMAND = /^([ \t]*)(?=[/@][a-z][\w-]*(?:\s|$))/gim;
const SYNTAX = /[\\`*_{}[\]<>#!|~&@$^]/g;

/** Escapes a text for one line, including everything Markdown, HTML or a host would interpret. */
export function markdownLine(text: string): string {
  return escapeStart(escapeWords(visibleLine(text).trim()));
}

/** Formats prose on one line; citations become code. */
export function markdownProse(text: string, longest = LONGEST_PROSE): string {
  const parts = splitCitations(visibleProse(cutText(text, longest)));
  return escapeStart(
    parts.map((part) => (part.isCited ? markdownCode(part.text) : escapeWords(part.text))).join(''),
  );
}

function escapeWords(words: string): string {
  return words.replace(REFERENCES, (mark) => `${mark}${BREAK}`).replace(SYNTAX, '\\$&');
}

/** Escapes the start of a line, which could be a list, a heading or a rule. */
function escapeStart(line: string): string {
  return line.replace(/^(?=[-+=:])|(?<=^\d+)(?=[.)])/, '\\');
}

/** Formats a text as code that it cannot terminate. */
export function markdownCode(text: string): string {
  const shown = visibleLine(text);
  const longest = longestRun(shown);
  const fence = '`'.repeat(longest + 1);
  // Spaces at both ends would be stripped as padding, and an empty code span is invalid.
  const pad = longest > 0 || shown.trim() === '' || /^ .* $/.test(shown) ? ' ' : '';
  return `${fence}${pad}${shown === '' ? ' ' : shown}${pad}${fence}`;
}

/** Formats lines as a code block with a fence longer than any inside. */
export function markdownBlock(text: string, language: 'diff' | 'text'): string {
  return fenced(visibleText(text).replace(COMMAND, `$1${BREAK}`), language);
}

/** Formats a text as a block for copying, including tabs; null if it cannot be shown unchanged. */
export function copyableBlock(text: string, language: 'diff' | 'text'): string | null {
  const copyable = copyableText(text);
  return copyable === null || copyable.search(COMMAND) >= 0 ? null : fenced(copyable, language);
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Formats items, each an already formatted line, as a list. */
export function markdownList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Formats a table; bars in cells, including code, are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((cells) => line(cells.map(inCell)))].join(
    '\n',
  );
}

/** In a table, bars need another escape, in code and text alike. */
function inCell(cell: string): string {
  return cell.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}
