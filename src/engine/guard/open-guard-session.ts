/**
 * Opens a guarded session: a world over real directories, its tools, and their safeguards: the audit trail,
 * contracts, approvals and the runner. Every host that gives an agent tools gives it these.
 */

import { setTimeout } from 'node:timers/promises';
import { openDisk } from '../../adapters/files/index.ts';
import { openKeys, openVerifier } from '../../adapters/keys/index.ts';
import { isWithin, realPathOf } from '../../adapters/paths/index.ts';
import {
  type ContractStore,
  createApprovalRequests,
  createWorld,
  type OpenAuditTrail,
  openContractStore,
  type Policy,
  readAuditRecords,
  type Session,
  scopeOf,
  type World,
} from '../../guard/index.ts';
import { PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type ChangedPlaces,
  createTools,
  type OpenQuestion,
  type ToolSet,
  type Tools,
} from '../../tools/index.ts';
import { configDirectory, configurationPlaces, keysDirectory } from '../config-directory.ts';
import { ledgerFiles, reservedPaths } from '../reserved-paths.ts';
import { systemRandomness } from '../system-ports.ts';
import { openAnchoredTrail } from './audit/anchored-trail.ts';
import type { WorkspaceContext } from './context-services.ts';
import { type OperatorLine, openExec } from './open-exec.ts';
import { openRootPorts } from './open-root-ports.ts';

/** Options for opening a session. */
export type GuardSessionOptions = {
  readonly policy: Policy;
  /** Directories by root key; an omitted root does not exist. */
  readonly roots: Readonly<Record<string, string>>;
  readonly session: Omit<Session, 'contract'>;
  /** Where the audit, contracts and approvals are stored. */
  readonly ledger: Pick<Ledger, 'store' | 'clock'>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A policy's own names for the commands, if it has any. */
  readonly names?: ReadonlyMap<string, string>;
  /** The context of a root's files, and the agent that writes about them. */
  readonly context?: ReadonlyMap<string, { readonly of: WorkspaceContext; readonly agent: string }>;
  /** The operator's own command. */
  readonly operator?: OperatorLine;
  /** Tools of the host, in addition to the shipped ones. */
  readonly tools?: ToolSet['tools'];
  /**
   * How calls wait for people; if omitted, a call that needs a person is answered at once and can be
   * repeated.
   */
  readonly person?: PersonAtHand;
  readonly onCall?: ToolSet['onCall'];
};

/** An open session. */
export type GuardSession = {
  readonly world: World;
  readonly tools: Tools;
  readonly contracts: ContractStore;
  readonly trail: OpenAuditTrail;
  /** Writes and anchors pending audit records; the ledger stays open. */
  close(): Promise<void>;
};

/**
 * Opens a session.
 *
 * @example
 * const session = await openGuardSession({ policy, roots: { repo: '.' }, ledger, session: { id, mode: () => 'forge', mods: [] } });
 * await session.tools.call({ tool: 'file', command: 'read', address: 'root:repo/README.md' });
 */
export async function openGuardSession(options: GuardSessionOptions): Promise<GuardSession> {
  const { policy, roots, session, ledger, environment = process.env, context = new Map() } = options;
  const keys = keysDirectory(environment);
  requireKeysOutside(configDirectory(environment), roots);
  const { store } = ledger;
  const disk = openDisk();
  const reserved = reservedPaths(ledgerFiles(store), roots);
  const ground = openRootPorts(roots, { disk, reserved });
  const trail = await openAnchoredTrail(ledger, { environment });
  const approvals = createApprovalRequests(ledger, {
    verifier: openVerifier(keys),
    randomness: systemRandomness,
  });
  const contracts = await openContractStore({
    ledger,
    session,
    policy: policy.hash,
    breadth: policy.contracts,
    approvals: { ask: approvals.ask, spend: approvals.spend },
    ...openContractKeys(keys),
    readRecords: () => readAuditRecords(store, { session: session.id }),
    baseCommit: (root) => ground.git.get(root)?.revision()?.commit ?? null,
  });
  const world = createWorld({
    policy,
    roots,
    disk,
    reserved,
    session: sessionWith(session, (mode) => scopeInForce(contracts, mode)),
  });
  const exec = openExec({ ...options, environment, disk, approvals });
  const { current, list, open, close, cancel } = contracts;
  const tools = createTools(world, {
    ...ground,
    context: new Map([...context].map(([key, { of }]) => [key, of.means])),
    contracts: { current, list },
    exec: exec.means,
    approvals: { find: approvals.find },
    trail,
    ports: {
      ...ground.ports,
      context: new Map([...context].map(([key, { of, agent }]) => [key, of.changesOf(agent)])),
      contracts: { open, close, cancel },
      exec: exec.port,
      approvals: { ask: approvals.ask, spend: approvals.spend },
    },
    ...(options.person !== undefined && { awaitPerson: createWaiting(options.person, approvals.isOpen) }),
    beforeCall: () => contracts.refresh(),
    onChanged: (places) => lookAgain(places, context),
    ...(options.names !== undefined && { names: options.names }),
    ...(options.tools !== undefined && { tools: options.tools }),
    ...(options.onCall !== undefined && { onCall: options.onCall }),
  });
  return Object.freeze({ world, tools, contracts, trail, close: () => trail.close() });
}

