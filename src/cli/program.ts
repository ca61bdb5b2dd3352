/** The commands as a program: shared options, help with examples, and suggestions for what was misspelt. */
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CommandHost } from './command-host.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExplain } from './commands/explain.ts';
import { addExport } from './commands/export.ts';
import { addGc } from './commands/gc.ts';
import { addHelp } from './commands/help.ts';
import { addImport } from './commands/import.ts';
import { addInvestigate } from './commands/investigate.ts';
import { addResume } from './commands/resume.ts';
import { addRuns } from './commands/runs.ts';
import { addShow } from './commands/show.ts';
import { addValidate } from './commands/validate.ts';
import type { Terminal } from './terminal.ts';
import { readUsageFault } from './usage-fault.ts';

/** The commands in the order of the help: the main job first, then the ledger's upkeep. */
const commands: readonly ((host: CommandHost) => void)[] = [
  addInvestigate,
  addRuns,
  addShow,
  addResume,
  addExplain,
  addDoctor,
  addValidate,
  addExport,
  addImport,
  addGc,
  addHelp,
];

const SHARED_OPTIONS =
  '\nEvery command also takes --json, --workspace, --store, --quiet and\n--verbose; see penumbra --help.';

/** Creates the program with all its commands. */
export function createProgram(terminal: Terminal, exitWith: (code: number) => void): Command {
  const program = new Command('penumbra')
    .description(
      'Finds the root cause of failing tests, with agents whose every view, word and act is governed and provable.',
    )
    .version(packageJson.version, '-V, --version', 'print the version')
    .option('--json', 'print the answer as JSON, and faults as JSON on standard error')
    .option(
      '--workspace <directory>',
      'the root of the project (default: the nearest folder upwards with .penumbra, penumbra.yaml or .git)',
    )
    .option(
      '--store <url>',
      'where the ledger, the record of all runs, is kept: sqlite:FILE or postgres://… (default: .penumbra/ledger.db in the workspace)',
    )
    .option('-q, --quiet', 'say nothing beside the answer')
    .option('--verbose', 'say more about what happens')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  $ penumbra investigate reports/*.xml\n  $ penumbra help investigate')
    .addHelpText('afterAll', ({ command }) => (command.parent === null ? '' : SHARED_OPTIONS))
    .configureOutput({
      outputError: (text) => terminal.fault({ code: 'usage', ...readUsageFault(text), data: {} }),
    })
    .exitOverride();
  const host: CommandHost = { program, terminal, exitWith };
  for (const add of commands) add(host);
  return program;
}
