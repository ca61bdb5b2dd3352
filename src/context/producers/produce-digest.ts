/** The `digest` producer: a short summary of any file from its text and declarations. */
import { isRecord } from '../../kernel/index.ts';
import type { FrameType } from '../../ledger/index.ts';
import { cutText } from './describe-symbol.ts';
import { readSymbols } from './produce-outline.ts';
import { type Producer, producerLimits } from './producer.ts';
import { sourceExtension } from './source-syntax.ts';
import type { SourceSymbol } from './symbol-rules.ts';
import { type SyntaxParser, syntaxLanguage, syntaxLimits, syntaxText } from './syntax-parser.ts';

/** The frame type for a file's digest. */
export const digestType: FrameType = {
  name: 'digest',
  cardinality: 'single',
  mediaType: 'text/plain',
  disclosure: { kind: 'digest', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

/** Document languages by extension; other files are described by their extension. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  cfg: 'ini',
  ini: 'ini',
  markdown: 'markdown',
  md: 'markdown',
  properties: 'properties',
  toml: 'toml',
  txt: 'text',
  yaml: 'yaml',
  yml: 'yaml',
};
const EXTENSION = /^[a-z\d_+-]{1,16}$/;

/** Creates the digest producer. */
export function createDigestProducer(parser: SyntaxParser): Producer {
  return {
    name: digestType.name,
    version: `1+${parser.version}`,
    type: digestType,
    policyFor: (path) => ({ language: digestLanguage(path) }),
    async produce({ path, bytes }) {
      const language = digestLanguage(path);
      const text = syntaxText(bytes);
      if (text === undefined) return `language: ${language}\nbinary: ${bytes.length} bytes\n`;
      const symbols = (await readSymbols(parser, { path, bytes })) ?? [];
      return digestText({ text, language, symbols, isCut: bytes.length > producerLimits.sourceBytes });
    },
  };
}

/** Returns a file's language, judging by its name. */
function digestLanguage(path: string): string {
  const parsed = syntaxLanguage(path);
  if (parsed !== undefined) return parsed;
  const extension = sourceExtension(path) ?? '';
  if (!EXTENSION.test(extension)) return 'unknown';
  return Object.hasOwn(DOCUMENTS, extension) ? (DOCUMENTS[extension] ?? extension) : extension;
}

/** A text file with its top-level symbols, if parsed, and its language. */
type DigestSource = {
  readonly text: string;
  readonly language: string;
  readonly symbols: readonly SourceSymbol[];
  /** Whether the text is only the beginning of the file. */
  readonly isCut: boolean;
};

/** A line of a digest; omitted if it has no words. */
type Line = readonly [label: string, words: string];

/** Returns the digest of a text file. */
function digestText(source: DigestSource): string {
  const lines = [...size(source), ...contentLines(source)].filter(([, words]) => words !== '');
  const digest = lines.map(([label, words]) => `${label}: ${words}\n`).join('');
  return cutText(digest, syntaxLimits.digestLength);
}

function size({ language, text, isCut }: DigestSource): readonly Line[] {
  const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return [
    ['language', language],
    ['lines', isCut ? `over ${lines}` : String(lines)],
  ];
}

function contentLines({ language, text, symbols }: DigestSource): readonly Line[] {
  if (language === 'markdown') return markdownLines(text);
  if (language === 'json') return [['keys', listed(jsonKeys(text))]];
  if (language === 'yaml') return [about(text), ['keys', listed(yamlKeys(text))]];
  if (language === 'toml' || language === 'ini')
    return [about(text), ['sections', listed(sectionNames(text))]];
  const top = symbols.filter(({ depth }) => depth === 0);
  return [about(text), ['symbols', listed(top.map(({ kind, name }) => `${kind} ${name}`))]];
}

function markdownLines(text: string): readonly Line[] {
  const { title, headings } = markdownHeadings(text);
  return [
    ['title', cutText(oneLine(title), syntaxLimits.aboutLength)],
    ['about', firstSentences(markdownParagraph(text))],
    ['headings', listed(headings)],
  ];
}

function about(text: string): Line {
  return ['about', leadingComment(text)];
}

/** Joins names with commas, as many as fit, followed by the number of the rest. */
function listed(names: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (length > syntaxLimits.listLength) break;
    shown.push(oneLine(name));
  }
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`.trim();
}

function oneLine(words: string): string {
  return words.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Lines before the first words that describe a source. */
const PREAMBLE =
  /^(?:\s+|#!.*|<\?php\b|<\?xml[^>]*>|["']use \w+["'];?|(?:package|import|from|use|using|require|require_relative|namespace|module|export \*)\s.*|#\s*(?:pragma|include|ifndef|define|if|endif)\b.*|# ?-\*-.*|# ?(?:frozen_string_literal|encoding|coding|vim?):.*|\/\/go:.*|declare\(.*\);|@file:.*)/;
const COMMENT =
  /^(?:\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|[rRuU]?"""[\s\S]*?"""|[rRuU]?'''[\s\S]*?'''|=begin[\s\S]*?=end|(?:(?:\/\/|#|--|;).*(?:\n[ \t]*(?=\/\/|#|--|;)|))+)/;
const LICENCE =
  /\b(?:licen[cs]e[ds]?|copyright|spdx-license|all rights reserved|generated by|do not edit)\b|eslint-|@ts-|biome-/i;
const MARKS =
  /^[ \t]*(?:\/\*[*!]*|\*+\/|\*+(?=\s|$)|\/\/[/!]*|#+|--+(?!>)|<!--|;+|=begin|=end|[rRuU]?"""|[rRuU]?''')|(?:\*+\/|-->|"""|''')[ \t]*$/g;
/** How far a preamble is followed; later comments are about a part of the source. */
const MOST_STEPS = 400;

/** Returns the first sentences of the leading comment on one line; empty if there is none. */
function leadingComment(text: string): string {
  let rest = text.slice(0, 64 * 1024);
  for (let step = 0; step < MOST_STEPS; step++) {
    const comment = COMMENT.exec(rest)?.[0];
    const skipped = PREAMBLE.exec(rest)?.[0];
    if (comment !== undefined && skipped === undefined && !LICENCE.test(comment)) {
      const said = firstSentences(commentText(comment));
      if (said !== '') return said;
    }
    const length = (skipped ?? comment)?.length ?? 0;
    if (length === 0) return '';
    rest = rest.slice(length);
  }
  return '';
}

/** Returns the leading sentences that fit, or a cut of the first one if none does. */
function firstSentences(prose: string): string {
  const line = prose.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= syntaxLimits.aboutLength) return line;
  const head = line.slice(0, syntaxLimits.aboutLength);
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  return end > 0 ? head.slice(0, end + 1) : cutText(line, syntaxLimits.aboutLength);
}

/** Returns the words of a comment up to its first blank line or tag. */
function commentText(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(MARKS, '').replace(MARKS, '').trim());
  const start = lines.findIndex((line) => line !== '');
  const words = start < 0 ? [] : lines.slice(start);
  const end = words.findIndex((line) => line === '' || /^[@\\]\w|^:\w+/.test(line));
  return (end < 0 ? words : words.slice(0, end))
    .join(' ')
    .replace(/<\/?\w+[^>]{0,80}>|\{@\w+ ([^}]{0,200})\}/g, '$1');
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*$/;
const LOWEST_RANK = 6;
const YAML_KEY = /^(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#:'"[\]{}&*!|>%@`,-][^:#\n]*?)):(?=\s|$)/;
const SECTION = /^\[{1,2}([^[\]\n]+)\]{1,2}\s*(?:[#;].*)?$/;

/** Returns the headings of a Markdown text; the first of the highest level is its title. */
export function markdownHeadings(text: string): {
  readonly title: string;
  readonly headings: readonly string[];
} {
  const found: { readonly rank: number; readonly heading: string }[] = [];
  let isFenced = false;
  for (const line of shortLines(text)) {
    if (FENCE.test(line)) isFenced = !isFenced;
    const [, marks = '', heading = ''] = (isFenced ? null : HEADING.exec(line)) ?? [];
    if (marks !== '') found.push({ rank: marks.length, heading });
  }
  const highest = found.reduce((least, { rank }) => Math.min(least, rank), LOWEST_RANK);
  const title = found.find(({ rank }) => rank === highest);
  return {
    title: title?.heading ?? '',
    headings: found.filter((one) => one !== title).map(({ heading }) => heading),
  };
}

/** Returns the first paragraph of a Markdown text. */
function markdownParagraph(text: string): string {
  const paragraphs = text.slice(0, 16 * 1024).split(/\n\s*\n/);
  return paragraphs.find((one) => /^\s*[^\s#<![|>`=-]/.test(one) && !/^.+\n[=-]+\s*$/.test(one)) ?? '';
}

/** Returns the keys of a JSON object in order; none if the text is not an object. */
function jsonKeys(text: string): readonly string[] {
  if (text.length > syntaxLimits.jsonBytes) return [];
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** Returns the top-level keys of YAML. */
function yamlKeys(text: string): readonly string[] {
  const keys = shortLines(text).map((line) => YAML_KEY.exec(line));
  return Array.from(new Set(keys.flatMap((key) => key?.[1] ?? key?.[2] ?? key?.[3] ?? [])));
}

/** Returns the section names of TOML or INI files. */
function sectionNames(text: string): readonly string[] {
  const names = shortLines(text).flatMap((line) => SECTION.exec(line.trim())?.[1] ?? []);
  return Array.from(new Set(names));
}

/** Skips lines longer than any heading or key, which would only cost time. */
function shortLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.length <= syntaxLimits.lineLength);
}
