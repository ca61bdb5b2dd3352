/** The command line's entry: reads arguments, runs one command, and turns what happened into an exit code. */
import { CommanderError } from 'commander';
import { exitCodes, PenumbraError } from '../kernel/index.ts';
import { createProgram } from './program.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** Runs one command line (without the program's name) and returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const terminal = createTerminal({
    isJson: argv.includes('--json'),
    isQuiet: argv.includes('--quiet') || argv.includes('-q'),
    isVerbose: argv.includes('--verbose'),
  });
  // A reader that has seen enough, such as `head`, ends the command without ado.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  let exitCode = 0;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv.length > 0 ? [...argv] : ['--help'], { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, terminal);
  } finally {
    terminal.clearProgress();
  }
}

function explain(error: unknown, terminal: Terminal): number {
  // Commander has printed help, version or its own usage message by now.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof PenumbraError) {
    terminal.fault({ code: error.code, message: error.message, hint: error.hint, data: error.data });
    if (error.cause !== undefined) terminal.detail(String((error.cause as Error).stack ?? error.cause));
    return error.exitCode;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.fault({
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    hint: 'this is a defect in penumbra; please report it with the command and this message (--verbose shows more)',
    data: {},
  });
  terminal.detail(stack);
  return exitCodes.internal;
}
