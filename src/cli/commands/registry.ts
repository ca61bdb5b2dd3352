/** `penumbra agents` and `types`: lists and registers agents and record types. */
import type { Command } from 'commander';
import { type CommandHost, terminalLayout } from '../console/terminal.ts';
import { once } from '../options/read-options.ts';
import { withWorkspace } from '../options/with-workspace.ts';

const AGENTS_EXAMPLE = '\nExample:\n  $ penumbra agents list\n  $ penumbra agents add reviewer --role writer';

export function addAgents(host: CommandHost): void {
  const agents = host.program
    .command('agents')
    .description('list the agents that may read, write and derive records, or add one')
    .addHelpText('after', AGENTS_EXAMPLE);
  addAgentList(agents, host);
  addAgent(agents, host);
}

function addAgentList(agents: Command, { terminal }: CommandHost): void {
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

function addAgent(agents: Command, { terminal }: CommandHost): void {
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

const TYPES_EXAMPLE = '\nExample:\n  $ penumbra types list\n  $ penumbra types add question --many';

export function addTypes(host: CommandHost): void {
  const types = host.program
    .command('types')
    .description('list the types of records, or add one of your own')
    .addHelpText('after', TYPES_EXAMPLE);
  addTypeList(types, host);
  addOwnType(types, host);
}

function addTypeList(types: Command, { terminal }: CommandHost): void {
  types
    .command('list', { isDefault: true })
    .description('list the types of records')
    .addHelpText('after', '\nExample:\n  $ penumbra types list --json')
    .action((_options: unknown, command: Command) =>
      withWorkspace(command, { access: 'peek', terminal }, async ({ engine, workspace }) => {
        const known = engine.showTypes(workspace);
        const { renderTypes } = await import('../../report/index.ts');
        terminal.answer({ types: known }, renderTypes(known, terminalLayout(terminal)));
      }),
    );
}

function addOwnType(types: Command, { terminal }: CommandHost): void {
  types
    .command('add')
    .description('add a type of records that hold text')
    .argument('<name>', 'its name: lowercase letters, digits, and . _ - after the first')
    .option('--many', 'every record of a path is current, instead of only the newest')
    .addHelpText('after', '\nExample:\n  $ penumbra types add question --many')
    .action((name: string, { many = false }: { readonly many?: boolean }, command: Command) =>
      withWorkspace(command, { access: 'open', terminal }, async ({ engine, workspace }) => {
        const type = engine.showType(
          await workspace.addType({ name, cardinality: many ? 'many' : 'single' }),
        );
        const current =
          type.cardinality === 'many'
            ? 'every record of a path is current'
            : 'only the newest record of a path is current';
        terminal.answer(type, `added the type ${type.name}: ${current}`);
      }),
    );
}
