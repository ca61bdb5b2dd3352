/**
 * Finds the place in a candidate file with the strongest evidence: where a trace passes through it, otherwise
 * where it declares what the failing tests call. A place that the file does not (or no longer) have is left
 * out.
 */
import {
  declaredNames,
  lexSource,
  type SourceToken,
  sourceSyntax,
  sourceText,
  type TermCounts,
} from '../../context/index.ts';
import { compareCodePoints } from '../../kernel/index.ts';
import type { ReportCodeLine } from '../../record/index.ts';
import type { PlacedFile, PlacedHunk } from '../changes/change-index.ts';
import { hunkExcerpt, lineExcerpt, type TracedLines, tellingHunk } from '../changes/changed-place.ts';
import type { Coverage, LineCoverage } from '../coverage/coverage.ts';
import { framesOutwards } from '../stack/origin-frames.ts';
import type { StackFrame, StackTrace } from '../stack/stack-trace.ts';
import type { CodeIndex } from './code-index.ts';

/** A place in a file. */
type Place = {
  readonly symbol?: string;
  readonly line?: number;
  /** The trimmed text of the line. */
  readonly quote?: string;
};

/** A place, the code around it, and the hunk of the change that led to it. */
type Pinpoint = Place & { readonly code: readonly ReportCodeLine[]; readonly hunk?: PlacedHunk };

/** Finds the place in a candidate file, using the change that may have broken the tests if there is one. */
export type Pinpointer = (path: string, change?: PlacedFile) => Pinpoint;

const LONGEST_QUOTE = 200;
const LONGEST_SYMBOL = 200;
/** Receivers of the host environment, which do not belong to the project. */
const HOST_OBJECT = /^(?:Object|Function|Module|Immediate|Timeout|process|global)\.(?=[\w$])/;
/** How many tokens of a declaration are examined. */
const DECLARATION_TOKENS = 200;

/** Prepares the pinpointer for the traces and called names of one case. */
export function createPinpointer(
  index: CodeIndex,
  {
    traces,
    called,
    coverage,
  }: {
    readonly traces: readonly StackTrace[];
    readonly called: TermCounts;
    /** What ran; a place that ran is preferred to one that did not. */
    readonly coverage?: Coverage | undefined;
  },
): Pinpointer {
  const frames = innermostFrames(traces, index);
  const declaredIn = new Map(index.candidates.map((source) => [source.path, source.declared]));
  const rarity = new Map<string, number>();
  const rarityOf = (name: string): number => {
    const known = rarity.get(name);
    if (known !== undefined) return known;
    const having = index.candidates.filter(({ declared }) => declared.has(name)).length;
    rarity.set(name, having);
    return having;
  };
  const traced = tracedIn(traces, index);
  return (path, change) => {
    const text = textOf(path, index);
    const lines = coverage?.get(path);
    const hunk =
      change &&
      tellingHunk(lines === undefined ? change : whatRan(change, lines), {
        traced: traced.get(path) ?? [],
        called,
      })?.hunk;
    if (hunk !== undefined) return { ...hunkPlace(hunk, text), hunk };
    const place = placeIn(path, text);
    return { ...place, code: place.line === undefined ? [] : lineExcerpt(place.line, text.split('\n')) };
  };

  function placeIn(path: string, text: string): Place {
    const frame = frames.get(path);
    if (frame !== undefined) return framePlace(frame, text);
    const declared = declaredIn.get(path);
    const names = [...called.keys()].filter((name) => declared?.has(name));
    names.sort(
      (left, right) =>
        // The file's own name adds nothing to its path.
        Number(isOwnName(left, path)) - Number(isOwnName(right, path)) ||
        rarityOf(left) - rarityOf(right) ||
        (called.get(right) ?? 0) - (called.get(left) ?? 0) ||
        compareCodePoints(left, right),
    );
    const [name] = names;
    if (name === undefined) return {};
    const lines = coverage?.get(path);
    if (lines === undefined) return declarationPlace(name, path, text);
    const places = names.slice(0, MOST_NAMES).map((one) => declarationPlace(one, path, text));
    return places.find(({ line }) => line === undefined || hasRunAt(line, lines)) ?? (places[0] as Place);
  }
}

/** How many declared names are looked up to find one whose code ran. */
const MOST_NAMES = 20;

/** The change without hunks whose lines never ran, unless none would be left. */
function whatRan(change: PlacedFile, { ran, missed }: LineCoverage): PlacedFile {
  const [didRun, didNot] = [new Set(ran), new Set(missed)];
  const hunks = change.hunks.filter(({ start, end }) => {
    const lines = Array.from({ length: Math.max(1, end - start + 1) }, (_, at) => start + at);
    return lines.some((line) => didRun.has(line)) || !lines.some((line) => didNot.has(line));
  });
  return hunks.length === 0 ? change : { ...change, hunks };
}

