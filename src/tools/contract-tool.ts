/** The tool `contract`: opens and closes the declared piece of work that limits a session. */
import {
  type ClosingAudit,
  type Contract,
  type ContractChanges,
  type ContractDraft,
  type ContractFault,
  type ContractReader,
  contractSchema,
  type KeptContract,
  type NeedsPerson,
  readContract,
} from '../guard/index.ts';
import {
  canonicalHash,
  fields,
  type Reply,
  type ReplyBuilder,
  type ReplyValue,
  type Shape,
  shownAs,
} from '../kernel/index.ts';
import { lineOfTextUpTo } from './calls/argument-schema.ts';
import {
  type Annotations,
  type Intent,
  type PreparedAct,
  READS,
  type SessionCall,
  type SessionCommand,
  type Tool,
  type ToolResult,
} from './calls/tool-command.ts';

/** The maximum length of a reason for cancelling, and of a list of contracts. */
const REASON_LENGTH = 500;
const LISTED = 50;

const nothing = fields({}, []);

// The arguments are read as a contract, so that all faults are reported at once.
const draft = shownAs(() => [], contractSchema);
const DECLARES: Annotations = { readOnly: false, destructive: false, openWorld: false };

export const contractTool: Tool<SessionCommand> = {
  name: 'contract',
  description: 'Declares the piece of work that the session is limited to.',
  commands: {
    open: {
      ...inStore(draft, openContract),
      description: 'Opens a contract: what is to be done, where, and how.',
      annotations: DECLARES,
    },
    close: {
      ...inStore(nothing, closeContract),
      description: 'Closes the open contract and compares what was done with what was declared.',
      annotations: DECLARES,
    },
    cancel: {
      ...inStore(fields({ reason: lineOfTextUpTo(REASON_LENGTH) }, ['reason']), cancelContract),
      description: 'Cancels the open contract.',
      annotations: DECLARES,
    },
    status: {
      ...inStore(nothing, tellStatus),
      description: 'Tells how the open contract stands.',
      annotations: READS,
    },
    list: {
      ...inStore(nothing, listContracts),
      description: 'Lists the contracts of the session.',
      annotations: READS,
    },
  },
};

type Answer = ToolResult | PreparedAct<'contracts'>;
type InStore = (call: SessionCall, contracts: ContractReader) => Promise<Answer>;

/**
 * Answers from the contracts of the session. Errors are for the operator; the reply only says that it failed.
 */
function inStore(shape: Shape, answer: InStore): SessionCommand {
  return {
    shape,
    needs: 'contracts',
    run: async (call) => {
      const contracts = call.means.contracts;
      if (contracts === undefined) return { reply: call.reply.invalid('CT-STORE-I-001') };
      return orFault(call.reply, () => answer(call, contracts));
    },
  };
}

async function orFault<Done extends Answer>(
  reply: ReplyBuilder,
  answer: () => Promise<Done>,
): Promise<Done | ToolResult> {
  try {
    return await answer();
  } catch (fault) {
    return { reply: reply.failed('CT-STORE-E-001'), fault };
  }
}

/** Prepares an act on a contract, which happens after it is recorded. */
function prepare(
  { reply }: SessionCall,
  intent: Intent,
  act: (contracts: ContractChanges) => Promise<ToolResult>,
): PreparedAct<'contracts'> {
  return { intent, act: (contracts) => orFault(reply, () => act(contracts)) };
}

async function openContract(call: SessionCall, contracts: ContractReader): Promise<Answer> {
  const { reply } = call;
  const read = readContract(call.arguments);
  if ('faults' in read) return { reply: reply.invalid('CT-OPEN-I-001', { data: showFaults(read.faults) }) };
  const { draft } = read;
  const unseen = findUnseen(draft, call);
  if (unseen !== null) return { reply: unseen };
  const open = await findUnended(contracts);
  if (open !== undefined) return { reply: oneOpen(reply, open) };
  const { root, operations, targets } = draft;
  return prepare(call, { draft: canonicalHash(draft), root, operations, targets }, async (changes) => {
    const opened = await changes.open(draft, call.snapshot.mode);
    if (typeof opened !== 'string' && 'needs' in opened) return needsPerson(reply, opened);
    if (typeof opened !== 'string')
      return {
        reply: reply.success('CT-OPEN-S-001', { data: { contract: showWhole(opened) } }),
        value: opened,
      };
    return opened === 'one-open' ? { reply: oneOpen(reply, await findUnended(contracts)) } : noKey(reply);
  });
}

/**
 * A contract must be about visible places: its root, or everything its targets lead to if only parts of the
 * root are visible.
 */
function findUnseen(
  { root, targets }: ContractDraft,
  { world, snapshot, request }: SessionCall,
): Reply | null {
  const look = (...names: readonly string[]) => {
    const options = { snapshot, traceId: request.traceId, requireExists: false };
    return world.resolve([`root:${root}`, ...names].join('/'), options);
  };
  const [reply, ref] = look();
  if (ref !== null) return null;
  const isSeenInParts =
    reply.code === 'WA-RES-I-003' && targets.every((target) => look(...plainNames(target))[1] !== null);
  return isSeenInParts ? null : reply;
}

/** Returns the names of a target before its first wildcard. */
function plainNames(target: string): readonly string[] {
  const names = target.split('/');
  const wild = names.findIndex((name) => /[*?]/.test(name));
  return wild < 0 ? names : names.slice(0, wild);
}

