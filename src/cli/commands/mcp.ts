/** `penumbra mcp`: serves investigations, context and guarded tools to an agent host. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { ToolboxOptions } from '../../commands/toolbox/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import type { HttpOptions } from '../../mcp/index.ts';
import { createStopSwitch } from '../console/stop-switch.ts';
import type { CommandHost } from '../console/terminal.ts';
import { once, readAll, readRoots } from '../options/read-options.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type Flags = {
  readonly allowRun?: string;
  readonly policy?: string;
  readonly mode?: string;
  readonly root?: readonly string[];
  readonly investigate: boolean;
  readonly http?: string | true;
  readonly address?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
};

export function addMcp({ program, terminal }: CommandHost): void {
  program
    .command('mcp')
    .description(
      'offer investigations, context and guarded tools to an agent host over the Model Context Protocol',
    )
    .option(
      '--allow-run <command>',
      'also offer `why`, which runs this test command on scratch copies; agents cannot change it',
      once('--allow-run'),
    )
    .option(
      '--policy <policy>',
      'also offer the guarded tools, under this policy: a file, or the name of a built-in one',
      once('--policy'),
    )
    .option('--mode <mode>', 'the mode of the policy; needed with --policy', once('--mode'))
    .option(
      '--root <key=directory>',
      'a root of the policy, repeatable (default: its first root is the workspace)',
      readAll,
    )
    .option('--no-investigate', 'offer only the guarded tools: reports quote files that a policy may hide')
    .option('--http [port]', 'serve over HTTP on loopback instead (default: a free port)')
    .option('--address <address>', 'with --http: listen here instead of on loopback', once('--address'))
    .option(
      '--allow-host <host:port>',
      'with --http: also accept requests for this host, repeatable',
      readAll,
    )
    .option(
      '--allow-origin <origin>',
      'with --http: also accept requests from pages of this origin, repeatable',
      readAll,
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra mcp\n  $ penumbra mcp --allow-run "npm test"\n  $ penumbra mcp --policy investigate --mode forge --no-investigate\n\nA host starts it and talks to it over standard input and output.\nOver HTTP the token is PENUMBRA_MCP_TOKEN, or a new one that is printed.',
    )
    .action(async (flags: Flags, command: Command) => {
      const http = flags.http === undefined ? requireNoHttpFlags(flags) : httpOptions(flags.http, flags);
      const { openToolbox } = await import('../../commands/toolbox/index.ts');
      const toolbox = await openToolbox({ ...workspaceOptions(command), ...toolboxOptions(flags) });
      const { signal, arm } = createStopSwitch();
      arm();
      try {
        const { serveOverHttp, serveOverStdio } = await import('../../mcp/index.ts');
        if (http === null) {
          await serveOverStdio(toolbox, signal);
          return;
        }
        const { url, close } = await serveOverHttp(toolbox, http);
        const isMade = process.env[TOKEN_VARIABLE] !== http.token;
        const shown = isMade ? http.token : `$${TOKEN_VARIABLE}`;
        terminal.answer(
          { url, ...(isMade && { token: http.token }) },
          `${url}\nAuthorization: Bearer ${shown}`,
        );
        if (!signal.aborted)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        await close();
      } finally {
        await toolbox.close();
      }
    });
}

const TOKEN_VARIABLE = 'PENUMBRA_MCP_TOKEN';
const SHORTEST_TOKEN = 16;

function httpOptions(given: string | true, { address, allowHost, allowOrigin }: Flags): HttpOptions {
  const port = given === true ? 0 : Number(given);
  if (!/^\d{1,5}$/.test(given === true ? '0' : given) || port > 65_535)
    throw new PenumbraError('usage', `${cite(String(given))} is not a port`, {
      hint: 'write a number up to 65535',
    });
  const token = process.env[TOKEN_VARIABLE] || randomBytes(32).toString('base64url');
  if (token.length < SHORTEST_TOKEN || !/^[\x21-\x7e]+$/.test(token))
    throw new PenumbraError('usage', `the token in ${TOKEN_VARIABLE} is too short or malformed`, {
      hint: `write at least ${SHORTEST_TOKEN} characters without spaces, or leave it out to get a new one`,
    });
  return {
    port,
    token,
    address,
    ...(allowHost !== undefined && { hosts: allowHost }),
    ...(allowOrigin !== undefined && { origins: allowOrigin }),
  };
}

function requireNoHttpFlags({ address, allowHost, allowOrigin }: Flags): null {
  const given = { '--address': address, '--allow-host': allowHost, '--allow-origin': allowOrigin };
  const idle = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  if (idle === undefined) return null;
  throw new PenumbraError('usage', `\`${idle}\` needs \`--http\``, {
    hint: 'add --http, with or without a port',
  });
}

function toolboxOptions({ allowRun, policy, mode, root, investigate }: Flags): ToolboxOptions {
  const given = { testCommand: allowRun, hasInvestigations: investigate };
  if (policy === undefined) {
    const idle =
      mode !== undefined
        ? '--mode'
        : root !== undefined
          ? '--root'
          : !investigate
            ? '--no-investigate'
            : null;
    if (idle === null) return given;
    throw new PenumbraError('usage', `\`${idle}\` needs \`--policy\``, {
      hint: 'name a policy, for instance --policy investigate --mode forge',
    });
  }
  if (mode === undefined)
    throw new PenumbraError('usage', '`--policy` needs `--mode`', {
      hint: 'see the modes of a policy with penumbra policy table',
    });
  return { ...given, guard: { policy, mode, ...(root !== undefined && { roots: readRoots(root) }) } };
}