/** The caller's session keeps its state; its methods are called on it, because it may be a class instance. */
function sessionWith(session: Omit<Session, 'contract'>, contract: Session['contract']): Session {
  return {
    id: session.id,
    mode: () => session.mode(),
    get mods() {
      return session.mods;
    },
    contract,
    masks: () => session.masks?.() ?? [],
    role: () => session.role?.() ?? null,
  };
}

async function lookAgain(
  places: readonly ChangedPlaces[],
  context: NonNullable<GuardSessionOptions['context']>,
): Promise<void> {
  await Promise.all(places.map(({ root, paths }) => context.get(root)?.of.look(paths ?? undefined)));
}

function scopeInForce({ current }: ContractStore, mode: string | null) {
  const contract = current(mode);
  return contract && scopeOf(contract);
}

/** Without a key nothing can be signed, and contracts report that; an unreadable key is a fault. */
function openContractKeys(directory: string) {
  const keys = openKeys(directory);
  const hasSecret = keys.list().some(({ kind, isActive }) => kind === 'secret' && isActive);
  return { signer: hasSecret ? keys.signer(['contract']) : null, verifier: keys.verifier() };
}

/**
 * Throws if any part of the configuration is inside a root, or a root inside it. INVARIANT (keys outside
 * every root).
 */
function requireKeysOutside(configuration: string, roots: Readonly<Record<string, string>>): void {
  const places = configurationPlaces(configuration);
  for (const [key, directory] of Object.entries(roots)) {
    const root = realPathOf(directory);
    const isApart = places.every((place) => !isWithin(place, [root]) && !isWithin(root, [place]));
    if (isApart) continue;
    throw new PenumbraError('invalid-configuration', `the keys are within reach of root \`${key}\``, {
      hint: 'set PENUMBRA_CONFIG_DIR to a directory outside every root, in which no link leads to one',
    });
  }
}

/** How a session waits for people. */
export type PersonAtHand = {
  /** How long one call waits. */
  readonly waitMs: number;
  /** Ends all waiting, for example when the host closes. */
  readonly signal?: AbortSignal;
  /**
   * Presents a question to a person, and returns when there is nothing more to wait for; if omitted, the
   * person is expected to see it with `penumbra approve`. The signal fires when the call no longer waits.
   */
  readonly ask?: (question: OpenQuestion, signal: AbortSignal) => Promise<void>;
};

const LOOK_EACH_MS = 200;

/** Makes the function that waits; `isOpen` returns whether a question is still unanswered. */
function createWaiting(
  { waitMs, signal, ask }: PersonAtHand,
  isOpen: (approvalId: string) => Promise<boolean>,
): (question: OpenQuestion, callSignal: AbortSignal) => Promise<void> {
  return async (question, callSignal) => {
    const ended = new AbortController();
    const over = AbortSignal.any([
      ended.signal,
      callSignal,
      AbortSignal.timeout(waitMs),
      ...(signal === undefined ? [] : [signal]),
    ]);
    const looking = async () => {
      while (!over.aborted && (await isOpen(question.approvalId)))
        await setTimeout(LOOK_EACH_MS, undefined, { signal: over });
    };
    const asking = async () => ask?.(question, over);
    try {
      // An error from the host, immediate or later, ends the waiting, just as its silence eventually does.
      await Promise.race([looking(), ...(ask === undefined ? [] : [asking()])]).catch(() => undefined);
    } finally {
      ended.abort();
    }
  };
}
