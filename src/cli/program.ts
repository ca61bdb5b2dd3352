/** The commands as a program: shared options, help with examples, and suggestions for what was misspelt. */
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CommandHost } from './command-host.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addGc } from './commands/gc.ts';
import { addHelp } from './commands/help.ts';
import { addImport } from './commands/import.ts';
import { addValidate } from './commands/validate.ts';
import type { Terminal } from './terminal.ts';
import { readUsageFault } from './usage-fault.ts';

/** Creates the program with all its commands. */
export function createProgram(terminal: Terminal, exitWith: (code: number) => void): Command {
  const program = new Command('penumbra')
    .description(
      'Finds the root cause of failing tests, with agents whose every view, word and act is governed and provable.',
    )
    .version(packageJson.version, '-V, --version')
    .option('--json', 'print the answer as JSON, and faults as JSON on standard error')
    .option('--workspace <directory>', 'the workspace (default: the nearest one upwards)')
    .option('--store <url>', 'where the ledger lies: sqlite:FILE or postgres://… (default: in the workspace)')
    .option('-q, --quiet', 'say nothing beside the answer')
    .option('--verbose', 'say more about what happens')
    .helpCommand(false)
    .configureOutput({
      outputError: (text) => terminal.fault({ code: 'usage', ...readUsageFault(text), data: {} }),
    })
    .exitOverride();
  const host: CommandHost = { program, terminal, exitWith };
  for (const add of [addDoctor, addValidate, addExport, addImport, addGc, addHelp]) add(host);
  return program;
}
