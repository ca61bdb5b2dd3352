/** `penumbra guard`: stands before a server of the Model Context Protocol, and lets through what a policy grants. */
import type { Command } from 'commander';
import { PenumbraError } from '../../kernel/index.ts';
import { askLine, hasPerson } from '../ask-person.ts';
import type { CommandHost } from '../command-host.ts';
import { once } from '../once.ts';
import { readCount } from '../read-count.ts';
import { readAll } from '../read-names.ts';
import { readRoots } from '../read-roots.ts';
import { createStopSwitch } from '../stop-switch.ts';
import { workspaceOptions } from '../workspace-options.ts';

type Flags = {
  readonly mapping?: string;
  readonly policy?: string;
  readonly mode?: string;
  readonly root?: readonly string[];
  readonly rate?: number;
  readonly accept?: boolean;
  readonly yes?: boolean;
};

/** Adds the command. */
export function addGuard(host: CommandHost): void {
  host.program
    .command('guard')
    .description(
      'guard a server of the Model Context Protocol: its tools act as a policy says, and every call is on record',
    )
    .argument('<command...>', 'the command that starts the server, after --')
    .option(
      '--mapping <mapping>',
      'which command of the policy each tool is: filesystem or git, which ship, or a file',
      once('--mapping'),
    )
    .option('--policy <policy>', 'a policy file, or the name of one that ships', once('--policy'))
    .option('--mode <mode>', 'the mode of the policy', once('--mode'))
    .option(
      '--root <key=directory>',
      'a root of the policy, repeated (default: its first root is the workspace)',
      readAll,
    )
    .option('--rate <count>', 'how many calls a minute are passed on (default: 600)', readCount)
    .option('--accept', 'show the tools of the server, and accept them as they are; nothing is served')
    .option('--yes', 'with --accept: accept without a question')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra guard --accept -- npx @modelcontextprotocol/server-filesystem .\n  $ penumbra guard --mapping filesystem --policy policy.yaml --mode work --root repo=. -- npx @modelcontextprotocol/server-filesystem .\n\nA host starts the second in place of the server. Tools that were not accepted, or have changed since, are held back.',
    )
    .action((words: string[], flags: Flags, command: Command) =>
      flags.accept === true ? accept(words, flags, host) : serve(words, { flags, command, host }),
    );
}

type Serving = { readonly flags: Flags; readonly command: Command; readonly host: CommandHost };

async function serve(words: readonly string[], { flags, command, host }: Serving): Promise<void> {
  const { terminal } = host;
  const { root, rate } = flags;
  const { guardServer } = await import('../../engine/guard/index.ts');
  const proxy = await guardServer({
    ...workspaceOptions(command),
    words,
    ...{ mapping: needed(flags, 'mapping'), policy: needed(flags, 'policy'), mode: needed(flags, 'mode') },
    ...(root !== undefined && { roots: readRoots(root) }),
    callsPerMinute: rate,
  });
  const { signal, arm } = createStopSwitch();
  arm();
  try {
    const held = proxy.heldBack();
    if (held.length > 0)
      terminal.note(
        `held back until a person accepts them with \`penumbra guard --accept\`: ${held.join(', ')}`,
        {
          heldBack: held,
        },
      );
    const { serveProxyOverStdio } = await import('../../mcp/index.ts');
    await serveProxyOverStdio(proxy, signal);
  } finally {
    await proxy.close();
  }
}

async function accept(
  words: readonly string[],
  { yes = false }: Flags,
  { terminal }: CommandHost,
): Promise<void> {
  const { reviewServer } = await import('../../engine/guard/index.ts');
  const review = await reviewServer({ words });
  const changes = review.tools.filter(({ state }) => state !== 'same');
  const shown = review.tools.map(
    ({ name, state, description }) => `${state.padEnd(8)} ${name}\n${indent(description)}`,
  );
  if (changes.length === 0) {
    terminal.answer({ tools: review.tools, accepted: 0 }, 'all tools are as they were accepted');
    return;
  }
  if (!yes) {
    terminal.note(shown.join('\n'), { tools: review.tools });
    const isMeant =
      hasPerson() && /^y(es)?$/i.test(await askLine(`accept ${changes.length} tools as they are? [y/N] `));
    if (!isMeant)
      throw new PenumbraError('usage', 'nobody accepted the tools', {
        hint: 'read what they say, and add --yes',
      });
  }
  await review.accept();
  const text = `${yes ? `${shown.join('\n')}\n` : ''}accepted ${changes.length} tools`;
  terminal.answer({ tools: review.tools, accepted: changes.length }, text);
}

const COLUMN = '         ';

/** Words of a server are shown without anything that steers a terminal. */
function indent(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 2_000)
    .replace(/(.{1,90})(?:\s+|$)/g, `${COLUMN}$1\n`)
    .trimEnd();
}

function needed(flags: Flags, name: 'mapping' | 'policy' | 'mode'): string {
  const value = flags[name];
  if (value !== undefined) return value;
  throw new PenumbraError('usage', `\`--${name}\` is missing`, {
    hint: 'penumbra help guard has an example; penumbra policy table shows the modes of a policy',
  });
}
