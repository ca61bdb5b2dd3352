/**
 * Finds what a text cites: labels in brackets, handles and rules. Anything that occurs literally in the pack
 * is a quotation instead, because names of tests and code may look like labels. A handle only occurs there if
 * the pack discloses it.
 */
import { ruleHandle, walkTexts } from '../index.ts';
import { emittedHandles, labelledBlocks, type PromptPack } from './prompt-pack.ts';

/** A citation as written. */
type Citation = { readonly kind: 'label' | 'handle'; readonly name: string };

/** Lists or ranges of labels: `[T1, T3]`, `[T1-T9]`, `[T1–9]`, `[T1 and M2]`. */
const LABELS =
  /[[(［（]\s*([TMS][0-9]+(?:\s*(?:[,;&+/~\p{Pd}−…]|\.{2,3}|\b(?:to|and|or|through)\b)\s*[TMS]?[0-9]+)*)\s*[\])］）]/giu;
const LABEL_PART = /([TMS]?)([0-9]+)/giu;
const LABEL = /^[TMS][0-9]+$/;
const DIGEST_DIGITS = 64;
/** After a space, digits alone are a number; a short id without letters is rare. */
const FRAME = /\bframe:(?:\s+(?![0-9]{6,15}(?![0-9a-f])))?([0-9a-f]{6,})/giu;
/**
 * Every file has a digest, so in prose a digest is data. A value that consists of one cites it, unless it is
 * all digits.
 */
const DIGEST = /^\s*(?=[0-9]*[a-f])([0-9a-f]{64,})\s*$/iu;
const LOCKED = /\blocked:[0-9]+/giu;
/**
 * Names that packs use for what they do not disclose whole. If a pack uses none of that kind, they are
 * ordinary prose.
 */
const NAMED = /\b(partial|untold):[0-9]+/giu;
/** The name of something undisclosed. A value that consists of one cites it; prose may quote it. */
const UNTOLD = /^untold:[0-9]+$/i;
const RULE = /\brule_ref:\S{1,512}/giu;
/** A rule up to what may close a bracket around it; what follows belongs to the text again. */
const RULE_WORD = /\brule_ref:[\p{L}\p{N}_.:/-]{1,512}/giu;
/** Citations in any pack, so that no locked text is hidden by one between its letters. */
export const CITATIONS: RegExp = new RegExp(
  [/^\s*(?:[TMS][0-9]+|[0-9a-f]{64,})\s*$/, LABELS, FRAME, LOCKED, NAMED, RULE_WORD]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);
const RULE_END = /[\s\p{P}\p{S}]*$/u;

/** Finds the citations in texts for one pack. */
export type CitationFinder = (text: string) => readonly Citation[];

export function citationFinder(pack: PromptPack): CitationFinder {
  const rules = rulesOf(pack);
  let told: string | null = null;
  const isQuoted = (written: string): boolean => {
    told ??= textTold(pack);
    return told.includes(written);
  };
  const handles = emittedHandles(labelledBlocks(pack));
  const isUsed = (name: string): boolean =>
    handles.some((handle) => handle.startsWith(`${name}:`)) || isQuoted(`${name}:`);
  const namesIn = (text: string) =>
    [...text.matchAll(NAMED)].filter(
      ([written, name = '']) => written === text.trim() || isUsed(name.toLowerCase()),
    );
  const handlesIn = (text: string) => [
    ...[...text.matchAll(FRAME), ...digestIn(text)].map(([written, id = '']) => ({
      written,
      name: `frame:${id.toLowerCase()}`,
    })),
    ...[...text.matchAll(LOCKED), ...namesIn(text)].map(([written]) => ({
      written,
      name: written.toLowerCase(),
    })),
    ...[...text.matchAll(RULE)].map(({ 0: word, index }) => {
      const written = word.replace(RULE_END, '');
      return { written, name: ruleAt(text, index, rules) ?? written };
    }),
  ];
  return (text) => {
    const labels = [...text.matchAll(LABELS)]
      .filter(([written]) => !isQuoted(written))
      .flatMap(([, list = '']) => labelsOf(list));
    // Most texts are short and have no colon, and so no handle.
    const isLongEnough = text.length >= DIGEST_DIGITS || text.includes(':');
    const cited = isLongEnough ? handlesIn(text) : [];
    return [
      // A value that consists of a label cites it; in prose, T1 may be anything.
      ...(LABEL.test(text) ? [text] : labels).map((name) => ({ kind: 'label', name }) as const),
      ...cited
        .filter(({ written }) => UNTOLD.test(text) || !isQuoted(written))
        .map(({ name }) => ({ kind: 'handle', name }) as const),
    ];
  };
}

function digestIn(text: string): readonly RegExpExecArray[] {
  const whole = DIGEST.exec(text);
  return whole === null ? [] : [whole];
}

/**
 * The labels of a list. The ends of a range suffice, because labels have no gaps. Labels may share a letter.
 */
function labelsOf(list: string): readonly string[] {
  let letter = '';
  return [...list.matchAll(LABEL_PART)].map(([, own = '', number = '']) => {
    letter = own.toUpperCase() || letter;
    return `${letter}${number}`;
  });
}

/** A rule may have any name, so an open one is recognized by its name, whatever follows it. */
function ruleAt(text: string, index: number, rules: readonly string[]): string | undefined {
  return rules.find(
    (rule) =>
      text.slice(index, index + rule.length).toLowerCase() === rule.toLowerCase() &&
      !/^[\p{L}\p{N}_/-]/u.test(text.slice(index + rule.length)),
  );
}

/** The open rules named in a pack, longest first. */
function rulesOf(pack: PromptPack): readonly string[] {
  const names = labelledBlocks(pack).flatMap(({ block }) => block.provenance.rule_refs);
  return [...new Set(names.map(ruleHandle))].sort((a, b) => b.length - a.length);
}

function textTold(pack: PromptPack): string {
  const texts: string[] = [];
  for (const { block } of labelledBlocks(pack))
    walkTexts(block.payload, { hasNumbers: false }, (text) => texts.push(text));
  return texts.join('\n');
}
