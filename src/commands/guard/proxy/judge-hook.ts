/**
 * Answers the hook that a command-line agent calls before each of its own tools. It denies or says nothing:
 * what the host itself would deny stays denied, and any failure here is a denial too.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { findWorkspaceRoot, type OpenLedgerOptions, openLedger } from '../../../engine/index.ts';
import { cite, isRecord, PenumbraError } from '../../../kernel/index.ts';
import { openPolicy } from '../policies.ts';
import { definitionText } from './accepted-tools.ts';
import { proxyRoots } from './guard-server.ts';
import { openGuardProxy } from './open-guard-proxy.ts';
import { parseToolMapping } from './tool-mapping.ts';

/** How a host's own tools map to a policy. */
type HostTools = {
  /** In the form of a mapping file. */
  readonly mapping: string;
  /** Tools that reach no file, program or network by themselves; the host alone decides about them. */
  readonly harmless: readonly string[];
  /** Tools that run programs, whose arguments no policy can interpret. */
  readonly shells: readonly string[];
};

/** The hosts by name. Arguments not listed here are denied, because they may be paths. */
const hostTools = Object.freeze({
  // A search reveals the content of every file below its place, so nothing in the root may be hidden from it.
  'claude-code': {
    mapping: `
server: claude-code
tools:
  Read: { places: [{ argument: file_path, as: file read }], passes: [offset, limit, pages] }
  Write: { places: [{ argument: file_path, as: file write }], passes: [content] }
  Edit: { places: [{ argument: file_path, as: file edit }], passes: [old_string, new_string, replace_all] }
  MultiEdit: { places: [{ argument: file_path, as: file edit }], passes: [edits] }
  NotebookEdit:
    places: [{ argument: notebook_path, as: file edit }]
    passes: [cell_id, cell_number, cell_type, edit_mode, new_source]
  Glob: { places: [{ argument: path, as: search text, default: . }], patterns: [pattern], whole: true }
  Grep:
    places: [{ argument: path, as: search text, default: . }]
    passes: [pattern, output_mode, -A, -B, -C, -i, -n, -o, context, head_limit, multiline, offset, type]
    patterns: [glob]
    whole: true
`,
    // The tool calls of a subagent reach the hook separately.
    harmless: ['Agent', 'Task', 'TodoWrite', 'ExitPlanMode', 'AskUserQuestion'],
    shells: ['Bash', 'PowerShell', 'Monitor'],
  },
  'gemini-cli': {
    mapping: `
server: gemini-cli
tools:
  read_file: { places: [{ argument: file_path, as: file read }], passes: [start_line, end_line, offset, limit] }
  write_file: { places: [{ argument: file_path, as: file write }], passes: [content] }
  replace:
    places: [{ argument: file_path, as: file edit }]
    passes: [old_string, new_string, instruction, expected_replacements, allow_multiple]
  list_directory:
    places: [{ argument: dir_path, as: file list, default: . }]
    passes: [ignore, file_filtering_options]
    whole: true
  glob:
    places: [{ argument: dir_path, as: search text, default: . }]
    passes: [case_sensitive, respect_git_ignore, respect_gemini_ignore]
    patterns: [pattern]
    whole: true
  grep_search:
    places: [{ argument: dir_path, as: search text, default: . }]
    passes: [pattern, names_only, max_matches_per_file, total_max_matches]
    patterns: [include, include_pattern, exclude_pattern]
    whole: true
`,
    harmless: ['write_todos', 'ask_user'],
    shells: ['run_shell_command'],
  },
} satisfies Record<string, HostTools>);

/** The name of a host. */
type HostName = keyof typeof hostTools;

/** The operator's options for a host. */
export type HookOptions = Omit<OpenLedgerOptions, 'create'> & {
  readonly host: string;
  readonly policy: string;
  readonly mode: string;
  /** Directories by root key; defaults to the workspace as the policy's first root. */
  readonly roots?: Readonly<Record<string, string>>;
};

/** Null lets the host proceed as usual; otherwise the message for its agent. */
export type HookVerdict = { readonly denied: string } | null;

const LONGEST = 16 * 1024 * 1024;
const OWN_FOLDER = '.penumbra';
/**
 * A step upwards, a home directory, or one of our addresses, which the host takes for a relative path: the
 * host resolves these only later.
 */
