/**
 * A proxy in front of a Model Context Protocol server. Each of its tools is a command of the policy at the
 * places its arguments name, and is handled like every call: resolved, decided, recorded, and only then
 * forwarded, with the decided paths instead of the given ones.
 */
import { openSecretScanner } from '../../../adapters/secrets/index.ts';
import { openGuardSession } from '../../../engine/guard/index.ts';
import { systemRandomness } from '../../../engine/index.ts';
import type { Area, Policy } from '../../../guard/index.ts';
import { isRecord, type JsonSchema, type Reply } from '../../../kernel/index.ts';
import { type ToolRequest, toolSchemas } from '../../../tools/index.ts';
import { type AcceptedTools, definitionText } from './accepted-tools.ts';
import { addressOf, argumentsOf, type ProxyRoot, proxiedRequest, proxiedTool } from './proxied-tool.ts';
import type { MappedTool, ToolMapping, Upstream, UpstreamTool } from './tool-mapping.ts';

/** Options for opening a proxy. */
export type GuardProxyOptions = {
  readonly upstream: Upstream;
  readonly mapping: ToolMapping;
  readonly policy: Policy;
  readonly mode: string;
  readonly roots: readonly ProxyRoot[];
  /** The directory the server was started in, against which relative paths are resolved. */
  readonly directory: string;
  readonly ledger: Parameters<typeof openGuardSession>[0]['ledger'];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null if nothing has been accepted yet. */
  readonly accepted: AcceptedTools | null;
  /** How many calls are forwarded per minute. */
  readonly callsPerMinute?: number | undefined;
  /** The id of a session to continue. */
  readonly session?: string | undefined;
};

/** A tool as listed to the host. */
type ListedTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
};

/** The answer to a call: the server's own content if it was forwarded, otherwise a reply. */
type ProxyAnswer = {
  readonly reply: Reply;
  /** For a denial: the rule that applied, and where the command would be granted. */
  readonly advice: string | null;
};

/** An open proxy. */
export type GuardProxy = {
  /**
   * Queries the server again, and lists the tools that are mapped, accepted and granted somewhere in this
   * mode.
   */
  list(): Promise<readonly ListedTool[]>;
  /** Names the tools left out because their current definition was not accepted. */
  heldBack(): readonly string[];
  call(name: string, given: unknown, signal?: AbortSignal): Promise<ProxyAnswer>;
  close(): Promise<void>;
};

const CALLS_PER_MINUTE = 600;
const TOOL_NAME = /^[A-Za-z_][\w.-]{0,99}$/;

/** Opens a proxy. */
export async function openGuardProxy(options: GuardProxyOptions): Promise<GuardProxy> {
  const { upstream, mapping, policy, mode, roots, directory, ledger, environment, accepted } = options;
  const scanner = await openSecretScanner();
  const granted = new Set(commandsIn(policy, mode));
  let offered: ReadonlyMap<string, UpstreamTool> = new Map();
  let held: readonly string[] = [];

  const sees = (path: string): boolean => {
    const [reply] = session.world.resolve(addressOf(path, directory, roots), { requireExists: false });
    // A link is shown as a link, although no call goes through it.
    return reply.code === 'WA-RES-S-001' || (reply.code === 'WA-RES-I-001' && reply.data.reason === 'link');
  };
  const { tool, names } = proxiedTool({
    mapping,
    areaOf: (pair) => areaOf(policy, pair),
    sees,
    scanner,
    roots,
    isWhole: (address) => isWhole(policy, mode, address),
    isUnprotected: (address) => isUnprotected(policy, address),
    call: upstream.call,
    callsPerMinute: options.callsPerMinute ?? CALLS_PER_MINUTE,
  });
  const session = await openGuardSession({
    policy,
    roots: Object.fromEntries(roots.map(({ key, directory: real }) => [key, real])),
    session: { id: options.session ?? sessionId(mapping), mode: () => mode, mods: [] },
    ledger,
    environment,
    tools: [tool],
    names,
  });
  const ofContract = policy.operations.some(
    (row) => row.mode === mode && row.conditions.includes('has_contract'),
  )
    ? toolSchemas([]).filter((schema) => schema.tool === 'contract')
    : [];

  const requestOf = (name: string, given: unknown): ToolRequest => {
    const contract = ofContract.find((schema) => schema.name === name);
    if (contract !== undefined)
      return { tool: contract.tool, command: contract.command, address: '', arguments: given };
    const mapped = offered.has(name) ? mapping.tools.get(name) : undefined;
    if (mapped !== undefined) return proxiedRequest({ name, mapped, given, base: directory, roots });
    // A tool that is not offered is not a command of the policy: the gate rejects it, and the call is
    // recorded.
    const command = TOOL_NAME.test(name) ? name : 'unknown';
    return { tool: mapping.name, command, address: `root:${roots[0]?.key}` };
  };

  const listNow = async (): Promise<void> => {
    const listed = await upstream.list();
    // INVARIANT (one name, one tool): if two tools share a name neither is offered, because a person saw only
    // one of them.
    const counts = Map.groupBy(listed, ({ name }) => name);
    const single = listed.filter(({ name }) => TOOL_NAME.test(name) && counts.get(name)?.length === 1);
    const mapped = single.filter(({ name }) => {
      const found = mapping.tools.get(name);
      return found?.places.every(({ as }) => granted.has(as));
    });
    held = mapped.filter((one) => accepted?.get(one.name) !== definitionText(one)).map(({ name }) => name);
    offered = new Map(mapped.flatMap((one) => (held.includes(one.name) ? [] : [[one.name, one]])));
  };

  return {
    async list() {
      await listNow();
      return [
        ...[...offered.values()].map((one) => described(one, mapping.tools.get(one.name) as MappedTool)),
        ...ofContract.map(({ name, description, inputSchema, annotations }) => ({
          name,
          description,
          inputSchema,
          annotations,
        })),
      ];
    },
    heldBack: () => held,
    async call(name, given, signal = UNENDING) {
      const request = requestOf(name, given);
      const { reply } = await session.tools.call(request, { signal });
      return { reply, advice: adviceFor(reply, policy, mode) };
    },
    async close() {
      await upstream.close().catch(() => undefined);
      await session.close();
    },
  };
}

