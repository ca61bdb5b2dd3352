/** What a document without symbols is made of: the headings of Markdown, the keys at the top of JSON, YAML and the like. */
import { syntaxLimits } from './syntax-limits.ts';

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*$/;
const LOWEST_RANK = 6;
const YAML_KEY = /^(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#:'"[\]{}&*!|>%@`,-][^:#\n]*?)):(?=\s|$)/;
const SECTION = /^\[{1,2}([^[\]\n]+)\]{1,2}\s*(?:[#;].*)?$/;

/** The headings of a Markdown text, the first of the highest rank being its title. */
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

/** The first paragraph of a Markdown text. */
export function markdownParagraph(text: string): string {
  const paragraphs = text.slice(0, 16 * 1024).split(/\n\s*\n/);
  return paragraphs.find((one) => /^\s*[^\s#<![|>`=-]/.test(one) && !/^.+\n[=-]+\s*$/.test(one)) ?? '';
}

/** The keys of a JSON object, in its order; none where the text is no object. */
export function jsonKeys(text: string): readonly string[] {
  if (text.length > syntaxLimits.jsonBytes) return [];
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** The keys of YAML that are not indented. */
export function yamlKeys(text: string): readonly string[] {
  const keys = shortLines(text).map((line) => YAML_KEY.exec(line));
  return Array.from(new Set(keys.flatMap((key) => key?.[1] ?? key?.[2] ?? key?.[3] ?? [])));
}

/** The sections of TOML and of settings in the manner of INI. */
export function sectionNames(text: string): readonly string[] {
  const names = shortLines(text).flatMap((line) => SECTION.exec(line.trim())?.[1] ?? []);
  return Array.from(new Set(names));
}

/** A line that is longer than any heading or key would only cost time. */
function shortLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.length <= syntaxLimits.lineLength);
}
