/** Where a command speaks: answers on standard output, everything else on standard error. */
import pc from 'picocolors';
import { printableJson } from '../kernel/index.ts';

/** How much a command says, and in which form. */
export type TerminalOptions = {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
};

/** A fault as it is shown. */
type ShownFault = {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The voice of one command. */
export type Terminal = {
  readonly isJson: boolean;
  /** The colours of answers. */
  readonly colors: ReturnType<typeof pc.createColors>;
  /** The colours of everything else. */
  readonly errorColors: ReturnType<typeof pc.createColors>;
  /** Prints the answer: the document with `--json`, else the text, ended by one line break. */
  answer(document: unknown, text: string): void;
  /** Prints one answer of many: the document on one line with `--json`, else the text. */
  answerLine(document: unknown, text: string): void;
  /** Shows a passing state of long work; only where a person watches. */
  progress(text: string): void;
  clearProgress(): void;
  /** Says something beside the answer, unless `--quiet`: the document with `--json`, else the text. */
  note(text: string, document?: unknown): void;
  /** Says something only `--verbose` shows. */
  detail(text: string): void;
  fault(fault: ShownFault): void;
};

/** Creates the voice of one command. */
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
      // A line that wraps could not be taken back.
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