const UNENDING = new AbortController().signal;

function sessionId({ name }: ToolMapping): string {
  return `guard-${name.replace(/[^\w-]/g, '')}-${Buffer.from(systemRandomness.bytes(8)).toString('hex')}`;
}

/** The commands that some row of a mode grants, under any conditions. */
function commandsIn(policy: Policy, mode: string): readonly string[] {
  const rows = policy.operations.filter((row) => row.mode === mode);
  return [...new Set(rows.flatMap((row) => row.sets))].flatMap((set) => commandsOfSet(policy, set));
}

function commandsOfSet({ sets }: Policy, name: string): readonly string[] {
  const commands = sets.find((set) => set.name === name)?.commands ?? [];
  return commands.map(({ tool, command }) => `${tool} ${command}`);
}

function areaOf({ sets }: Policy, pair: string): Area | null {
  return (
    sets.find(({ commands }) => commands.some(({ tool, command }) => `${tool} ${command}` === pair))?.area ??
    null
  );
}

/** Whether nothing in a root is hidden except what git and Penumbra reserve. */
function isWhole({ visibility, roots }: Policy, mode: string, address: string): boolean {
  const key = /^root:([^/]+)/.exec(address)?.[1];
  const rows = visibility.filter((row) => row.mode === mode && row.root === key);
  const hidden = roots.find((root) => root.key === key)?.hidden ?? [];
  const isOwn = (row: (typeof rows)[number]) =>
    row.subdirectory === '.penumbra' || row.subdirectory === '.git';
  return (
    rows.some(({ subdirectory }) => subdirectory === null) &&
    rows.every((row) => row.answer === 'always' || isOwn(row)) &&
    hidden.every((name) => name === '.git' || name === '.penumbra')
  );
}

/**
 * Whether nothing below a place can be protected without the gate knowing; for a whole root the gate asks a
 * person anyway.
 */
function isUnprotected({ roots }: Policy, address: string): boolean {
  const [, key, below = ''] = /^root:([^/]+)\/?(.*)$/s.exec(address) ?? [];
  return below === '' || roots.find((root) => root.key === key)?.protected.length === 0;
}

/** A tool as its server describes it, with only the arguments in the mapping. */
function described(tool: UpstreamTool, mapped: MappedTool): ListedTool {
  const known = new Set(argumentsOf(mapped));
  const { description, inputSchema, annotations } = tool as Readonly<Record<string, unknown>>;
  const { properties, required, $defs, definitions } = mappingIn(inputSchema);
  const kept = Object.entries(mappingIn(properties)).filter(([name]) => known.has(name));
  return {
    name: tool.name,
    description:
      typeof description === 'string' ? description.slice(0, MOST_DESCRIPTION).toWellFormed() : tool.name,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(kept) as JsonSchema,
      required: Array.isArray(required) ? required.filter((name) => known.has(name)) : [],
      additionalProperties: false,
      ...($defs !== undefined && { $defs: mappingIn($defs) as JsonSchema }),
      ...(definitions !== undefined && { definitions: mappingIn(definitions) as JsonSchema }),
    },
    ...(annotations !== undefined && { annotations: mappingIn(annotations) }),
  };
}

const MOST_DESCRIPTION = 4_000;
const MOST_NAMED = 5;

function mappingIn(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Names the rule that applied and where its command is granted, and nothing else of the policy. */
function adviceFor({ type, data }: Reply, policy: Policy, mode: string): string | null {
  if (type !== 'D') return null;
  const {
    tool,
    command,
    rule,
    failed_conditions: failed,
  } = data as {
    readonly tool: string;
    readonly command: string;
    readonly rule: string | null;
    readonly failed_conditions: readonly string[];
  };
  const pair = `${tool} ${command}`;
  if (rule !== null && failed.length > 0)
    return `rule \`${rule}\` grants \`${pair}\` here where it has: ${failed.join(', ')}`;
  const rows = policy.operations.filter(
    (row) => row.mode === mode && row.sets.some((set) => commandsOfSet(policy, set).includes(pair)),
  );
  const places = [
    ...new Set(
      rows.map(({ root, subdirectory }) => [`root:${root}`, subdirectory].filter(Boolean).join('/')),
    ),
  ];
  if (places.length === 0) return `\`${pair}\` is granted nowhere in this mode`;
  return `no rule grants \`${pair}\` here; it is granted at ${places.slice(0, MOST_NAMED).join(', ')}`;
}