/**
 * Returns whether the code of a declaration ran, judged by the next executable line, because the first may
 * run on import.
 */
function hasRunAt(line: number, { ran, missed }: LineCoverage): boolean {
  const following = (lines: readonly number[]) => lines.find((one) => one > line) ?? Number.POSITIVE_INFINITY;
  return !missed.includes(line) && following(ran) <= following(missed);
}

/** The first line of a hunk in today's file; for a pure deletion, the line before it. */
function hunkPlace(hunk: PlacedHunk, text: string): Pinpoint {
  const lines = text.split('\n');
  const code = hunkExcerpt(hunk, lines);
  const own = linePlace(text, Math.max(1, hunk.start));
  const shown = hunk.added.length > 0 ? own : { ...own, ...quoteOf(hunk.removed) };
  return { ...(hunk.symbol !== undefined && { symbol: hunk.symbol }), ...shown, code };
}

function quoteOf(removed: readonly string[]): Place {
  const text = removed.map((line) => line.trim()).find((line) => line !== '');
  return text === undefined ? {} : { quote: text.slice(0, LONGEST_QUOTE).toWellFormed() };
}

/** The lines of every file that traces pass through. */
export function tracedIn(
  traces: readonly StackTrace[],
  { mapFrame }: CodeIndex,
): ReadonlyMap<string, TracedLines> {
  const own = traces.flatMap(framesOutwards).filter(({ kind }) => kind === 'own');
  const placed = own.flatMap((frame) => {
    const path = mapFrame(frame)?.path;
    return path === undefined ? [] : [{ path, frame }];
  });
  const byPath = Map.groupBy(placed, ({ path }) => path);
  return new Map(
    [...byPath].map(([path, found]) => [path, found.map(({ frame }) => frame as TracedLines[number])]),
  );
}

/** The innermost own frame in each file, from the first trace that passes through it. */
function innermostFrames(
  traces: readonly StackTrace[],
  { mapFrame }: CodeIndex,
): ReadonlyMap<string, StackFrame> {
  const found = new Map<string, StackFrame>();
  for (const trace of traces) {
    for (const frame of framesOutwards(trace)) {
      if (frame.kind !== 'own') continue;
      const path = mapFrame(frame)?.path;
      if (path !== undefined && !found.has(path)) found.set(path, frame);
    }
  }
  return found;
}

function framePlace(frame: StackFrame, text: string): Place {
  const symbol = symbolOf(frame);
  return { ...(symbol !== undefined && { symbol }), ...linePlace(text, frame.line) };
}

/** A method is named with its class, as in `Cart.total`; an anonymous function has no name. */
function symbolOf({ function: name, module }: StackFrame): string | undefined {
  const plain = name
    ?.replace(/^(?:async |new )+/, '')
    .replace(/ \[as .*\]$/, '')
    .replace(HOST_OBJECT, '');
  if (plain === undefined || plain === '' || /<|\blambda\b|anonymous/.test(plain)) return undefined;
  const owner = module
    ?.split(/[./:\\]/)
    .at(-1)
    ?.split('$')
    .at(0);
  const whole = owner === undefined || owner === '' || plain.includes('.') ? plain : `${owner}.${plain}`;
  return whole.slice(0, LONGEST_SYMBOL).toWellFormed();
}

function linePlace(text: string, line: number | undefined): Place {
  if (line === undefined || !Number.isSafeInteger(line) || line < 1) return {};
  const found = text.split('\n', line)[line - 1]?.trim();
  if (found === undefined || (found === '' && text === '')) return {};
  return { line, ...(found !== '' && { quote: found.slice(0, LONGEST_QUOTE).toWellFormed() }) };
}

function tokensOf(path: string, text: string): readonly SourceToken[] {
  const syntax = sourceSyntax(path);
  return syntax === undefined ? [] : lexSource(text, syntax);
}

function isOwnName(name: string, path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '') === name;
}

function textOf(path: string, { read }: CodeIndex): string {
  const bytes = read(path);
  return (bytes && sourceText(bytes)) ?? '';
}

function declarationPlace(name: string, path: string, text: string): Place {
  const tokens = tokensOf(path, text);
  const places = tokens.flatMap((token, at) => (token.text === name ? [at] : []));
  const declaring = places.find((at, order) => {
    const end = Math.min(places[order + 1] ?? tokens.length, at + DECLARATION_TOKENS);
    return declaredNames(tokens.slice(Math.max(0, at - 1), end)).has(name);
  });
  const offset = tokens[declaring ?? -1]?.offset;
  if (offset === undefined) return { symbol: name };
  return { symbol: name, ...linePlace(text, text.slice(0, offset).split('\n').length) };
}