const OPEN_PATH = /(?:^|[\\/])\.\.(?:[\\/]|$)|^~|^root:/;

/** Judges what a host sent to its hook. */
export async function judgeHook(text: string, options: HookOptions): Promise<HookVerdict> {
  try {
    return await judge(text, options);
  } catch (error) {
    // INVARIANT (a guard that fails denies): hosts proceed if a hook crashes.
    const reason = error instanceof PenumbraError ? error.message : 'the guard failed';
    return { denied: `nothing is decided: ${reason}` };
  }
}

async function judge(text: string, options: HookOptions): Promise<HookVerdict> {
  const { environment = process.env, mode } = options;
  const host = requireHost(options.host);
  const { tool, given, directory, session } = readCall(text);
  if (host.harmless.includes(tool)) return null;
  if (host.shells.includes(tool))
    return {
      denied:
        'a shell reaches past every rule; run programs by `exec_run` of `penumbra mcp`, where the policy has rules for them',
    };
  const mapping = parseToolMapping(host.mapping, options.host);
  const mapped = mapping.tools.get(tool);
  if (mapped === undefined) return { denied: `the guard does not know the tool ${cite(tool)}` };
  const texts = mapped.places.flatMap(({ argument }) => given[argument] ?? []);
  if (texts.some((path) => typeof path === 'string' && !isOneReading(path)))
    return { denied: 'write the path without `..`, `~` and `root:`, and without blanks around it' };
  const { policy } = await openPolicy(options.policy);
  const workspace = findWorkspaceRoot({ ...options, environment }).path;
  const roots = proxyRoots(options, { policy, workspace, environment });
  // The guard's ledger is hidden wherever it is, but a search by the host does not respect that.
  if (mapped.needsWholeRoot && roots.some(({ directory }) => existsSync(join(directory, OWN_FOLDER))))
    return {
      denied: `a search would tell what \`${OWN_FOLDER}\` holds: keep the ledger elsewhere, by --workspace`,
    };
  const listed = [...mapping.tools.keys()].map((name) => ({ name }));
  const ledger = await openLedger({ ...options, environment, workspace });
  try {
    const proxy = await openGuardProxy({
      ...{ mapping, policy, mode, roots, directory, ledger, environment },
      // A granted call is executed by the host.
      upstream: {
        list: async () => listed,
        call: async () => ({ content: [], isError: false }),
        close: async () => undefined,
      },
      accepted: new Map(listed.map((one) => [one.name, definitionText(one)])),
      session,
    });
    try {
      await proxy.list();
      const { reply, advice } = await proxy.call(tool, given);
      if (reply.type === 'S') return null;
      const { reason, remedy, approval_id: approval } = reply.data;
      const said = [reply.message, reason, advice, remedy, approval].filter(
        (one) => typeof one === 'string' && one !== '',
      );
      return { denied: said.join('; ') };
    } finally {
      await proxy.close();
    }
  } finally {
    await ledger.store.close();
  }
}

/** INVARIANT (what is decided is what is opened): hosts trim and normalize a path before they open it. */
function isOneReading(path: string): boolean {
  return !OPEN_PATH.test(path) && path === path.trim() && path === path.normalize();
}

function requireHost(name: string) {
  if (Object.hasOwn(hostTools, name)) return hostTools[name as HostName];
  throw new PenumbraError('usage', `${cite(name)} is no host that is known`, {
    hint: `the hosts are ${Object.keys(hostTools).join(', ')}`,
  });
}

type HookCall = {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly directory: string;
  readonly session: string;
};

/** Reads the fields that both kinds of hosts send. */
function readCall(text: string): HookCall {
  const sent = text.length <= LONGEST ? parse(text) : null;
  const {
    tool_name: tool,
    tool_input: given,
    cwd,
    session_id: session = '',
    agent_id: agent = '',
  } = fieldsOf(sent);
  const isWhole =
    typeof tool === 'string' && tool.length <= 200 && typeof cwd === 'string' && isAbsolute(cwd);
  if (!isWhole) throw new PenumbraError('usage', 'what the host sent is no call of a tool');
  // A subagent has its own session, and so its own contracts.
  const name = [session, agent]
    .map((part) =>
      String(part)
        .replace(/[^\w-]/g, '')
        .slice(0, 60),
    )
    .filter(Boolean)
    .join('-');
  return { tool, given: fieldsOf(given), directory: cwd, session: `hook-${name}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
