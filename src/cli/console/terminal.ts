/** Command output: answers on standard output, everything else on standard error. */

import type { Command } from 'commander';
import pc from 'picocolors';
import { printableJson } from '../../kernel/index.ts';
import type { RecordView } from '../../report/index.ts';

/** Verbosity and output format. */
type TerminalOptions = {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
};

/** An error as displayed. */
type ShownFault = {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The output of a command. */
export type Terminal = {
  readonly isJson: boolean;
  /** Colours for standard output. */
  readonly colors: ReturnType<typeof pc.createColors>;
  /** Colours for standard error. */
  readonly errorColors: ReturnType<typeof pc.createColors>;
  /** Prints the answer, with a final line break: the document with `--json`, otherwise the text. */
  answer(document: unknown, text: string): void;
  /** Prints one of many answers: the document on one line with `--json`, otherwise the text. */
  answerLine(document: unknown, text: string): void;
  /** Shows transient progress, only on a terminal. */
  progress(text: string): void;
  clearProgress(): void;
  /** Prints a note unless `--quiet`: the document with `--json`, otherwise the text. */
  note(text: string, document?: unknown): void;
  /** Prints something only with `--verbose`. */
  detail(text: string): void;
  fault(fault: ShownFault): void;
};

/** Creates the output of a command. */
export function createTerminal({ isJson, isQuiet, isVerbose }: TerminalOptions): Terminal {
  const errorColors = pc.createColors(wantsColor(process.stderr.isTTY));
  const showsProgress = process.stderr.isTTY === true && !isQuiet && !isJson;
  let hasProgress = false;
  const say = (text: string): void => {
    clearProgress();
    process.stderr.write(`${text}\n`);
  };
  const clearProgress = (): void => {
    if (hasProgress) process.stderr.write('\r\u001b[2K');
    hasProgress = false;
  };
  const sayAs = (text: string, document: unknown): void => say(isJson ? printableJson(document) : text);
  const fault = ({ code, message, hint, data }: ShownFault): void => {
    if (isJson) {
      say(printableJson({ error: { code, message, ...(hint && { hint }), data } }));
      return;
    }
    say(`${errorColors.red('penumbra:')} ${message}`);
    if (hint !== undefined) say(`${errorColors.cyan('hint:')} ${hint}`);
  };
  return {
    isJson,
    colors: pc.createColors(wantsColor(process.stdout.isTTY)),
    errorColors,
    answer(document, text) {
      clearProgress();
      process.stdout.write(`${isJson ? printableJson(document, 2) : text.trimEnd()}\n`);
    },
    answerLine(document, text) {
      clearProgress();
      process.stdout.write(`${isJson ? printableJson(document) : text}\n`);
    },
    progress(text) {
      if (!showsProgress) return;
      // A line that wraps could not be erased.
      const line = text.slice(0, (process.stderr.columns || 80) - 1);
      process.stderr.write(`\r\u001b[2K${errorColors.dim(line)}`);
      hasProgress = true;
    },
    clearProgress,
    note: (text, document = { note: text }) => (isQuiet ? undefined : sayAs(text, document)),
    detail: (text) => (isVerbose ? sayAs(errorColors.dim(text), { detail: text }) : undefined),
    fault,
  };
}

function wantsColor(isTerminal: boolean | undefined): boolean {
  if (process.env.NO_COLOR) return false;
  return Boolean(process.env.FORCE_COLOR) || isTerminal === true;
}

const COLUMNS_OF_A_FILE = 100;

/** Returns the layout for renderers; without a terminal or its size, the width is fixed. */
export function terminalLayout({ colors }: Terminal): Required<RecordView> {
  return { colors, width: process.stdout.columns || COLUMNS_OF_A_FILE, formatTime: terminalTimes() };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older times are shown as a date. */
const LONGEST_AGO_MS = 14 * DAY_MS;

/** Creates the time formatter for readers of standard output. */
export function createTimeWords(nowMs: number | null): (timeMs: number) => string {
  return (timeMs) => (nowMs === null ? momentOf(timeMs) : (agoOf(nowMs - timeMs) ?? momentOf(timeMs)));
}

/** Returns the time formatter for the current terminal. */
function terminalTimes(): (timeMs: number) => string {
  return createTimeWords(process.stdout.isTTY ? Date.now() : null);
}

function agoOf(passedMs: number): string | null {
  if (passedMs < -MINUTE_MS || passedMs > LONGEST_AGO_MS) return null;
  if (passedMs < MINUTE_MS) return 'just now';
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} min ago`;
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)} h ago`;
  const days = Math.floor(passedMs / DAY_MS);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Formats a time with seconds, in UTC. */
function momentOf(timeMs: number): string {
  const moment = new Date(timeMs);
  if (Number.isNaN(moment.getTime())) return 'at an unknown time';
  return moment.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** What a command is added with: the program, its output, and a way to set the exit code. */
export type CommandHost = {
  readonly program: Command;
  readonly terminal: Terminal;
  readonly exitWith: (code: number) => void;
};
