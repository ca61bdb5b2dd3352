/** The commands as a program: shared options, help with examples, and suggestions for what was misspelt. */
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CommandHost } from './command-host.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addGc } from './commands/gc.ts';
import { addImport } from './commands/import.ts';
import { addValidate } from './commands/validate.ts';
import type { Terminal } from './terminal.ts';

/** Creates the program with all its commands. */
export function createProgram(terminal: Terminal, exitWith: (code: number) => void): Command {
  const program = new Command('penumbra')
    .description(
      'Finds the root cause of failing tests, with agents whose every view, word and act is governed and provable.',
    )
    .version(packageJson.version, '-V, --version')
    .option('--json', 'print the answer as JSON')
    .option('--workspace <directory>', 'the workspace (default: the nearest one upwards)')
    .option('--store <url>', 'where the ledger lies: sqlite:FILE or postgres://… (default: in the workspace)')
    .option('-q, --quiet', 'say nothing beside the answer')
    .option('--verbose', 'say more about what happens')
    .helpCommand('help [command]', 'show help for a command')
    .configureOutput({ outputError: (text) => terminal.usageFault(text) })
    .exitOverride();
  const host: CommandHost = { program, terminal, exitWith };
  for (const add of [addDoctor, addValidate, addExport, addImport, addGc]) add(host);
  return program;
}
