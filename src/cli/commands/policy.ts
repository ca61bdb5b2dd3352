/** `penumbra policy`: shows, checks, compares and tests policies offline. */
import type { Command } from 'commander';
import { exitCodes, PenumbraError } from '../../kernel/index.ts';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once, oneOf } from '../options/read-options.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type TableFlags = { readonly mode?: string; readonly root?: string; readonly commands?: boolean };
type Severity = 'wider' | 'other' | 'any';

const NAMED = 'a policy file, - for standard input, or the name of a built-in policy';
const EXAMPLE =
  '\nExample:\n  $ penumbra policy table\n  $ penumbra policy lint policy.yaml\n  $ penumbra policy diff investigate policy.yaml --fail-on wider\n  $ penumbra policy replay --policy policy.yaml';

/** The effects of a change that make the exit code 1. */
const failing: Readonly<Record<Severity, readonly ('wider' | 'narrower' | 'other')[]>> = {
  wider: ['wider'],
  other: ['wider', 'other'],
  any: ['wider', 'other', 'narrower'],
};

export function addPolicy(host: CommandHost): void {
  const policy = host.program
    .command('policy')
    .description('check a policy, see all it grants, compare two, or replay recorded requests')
    .addHelpText('after', EXAMPLE);
  addTable(policy, host);
  addLint(policy, host);
  addDiff(policy, host);
  addReplay(policy, host);
}

function addTable(policy: Command, { terminal }: CommandHost): void {
  policy
    .command('table')
    .description('draw what a policy shows and grants: a matrix of places and areas for each mode')
    .argument('[policy]', NAMED, 'investigate')
    .option('--mode <mode>', 'only this mode', once('--mode'))
    .option('--root <root>', 'only this root', once('--root'))
    .option('--commands', 'list every command at every place, and the row that decides it')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra policy table --mode forge\n  $ penumbra policy table policy.yaml --root repo --commands\n  $ penumbra policy table policy.yaml --json',
    )
    .action(async (name: string, { commands: hasCommands = false, ...part }: TableFlags) => {
      const { showPolicy } = await import('../../commands/guard/index.ts');
      const document = await showPolicy(name, part);
      const { renderPolicyTable } = await import('../../report/index.ts');
      terminal.answer(document, renderPolicyTable(document, { ...terminalLayout(terminal), hasCommands }));
    });
}

function addLint(policy: Command, { terminal, exitWith }: CommandHost): void {
  policy
    .command('lint')
    .description('list what is wrong with policies, where, and how to fix it; exits with 1 on errors')
    .argument('<policy...>', NAMED)
    .option('--strict', 'exit with 1 on warnings, too')
    .addHelpText('after', '\nExample:\n  $ penumbra policy lint policies/*.yaml --strict')
    .action(async (names: readonly string[], { strict = false }: { readonly strict?: boolean }) => {
      const { lintPolicies } = await import('../../commands/guard/index.ts');
      const document = await lintPolicies(names, { isStrict: strict });
      const { renderPolicyLint } = await import('../../report/index.ts');
      terminal.answer(document, renderPolicyLint(document, terminalLayout(terminal)));
      if (!document.ok) exitWith(exitCodes.checkFailed);
    });
}

function addDiff(policy: Command, { terminal, exitWith }: CommandHost): void {
  policy
    .command('diff')
    .description('show what a second policy decides differently from a first')
    .argument('<before>', NAMED)
    .argument('<after>', 'the same')
    .option(
      '--fail-on <effect>',
      'exit with 1 if something is wider; with other, also if conditions were swapped; with any, on every change',
      oneOf('--fail-on', Object.keys(failing)),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra policy diff investigate policy.yaml\n  $ git show main:policy.yaml | penumbra policy diff - policy.yaml --fail-on wider',
    )
    .action(async (from: string, to: string, { failOn }: { readonly failOn?: Severity }) => {
      requireOneInput(from, to);
      const { comparePolicies } = await import('../../commands/guard/index.ts');
      const document = await comparePolicies({ from, to });
      const { renderPolicyDiff } = await import('../../report/index.ts');
      terminal.answer(document, renderPolicyDiff(document, terminalLayout(terminal)));
      const fails = failOn === undefined ? [] : failing[failOn];
      if (fails.some((effect) => document.counts[effect] > 0)) exitWith(exitCodes.checkFailed);
    });
}

function addReplay(policy: Command, { terminal }: CommandHost): void {
  policy
    .command('replay')
    .description('replay recorded requests against a policy, and show what it would answer differently')
    .argument(
      '[corpus]',
      'requests as JSON lines, or - for standard input (default: the audit of the ledger)',
    )
    .requiredOption('--policy <policy>', NAMED, once('--policy'))
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra policy replay --policy policy.yaml\n  $ penumbra policy replay requests.jsonl --policy policy.yaml --json',
    )
    .action(async (corpus: string | undefined, flags: { readonly policy: string }, command: Command) => {
      const { replayPolicy } = await import('../../commands/guard/index.ts');
      const document = await replayPolicy({ ...workspaceOptions(command), policy: flags.policy, corpus });
      const { renderPolicyReplay } = await import('../../report/index.ts');
      terminal.answer(document, renderPolicyReplay(document, terminalLayout(terminal)));
    });
}

/** Standard input can only be read once, so it cannot be used for both. */
function requireOneInput(...names: readonly string[]): void {
  if (names.some((name) => name !== '-')) return;
  throw new PenumbraError('usage', 'only one of the two policies can be `-`', {
    hint: 'name a file, or a policy that ships, for the other',
  });
}
