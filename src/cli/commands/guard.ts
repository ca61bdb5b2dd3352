/** `penumbra guard`: a proxy in front of an MCP server that forwards the calls granted by a policy. */
import type { Command } from 'commander';
import type { HookVerdict, ToolToAccept } from '../../commands/guard/proxy/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import { askLine, hasPerson } from '../console/ask-person.ts';
import { createStopSwitch } from '../console/stop-switch.ts';
import type { CommandHost } from '../console/terminal.ts';
import { once, readAll, readCount, readRoots } from '../options/read-options.ts';
import { workspaceOptions } from '../options/with-workspace.ts';

type Flags = {
  readonly host?: string;
  readonly mapping?: string;
  readonly policy?: string;
  readonly mode?: string;
  readonly root?: readonly string[];
  readonly rate?: number;
  readonly accept?: boolean;
  readonly yes?: boolean;
};

export function addGuard(host: CommandHost): void {
  const guard = host.program
    .command('guard')
    .description('guard an MCP server: a policy decides what its tools may do, and every call is on record')
    .argument('<command...>', 'the command that starts the server, after --')
    .option(
      '--mapping <mapping>',
      'how tools map to commands of the policy: filesystem or git (both built in), or a file',
      once('--mapping'),
    )
    .option('--policy <policy>', 'a policy file, or the name of a built-in policy', once('--policy'))
    .option('--mode <mode>', 'the mode of the policy', once('--mode'))
    .option(
      '--root <key=directory>',
      'a root of the policy, repeatable (default: its first root is the workspace)',
      readAll,
    )
    .option('--rate <count>', 'how many calls per minute to pass on (default: 600)', readCount)
    .option('--accept', 'show the tools of the server and accept them as they are; serves nothing')
    .option('--yes', 'with --accept: accept without asking')
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra guard --accept -- npx @modelcontextprotocol/server-filesystem .\n  $ penumbra guard --mapping filesystem --policy policy.yaml --mode work --root repo=. -- npx @modelcontextprotocol/server-filesystem .\n\nA host starts the second command in place of the server. Tools that were not accepted, or have changed since, are held back.',
    )
    .action((words: string[], flags: Flags, command: Command) =>
      flags.accept === true ? accept(words, flags, host) : serve(words, { flags, command, host }),
    );
  addHook(guard, host);
}

/** How denials are reported to each host; a host proceeds if there is no answer. */
const denials: Readonly<Record<string, (reason: string) => object>> = {
  'gemini-cli': (reason) => ({ decision: 'deny', reason }),
};

type HookFlags = {
  readonly host: string;
  readonly policy: string;
  readonly mode: string;
  readonly root?: readonly string[] | undefined;
};

function addHook(guard: Command, { terminal }: CommandHost): void {
  guard
    .command('hook')
    .description('answer the hook that a command-line agent calls before it uses its own tools, by a policy')
    .option('--host <host>', 'whose hook it is: claude-code or gemini-cli', once('--host'))
    .option('--policy <policy>', 'a policy file, or the name of a built-in policy', once('--policy'))
    .option('--mode <mode>', 'the mode of the policy', once('--mode'))
    .option(
      '--root <key=directory>',
      'a root of the policy, repeatable (default: its first root is the workspace)',
      readAll,
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ penumbra guard hook --host claude-code --policy policy.yaml --mode work < call.json\n\nIt denies or says nothing, and exits with 0: hosts carry on when a hook fails.',
    )
    .action(async (_flags: unknown, command: Command) => {
      // The parent command receives the options of the same names.
      const flags = command.optsWithGlobals<Flags>();
      const [host, policy, mode] = [needed(flags, 'host'), needed(flags, 'policy'), needed(flags, 'mode')];
      const verdict = await hookVerdict({ host, policy, mode, root: flags.root }, command);
      if (verdict === null) return;
      const deny = denials[host] ?? denyInSession;
      const said = deny(verdict.denied);
      terminal.answerLine(said, JSON.stringify(said));
    });
}

async function hookVerdict({ root, ...terms }: HookFlags, command: Command): Promise<HookVerdict> {
  try {
    const { judgeHook } = await import('../../commands/guard/proxy/index.ts');
    const text = await readStandardInput();
    const roots = root === undefined ? {} : { roots: readRoots(root) };
    return await judgeHook(text, { ...workspaceOptions(command), ...terms, ...roots });
  } catch {
    return { denied: 'nothing is decided: the guard failed' };
  }
}

const MOST_INPUT = 16 * 1024 * 1024;

/** Truncated input is not valid JSON, and is therefore denied. */
async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MOST_INPUT) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_INPUT).toString('utf8');
}

function denyInSession(reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
}

type Serving = { readonly flags: Flags; readonly command: Command; readonly host: CommandHost };

async function serve(words: readonly string[], { flags, command, host }: Serving): Promise<void> {
  const { terminal } = host;
  const { root, rate } = flags;
  const { guardServer } = await import('../../commands/guard/proxy/index.ts');
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
  const { reviewServer } = await import('../../commands/guard/proxy/index.ts');
  const review = await reviewServer({ words });
  const changes = review.tools.filter(({ state }) => state === 'new' || state === 'changed');
  const shown = review.tools.map(showTool);
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

/** Shows a tool to accept; for a changed one, `+` marks new lines and `-` removed ones. */
function showTool({ name, state, definition, before }: ToolToAccept): string {
  const title = `${state.padEnd(8)} ${name}`;
  if (state === 'same') return title;
  const lines = definition.split('\n');
  const earlier = before?.split('\n');
  const gone = earlier?.filter((line) => !lines.includes(line)) ?? [];
  const isNew = (line: string) => earlier !== undefined && !earlier.includes(line);
  return [
    title,
    ...gone.map((line) => `       - ${line}`),
    ...lines.map((line) => `       ${isNew(line) ? '+' : ' '} ${line}`),
    ...(state === 'too long' ? ['         (and more: a definition of this length is not accepted)'] : []),
  ].join('\n');
}

function needed(flags: Flags, name: 'host' | 'mapping' | 'policy' | 'mode'): string {
  const value = flags[name];
  if (value !== undefined) return value;
  throw new PenumbraError('usage', `\`--${name}\` is missing`, {
    hint: 'penumbra help guard has an example; penumbra policy table shows the modes of a policy',
  });
}
