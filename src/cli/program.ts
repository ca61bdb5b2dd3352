/** The command-line program: shared options, help with examples, and suggestions for misspelt input. */

import { Command, Help, type HelpConfiguration } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { cite, nearest, PenumbraError } from '../kernel/index.ts';
import { addApprove } from './commands/approve.ts';
import { addAudit } from './commands/audit.ts';
import { addCalibrate } from './commands/calibrate.ts';
import { addCi } from './commands/ci.ts';
import { addCompose } from './commands/compose.ts';
import { addInvalidate, addProduce, addRegenerate, addSynthesize } from './commands/derive.ts';
import { addDoctor } from './commands/doctor.ts';
import { addGet } from './commands/get.ts';
import { addGuard } from './commands/guard.ts';
import { addInvestigate } from './commands/investigate.ts';
import { addKeys } from './commands/keys.ts';
import { addExport, addGc, addImport, addValidate } from './commands/ledger.ts';
import { addMcp } from './commands/mcp.ts';
import { addCorrect, addMemory } from './commands/memory.ts';
import { addPack } from './commands/pack.ts';
import { addPipeline } from './commands/pipeline.ts';
import { addPolicy } from './commands/policy.ts';
import { addProve, addWhy } from './commands/prove.ts';
import { addPut } from './commands/put.ts';
import { addExplain, addHead, addHistory, addList } from './commands/records.ts';
import { addAgents, addTypes } from './commands/registry.ts';
import { addOverride, addResume } from './commands/resume.ts';
import { addRuns, addShow, addStale } from './commands/runs.ts';
import { addDiff, addScan, addStatus } from './commands/tree.ts';
import { addVerify } from './commands/verify.ts';
import { addWatch } from './commands/watch.ts';
import type { CommandHost, Terminal } from './console/terminal.ts';

const mainCommands: ReadonlySet<string> = new Set([
  'why',
  'investigate',
  'prove',
  'runs',
  'show',
  'scan',
  'status',
  'get',
  'put',
  'history',
  'explain',
  'watch',
  'doctor',
  'help',
]);

/** Hides minor commands from the program's help; they are still suggested. */
const shortHelp: HelpConfiguration = {
  formatHelp(command, helper) {
    const shown = command.parent === null ? withMainCommands(helper) : helper;
    return Help.prototype.formatHelp.call(shown, command, shown);
  },
};

function withMainCommands(helper: Help): Help {
  const visibleCommands = (command: Command): Command[] =>
    helper.visibleCommands(command).filter((each) => mainCommands.has(each.name()));
  return Object.assign(Object.create(helper) as Help, { visibleCommands });
}

/** The commands by topic, in help order. */
const commandGroups: readonly (readonly [title: string, ...((host: CommandHost) => void)[]])[] = [
  [
    'Find the causes of failing tests:',
    addWhy,
    addInvestigate,
    addProve,
    addVerify,
    addStale,
    addRuns,
    addShow,
    addPack,
    addResume,
    addOverride,
    addCorrect,
    addMemory,
  ],
  [
    'Read and write records about files:',
    addScan,
    addStatus,
    addGet,
    addPut,
    addList,
    addHead,
    addHistory,
    addCompose,
    addExplain,
    addDiff,
  ],
  [
    'Derive records and keep them current:',
    addProduce,
    addSynthesize,
    addRegenerate,
    addInvalidate,
    addWatch,
    addCi,
  ],
  ['Control who may write, and what:', addAgents, addTypes],
  [
    'Govern what agents may see and do:',
    addAudit,
    addPolicy,
    addPipeline,
    addKeys,
    addApprove,
    addMcp,
    addGuard,
  ],
  ['Maintain the ledger:', addValidate, addExport, addImport, addGc],
  ['Measure how good the answers are:', addCalibrate],
  ['Help:', addDoctor, addHelp],
];

const SHARED_OPTIONS =
  '\nEvery command also takes --json, --workspace, --store, --quiet and\n--verbose; see penumbra --help.';

/** Creates the program with all commands. */
export function createProgram(terminal: Terminal, exitWith: (code: number) => void): Command {
  const program = new Command('penumbra')
    .description(
      'Finds the root causes of failing tests and proves them by experiment. What its agents see, say and do is governed and on record.',
    )
    .version(packageJson.version, '-V, --version', 'print the version')
    .option('--json', 'print the answer as JSON, and errors as JSON on standard error')
    .option(
      '--workspace <directory>',
      'the root of the project (default: the closest folder at or above this one with .penumbra, penumbra.yaml or .git)',
    )
    .option(
      '--store <url>',
      'where to keep the ledger, the record of all runs: sqlite:FILE or postgres://… (default: .penumbra/ledger.db in the workspace)',
    )
    .option('-q, --quiet', 'print nothing but the answer')
    .option('--verbose', 'print more detail')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp(shortHelp)
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra investigate reports/*.xml\n  $ penumbra help investigate\n  $ penumbra help --all',
    )
    .addHelpText('afterAll', ({ command }) => (command.parent === null ? '' : SHARED_OPTIONS))
    .configureOutput({
      outputError: (text) => terminal.fault({ code: 'usage', ...readUsageFault(text), data: {} }),
    })
    .exitOverride();
  const host: CommandHost = { program, terminal, exitWith };
  for (const [title, ...adds] of commandGroups) {
    program.commandsGroup(title);
    for (const add of adds) add(host);
  }
  return program;
}

const SEE_HELP = 'see penumbra --help';

/** Parses the parser's error message; user input in it is quoted and shortened. */
export function readUsageFault(text: string): { readonly message: string; readonly hint: string } {
  const [, problem = '', suggestions] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (?:one of )?([^\n]*)\?\))?\s*$/s.exec(text) ?? [];
  return {
    message: citeQuoted(problem),
    hint:
      suggestions === undefined
        ? SEE_HELP
        : `did you mean ${suggestions.split(', ').map(cite).join(' or ')}?`,
  };
}

function citeQuoted(problem: string): string {
  const [, what, name] = /^(unknown (?:command|option)) '(.*)'$/s.exec(problem) ?? [];
  if (name !== undefined) return `${what} ${cite(name)}`;
  // For too many arguments, the parser lists all of them.
  const [words = ''] = problem.split(/(?<=but got \d+): /, 1);
  return words
    .replace(/'([^']*)'/g, (_, quoted: string) => cite(quoted))
    .replace('. Expected', ', expected')
    .replace(/\.$/, '');
}

function addHelp({ program }: CommandHost): void {
  program
    .command('help')
    .description('show help for a command, or list every command with --all')
    .argument('[command]', 'the command to explain')
    .option('--all', 'list all commands, not only the most used')
    .addHelpText('after', '\nExample:\n  $ penumbra help gc\n  $ penumbra help --all')
    .action((name: string | undefined, { all = false }: { readonly all?: boolean }) => {
      // The default help configuration lists all commands.
      if (all) program.configureHelp({});
      if (name === undefined) return program.help();
      const named = program.commands.find((command) => command.name() === name);
      if (named) return named.help();
      const names = program.commands.map((command) => command.name());
      const suggestion = nearest(name, names);
      throw new PenumbraError('usage', `unknown command ${cite(name)}`, {
        hint: suggestion === null ? 'see penumbra help --all' : `did you mean ${cite(suggestion)}?`,
      });
    });
}
