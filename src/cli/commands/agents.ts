/** `penumbra agents`: who may read, write and derive. */
import type { Command } from 'commander';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { terminalLayout } from '../terminal-layout.ts';
import { withWorkspace } from '../with-workspace.ts';

const EXAMPLE = '\nExample:\n  $ penumbra agents list\n  $ penumbra agents add reviewer --role writer';

/** Adds the command. */
export function addAgents(host: CommandHost): void {
  const agents = host.program
    .command('agents')
    .description('list the agents that may read, write and derive records, or add one')
    .addHelpText('after', EXAMPLE);
  addList(agents, host);
  addAdd(agents, host);
}

function addList(agents: Command, { terminal }: CommandHost): void {
  agents
    .command('list', { isDefault: true })
    .description('list agents and what each may do')
    .addHelpText('after', '\nExample:\n  $ penumbra agents list --json')
    .action((_options: unknown, command: Command) =>
      withWorkspace(command, { access: 'peek', terminal }, async ({ workspace }) => {
        const known = await workspace.agents();
        const { renderAgents } = await import('../../report/index.ts');
        terminal.answer({ agents: known }, renderAgents(known, terminalLayout(terminal)));
      }),
    );
}

function addAdd(agents: Command, { terminal }: CommandHost): void {
  agents
    .command('add')
    .description('register an agent, or give it another role')
    .argument('<name>', 'the name it signs with')
    .requiredOption(
      '--role <role>',
      'reader, writer (also appends) or synthesis (also derives)',
      once('--role'),
    )
    .addHelpText('after', '\nExample:\n  $ penumbra agents add reviewer --role writer')
    .action((agentId: string, { role }: { readonly role: string }, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace }) => {
        const agent = await workspace.registerAgent({ agentId, role: engine.readRole(role) });
        terminal.answer(agent, `${agent.agentId} is a ${agent.role}`);
      }),
    );
}