async function closeContract(call: SessionCall, contracts: ContractReader): Promise<Answer> {
  const { reply } = call;
  const open = await findUnended(contracts);
  if (open === undefined) return noneOpen(reply);
  return prepare(call, { contract: open.contract.id }, async (changes) => {
    const audit = await changes.close();
    if (typeof audit === 'string') return noneOpen(reply);
    return { reply: reply.success('CT-CLOSE-S-001', { data: showAudit(audit) }), value: audit };
  });
}

async function cancelContract(call: SessionCall, contracts: ContractReader): Promise<Answer> {
  const { reply } = call;
  const reason = String(call.arguments.reason);
  const open = await findUnended(contracts);
  if (open === undefined) return noneOpen(reply);
  return prepare(call, { contract: open.contract.id, reason }, async (changes) => {
    const cancelled = await changes.cancel(reason);
    if (typeof cancelled === 'string') return noneOpen(reply);
    return {
      reply: reply.success('CT-CANCEL-S-001', { data: { contract: cancelled.id } }),
      value: cancelled,
    };
  });
}

async function tellStatus({ reply, snapshot }: SessionCall, contracts: ContractReader): Promise<ToolResult> {
  const open = await findUnended(contracts);
  const data = {
    contract: open === undefined ? null : showWhole(open.contract),
    state: open?.state ?? null,
    is_in_force: open !== undefined && snapshot.contract?.id === open.contract.id,
    remaining_seconds: Math.floor((open?.remainingMs ?? 0) / 1_000),
  };
  return { reply: reply.success('CT-STATUS-S-001', { data }), value: open };
}

async function listContracts({ reply }: SessionCall, contracts: ContractReader): Promise<ToolResult> {
  const all = await contracts.list();
  const data = {
    contracts: all.slice(-LISTED).map(showBriefly),
    total: all.length,
    is_cut: all.length > LISTED,
  };
  return { reply: reply.success('CT-LIST-S-001', { data }), value: all };
}

/** Finds the contract that must end before another can be opened. An expired one still has to be closed. */
async function findUnended(contracts: ContractReader): Promise<KeptContract | undefined> {
  return (await contracts.list()).find(({ state }) => state === 'open' || state === 'expired');
}

function oneOpen(reply: ReplyBuilder, open: KeptContract | undefined): ToolResult['reply'] {
  const about = open === undefined ? {} : { contract: open.contract.id, state: open.state };
  return reply.invalid('CT-OPEN-I-002', { data: { ...about, remedy: 'close or cancel it first' } });
}

function noneOpen(reply: ReplyBuilder): ToolResult {
  return { reply: reply.invalid('CT-CLOSE-I-001', { data: { remedy: 'open a contract first' } }) };
}

/** Says that a person must sign the contract, and how. */
function needsPerson(reply: ReplyBuilder, { approvalId }: NeedsPerson): ToolResult {
  const narrower = 'name fewer targets, begin them with more plain names, or let it end sooner';
  if (approvalId === null)
    return { reply: reply.invalid('CT-OPEN-I-003', { data: { approval_id: null, remedy: narrower } }) };
  const remedy = `${narrower}; or ask a person for \`penumbra approve ${approvalId}\` and open it again`;
  const data = { approval_id: approvalId, remedy };
  return { reply: reply.invalid('CT-OPEN-I-003', { data }), awaits: approvalId };
}

function noKey(reply: ReplyBuilder): ToolResult {
  const data = { reason: 'no-key', remedy: 'ask the operator for the keys of this workspace' };
  return { reply: reply.failed('CT-STORE-E-001', { data }) };
}

type Shown = { readonly [field: string]: ReplyValue };

/** How many faults, and how many items of each list of an audit, a reply shows. */
const SHOWN_FAULTS = 20;
const SHOWN_ITEMS = 1_000;

function showWhole(contract: Contract): Shown {
  const { plan, edits, mode, baseCommit } = contract;
  return {
    ...showScope(contract),
    plan,
    edits: edits.map(({ path, operation, summary = null }) => ({ path, operation, summary })),
    mode,
    base_commit: baseCommit,
  };
}

/** Shows a contract in a list, with its state. */
function showBriefly({ contract, state }: KeptContract): Shown {
  return { ...showScope(contract), state };
}

function showScope({ id, root, intent, operations, targets, author, createdMs, expiresMs }: Contract): Shown {
  const times = { created_ms: createdMs, expires_ms: expiresMs };
  return { id, root, intent, operations, targets, author, ...times };
}

/** Compares what was declared with what was done. Long lists are cut, with their total length. */
function showAudit(audit: ClosingAudit): Shown {
  const { contract, declared, done, undeclared, undone, refused, incomplete } = audit;
  const lists = { declared, done, undeclared, undone };
  const cut = Object.entries(lists).map(([name, items]) => [name, items.slice(0, SHOWN_ITEMS)] as const);
  const counts = Object.entries(lists).map(([name, items]) => [name, items.length] as const);
  return {
    contract,
    ...(Object.fromEntries(cut) as Shown),
    refused,
    counts: Object.fromEntries(counts),
    incomplete,
    is_cut: Object.values(lists).some((items) => items.length > SHOWN_ITEMS),
  };
}

/** Shows the faults of a contract and their remedies, without repeating the input. */
function showFaults(faults: readonly ContractFault[]): Shown {
  return {
    faults: faults.slice(0, SHOWN_FAULTS).map(({ path, problem, remedy }) => ({
      // For an unknown key, the last part of the path is the key itself, which is left out.
      field: (problem === 'unknown-key' ? path.slice(0, -1) : path).join('.'),
      problem,
      remedy,
    })),
    total: faults.length,
  };
}
