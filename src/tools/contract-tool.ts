/** The tool `contract`: opens and closes the declared piece of work that a session is limited to. */
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

/** The longest reason of a cancellation, and how many contracts a list shows. */
const REASON_LENGTH = 500;
const LISTED = 50;

const nothing = fields({}, []);

// Whatever is given is read as a contract, so that every fault of it is told at once.
const draft = shownAs(() => [], contractSchema);
const DECLARES: Annotations = { readOnly: false, destructive: false, openWorld: false };

/** The tool `contract`. */
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

/** Answers from the contracts of the session; what they throw is for the operator, and the reply only says so. */
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

/** Prepares what is done with a contract after it is on record. */
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

/** A contract is about what is seen: the root, or where only parts of it are, all that its targets lead to. */
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

/** Returns the names of a target that come before its first wildcard. */
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

/** Finds the contract that has to end before another is opened; one that has expired is closed like any other. */
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

/** Says that a person has to sign for a contract, and how they can. */
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

/** How many of the faults, and of each list of an audit, a reply shows. */
const SHOWN_FAULTS = 20;
const SHOWN_ITEMS = 1_000;

/** Shows all of a contract. */
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

/** Shows a contract in a list, with how it stands. */
function showBriefly({ contract, state }: KeptContract): Shown {
  return { ...showScope(contract), state };
}

function showScope({ id, root, intent, operations, targets, author, createdMs, expiresMs }: Contract): Shown {
  const times = { created_ms: createdMs, expires_ms: expiresMs };
  return { id, root, intent, operations, targets, author, ...times };
}

/** Shows declared against done; long lists are cut, and their length is told. */
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

/** Shows the places of a contract that do not fit, and the remedies; nothing that was given is repeated. */
function showFaults(faults: readonly ContractFault[]): Shown {
  return {
    faults: faults.slice(0, SHOWN_FAULTS).map(({ path, problem, remedy }) => ({
      // The last step to a key that is not known is the key.
      field: (problem === 'unknown-key' ? path.slice(0, -1) : path).join('.'),
      problem,
      remedy,
    })),
    total: faults.length,
  };
}
