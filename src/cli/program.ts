/** The commands as a program: shared options, help with examples, and suggestions for what was misspelt. */
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CommandHost } from './command-host.ts';
import { addTypes } from './commands/add-types.ts';
import { addAgents } from './commands/agents.ts';
import { addApprove } from './commands/approve.ts';
import { addAudit } from './commands/audit.ts';
import { addCalibrate } from './commands/calibrate.ts';
import { addCi } from './commands/ci.ts';
import { addCompose } from './commands/compose.ts';
import { addCorrect } from './commands/correct.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExplain } from './commands/explain.ts';
import { addExport } from './commands/export.ts';
import { addGc } from './commands/gc.ts';
import { addGet } from './commands/get.ts';
import { addGuard } from './commands/guard.ts';
import { addHead } from './commands/head.ts';
import { addHelp } from './commands/help.ts';
import { addHistory } from './commands/history.ts';
import { addImport } from './commands/import.ts';
import { addInvalidate } from './commands/invalidate.ts';
import { addInvestigate } from './commands/investigate.ts';
import { addKeys } from './commands/keys.ts';
import { addList } from './commands/list.ts';
import { addMcp } from './commands/mcp.ts';
import { addMemory } from './commands/memory.ts';
import { addOverride } from './commands/override.ts';
import { addPack } from './commands/pack.ts';
import { addPipeline } from './commands/pipeline.ts';
import { addPolicy } from './commands/policy.ts';
import { addProduce } from './commands/produce.ts';
import { addProve } from './commands/prove.ts';
import { addPut } from './commands/put.ts';
import { addRegenerate } from './commands/regenerate.ts';
import { addResume } from './commands/resume.ts';
import { addRuns } from './commands/runs.ts';
import { addScan } from './commands/scan.ts';
import { addShow } from './commands/show.ts';
import { addStale } from './commands/stale.ts';
import { addStatus } from './commands/status.ts';
import { addSynthesize } from './commands/synthesize.ts';
import { addValidate } from './commands/validate.ts';
import { addVerify } from './commands/verify.ts';
import { addWatch } from './commands/watch.ts';
import { addWhy } from './commands/why.ts';
import { shortHelp } from './short-help.ts';
import type { Terminal } from './terminal.ts';
import { readUsageFault } from './usage-fault.ts';

/** The commands by what they are for, in the order of the help. */
const shelves: readonly (readonly [title: string, ...((host: CommandHost) => void)[]])[] = [
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
    'Read and write what is known about the files:',
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
    'Derive it, and keep it current:',
    addProduce,
    addSynthesize,
    addRegenerate,
    addInvalidate,
    addWatch,
    addCi,
  ],
  ['Say who may write, and what:', addAgents, addTypes],
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
  ['Care for the ledger:', addValidate, addExport, addImport, addGc],
  ['Measure how good the answers are:', addCalibrate],
  ['Help:', addDoctor, addHelp],
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
  for (const [title, ...adds] of shelves) {
    program.commandsGroup(title);
    for (const add of adds) add(host);
  }
  return program;
}
