/** The entry point: parses arguments, runs one command, and returns the exit code. */
import { CommanderError } from 'commander';
import { exitCodes, PenumbraError } from '../kernel/index.ts';
import { createTerminal, type Terminal } from './console/terminal.ts';
import { createProgram } from './program.ts';

/** Runs a command line (without the program's name) and returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const terminal = createTerminal({
    isJson: options.includes('--json'),
    isQuiet: options.includes('--quiet') || options.includes('-q'),
    isVerbose: options.includes('--verbose'),
  });
  const outputFailure = watchOutput();
  const exitCode = await runCommand([...argv], terminal);
  const failure = await outputFailure();
  // A reader that stops early, such as `head`, is not an error; a failed command has already printed why.
  if (failure === null || failure.code === 'EPIPE' || exitCode > exitCodes.checkFailed) return exitCode;
  const { outputFault } = await import('../commands/index.ts');
  return explain(outputFault('the answer', failure), terminal);
}

async function runCommand(argv: string[], terminal: Terminal): Promise<number> {
  let exitCode = 0;
  try {
    const program = createProgram(terminal, (code) => {
      exitCode = code;
    });
    const { operands, unknown } = program.parseOptions(argv);
    const hasCommand = operands.length + unknown.length > 0;
    await program.parseAsync(hasCommand ? argv : ['--help'], { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, terminal);
  } finally {
    terminal.clearProgress();
  }
}

function explain(error: unknown, terminal: Terminal): number {
  // Commander has already printed help, version or a usage message.
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
    hint: 'this is a bug in penumbra; please report it with the command and this message (--verbose shows more)',
    data: {},
  });
  terminal.detail(stack);
  return exitCodes.internal;
}

/** Starts watching; the returned function reports any error in writing the answer. */
function watchOutput(): () => Promise<NodeJS.ErrnoException | null> {
  let failure: NodeJS.ErrnoException | null = null;
  process.stdout.on('error', (error) => {
    failure ??= error;
  });
  // There is nowhere left to report it.
  process.stderr.on('error', () => undefined);
  return async () => {
    if (process.stdout.writableLength > 0)
      await new Promise((resolve) => process.stdout.write('', () => resolve(undefined)));
    await new Promise((resolve) => setImmediate(resolve));
    return failure;
  };
}
