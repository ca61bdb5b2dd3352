/** Where a command speaks: answers on standard output, everything else on standard error. */
import pc from 'picocolors';

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
  readonly colors: ReturnType<typeof pc.createColors>;
  /** Prints the answer: the document with `--json`, else the text. */
  answer(document: unknown, text: string): void;
  /** Shows a passing state of long work; only where a person watches. */
  progress(text: string): void;
  clearProgress(): void;
  /** Says something beside the answer, unless `--quiet`. */
  note(text: string): void;
  /** Says something only `--verbose` shows. */
  detail(text: string): void;
  fault(fault: ShownFault): void;
  /** Shows what the argument parser found, in the form of every other fault. */
  usageFault(text: string): void;
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
  const fault = ({ code, message, hint, data }: ShownFault): void => {
    if (isJson) {
      say(JSON.stringify({ error: { code, message, ...(hint && { hint }), data } }));
      return;
    }
    say(`${errorColors.red('penumbra:')} ${message}`);
    if (hint !== undefined) say(`${errorColors.cyan('hint:')} ${hint}`);
  };
  return {
    isJson,
    colors: pc.createColors(wantsColor(process.stdout.isTTY)),
    answer(document, text) {
      clearProgress();
      process.stdout.write(isJson ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`);
    },
    progress(text) {
      if (!showsProgress) return;
      process.stderr.write(`\r\u001b[2K${errorColors.dim(text)}`);
      hasProgress = true;
    },
    clearProgress,
    note: (text) => (isQuiet ? undefined : say(text)),
    detail: (text) => (isVerbose ? say(errorColors.dim(text)) : undefined),
    fault,
    usageFault(text) {
      const [message = '', suggestion] = text
        .replace(/^error: /, '')
        .trim()
        .split('\n');
      const hint =
        suggestion?.replace(/^\(Did you mean (.*)\?\)$/, 'did you mean `$1`?') ?? 'see penumbra --help';
      fault({ code: 'usage', message: message.replaceAll("'", '`'), hint, data: {} });
    },
  };
}

function wantsColor(isTerminal: boolean | undefined): boolean {
  if (process.env.NO_COLOR) return false;
  return Boolean(process.env.FORCE_COLOR) || isTerminal === true;
}
