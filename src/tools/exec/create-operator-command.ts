/** The operator's own command line: its words with the test filled in, for a limited number of runs. */
import { isCommandLine } from '../../guard/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { OperatorCommand, OperatorRuns, PinnedProgram } from '../ports/programs.ts';

export type OperatorCommandOptions = {
  /** The words as the operator wrote them, from `splitCommandLine` or from the command line after `--`. */
  readonly template: readonly string[];
  /** The value for `{test}`; null if there is no test. */
  readonly test: string | null;
  readonly program: PinnedProgram;
  /** How often it may run. */
  readonly runs: number;
};

/** A command of the operator, and its words. */
export type ReadyCommand = OperatorCommand & OperatorRuns & { readonly argv: readonly string[] };

const SLOT = '{test}';

/** Creates the operator's command. The test is always a single argument, whatever its name contains. */
export function createOperatorCommand(options: OperatorCommandOptions): ReadyCommand {
  const { template, test, program, runs } = options;
  const argv = Object.freeze(fillTemplate(template, test));
  let left = runs;
  return Object.freeze({
    argv,
    match: (words: readonly string[]) =>
      words.length === argv.length && argv.every((word, index) => words[index] === word) ? program : null,
    take: () => left > 0 && left-- > 0,
  });
}

function fillTemplate([program = '', ...words]: readonly string[], test: string | null): readonly string[] {
  if (program.includes(SLOT)) throw unfit('the command begins with `{test}`', 'name a program first');
  const endOfFlags = words.indexOf('--');
  const filled = words.map((word, index) => {
    if (!word.includes(SLOT)) return word;
    if (test === null) throw unfit('the command names `{test}`, and no test is at hand', 'leave it out');
    const full = word.replaceAll(SLOT, () => test);
    // Reports are written by others, so the name of a test must not become a flag of the program.
    const isFlag = full.startsWith('-') && !word.startsWith('-');
    if (isFlag && (endOfFlags < 0 || endOfFlags > index))
      throw unfit(`the test ${cite(test)} would be read as a flag`, 'put `--` before `{test}`');
    return full;
  });
  const argv = [program, ...filled];
  if (isCommandLine(argv)) return argv;
  throw unfit(
    'the command with its test is none that can be run',
    'shorten it, and write no control characters',
  );
}

function unfit(message: string, hint: string): PenumbraError {
  return new PenumbraError('usage', message, { hint });
}
