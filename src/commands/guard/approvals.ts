/** Implements `approve`: lists requests, shows one in full, and grants or refuses it. */
import { configDirectory, keysDirectory, type OpenLedgerOptions, openLedger } from '../../engine/index.ts';
import {
  type ApprovalReview,
  type ApprovalState,
  createApprovalReview,
  type KeptApproval,
  loadPolicy,
  readContractHistory,
  shippedPolicies,
} from '../../guard/index.ts';
import {
  type Clock,
  cite,
  contentId,
  decodeUtf8,
  PenumbraError,
  parseId,
  type Signer,
  type Verifier,
} from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import type {
  ApprovalDocument,
  ApprovalsDocument,
  ShownApproval,
  ShownContract,
} from '../../report/index.ts';
import { readPassphrase } from './keys.ts';

/** Where the passphrase of the person's key comes from, if it has one. */
type ApprovalKeyOptions = {
  readonly passphraseFile?: string;
  /** Asks the person; not called if a file is named or the key has no passphrase. */
  readonly askPassphrase?: () => Promise<string>;
};

/** The requests of a ledger; ids are given in full or by their first digits. */
export type OpenApprovals = {
  list(options?: { readonly hasEnded?: boolean }): Promise<ApprovalsDocument>;
  show(id: string): Promise<ApprovalDocument>;
  /**
   * Rejects a request that can no longer be granted, then opens the person's key; the returned function
   * grants the request.
   */
  openGrant(id: string, options?: ApprovalKeyOptions): Promise<() => Promise<ShownApproval>>;
  /** Rejects a request whose bytes differ from those the person has read. */
  requireContent(id: string, content: string): Promise<void>;
  refuse(id: string): Promise<ShownApproval>;
  close(): Promise<void>;
};

const ended: readonly ApprovalState[] = ['spent', 'refused', 'expired', 'outdated'];

/** Opens the requests of a ledger. */
export async function openApprovals(options: OpenLedgerOptions): Promise<OpenApprovals> {
  const { environment = process.env } = options;
  const { openApprovalSigner, openKeys, requireOwnDirectory } = await import('../../adapters/keys/index.ts');
  requireOwnDirectory(configDirectory(environment));
  const ledger = await openLedger({ ...options, create: false });
  const { store, clock } = ledger;
  const directory = keysDirectory(environment);
  const keys = openKeys(directory);
  const verifier = keys.verifier();
  const reviewWith = (signer?: Signer): ApprovalReview =>
    createApprovalReview({ store, clock }, { verifier, ...(signer !== undefined && { signer }) });
  const review = reviewWith();
  const find = async (id: string): Promise<KeptApproval> => findApproval(await review.list(), id);

  const openKey = async ({ passphraseFile, askPassphrase }: ApprovalKeyOptions): Promise<Signer> => {
    const active = keys.list().find(({ kind, isActive }) => kind === 'approval' && isActive);
    if (active === undefined) throw noKey(directory);
    const isAsked = active.hasPassphrase && passphraseFile === undefined;
    const passphrase =
      passphraseFile === undefined
        ? isAsked && (await askPassphrase?.())
        : await readPassphrase(passphraseFile);
    return openApprovalSigner(directory, typeof passphrase === 'string' ? { passphrase } : {});
  };

  return Object.freeze({
    list: async ({ hasEnded = false } = {}) => {
      const all = await review.list();
      const open = all.filter(({ state }) => hasEnded || !ended.includes(state));
      return { requests: open.map((kept) => showApproval(kept, clock)), ended: all.length - open.length };
    },
    show: async (id: string) => showWholeApproval(await find(id), { store, clock, verifier, review }),
    openGrant: async (id: string, keyOptions: ApprovalKeyOptions = {}) => {
      const kept = await find(id);
      requireUndecided(kept);
      const signer = await openKey(keyOptions);
      return async () => showApproval(requireGranted(await reviewWith(signer).grant(kept.request.id)), clock);
    },
    requireContent: async (id: string, content: string) => {
      const { request } = await find(id);
      if (parseId('content', content) === request.content) return;
      throw new PenumbraError('check-failed', `that request is not about ${cite(content)}`, {
        hint: `read what it is about: penumbra approve ${request.id}`,
        data: { id: request.id, content: request.content },
      });
    },
    refuse: async (id: string) => showApproval(await review.refuse((await find(id)).request.id), clock),
    close: () => store.close(),
  });
}

function requireUndecided({ request, state }: KeptApproval): void {
  if (state !== 'granted' && !ended.includes(state)) return;
  const { hint, problem } = endings[state as keyof typeof endings];
  throw new PenumbraError('check-failed', `request \`${request.id}\` ${problem}`, {
    hint,
    data: { id: request.id, state },
  });
}

const anew = 'when the agent tries again, it asks anew; then approve that';
const endings = {
  granted: { problem: 'is granted already', hint: 'the agent can run it once; take it back with --refuse' },
  spent: { problem: 'was granted, and has run', hint: anew },
  refused: { problem: 'was refused', hint: 'once its time is over, the agent can ask anew' },
  expired: { problem: 'has expired', hint: anew },
  outdated: {
    problem: 'was asked by an older version, and names neither its mode nor its sandbox',
    hint: anew,
  },
} as const;

/** A signature that is not accepted here will not be accepted by the agent's tools either. */
function requireGranted(kept: KeptApproval): KeptApproval {
  if (kept.state === 'granted') return kept;
  throw new PenumbraError('check-failed', `request \`${kept.request.id}\` is signed, and yet ${kept.state}`, {
    hint: 'see the keys with `penumbra keys`; the one that signs has to be among them',
    data: { id: kept.request.id, state: kept.state },
  });
}

function noKey(directory: string): PenumbraError {
  return new PenumbraError('invalid-configuration', `there is no key to approve with in ${cite(directory)}`, {
    hint: 'make one with `penumbra keys create`',
    data: { directory },
  });
}

const TYPED = /^(?:approval:)?([0-9a-f]{4,64})$/;
const PREFIX = 'approval:';
const CANDIDATES_SHOWN = 4;
const CANDIDATE_DIGITS = 16;

/** Returns the request that a text names, or throws `invalid-id`. */
export function findApproval(kept: readonly KeptApproval[], text: string): KeptApproval {
  const [, digits] = TYPED.exec(text.toLowerCase()) ?? [];
  if (digits === undefined)
    throw new PenumbraError('invalid-id', `${cite(text)} is not the id of a request`, {
      hint: 'give the id that `penumbra approve` lists, or at least its first 4 digits',
    });
  const found = kept.filter(({ request }) => request.id.startsWith(`${PREFIX}${digits}`));
  const [first, second] = found;
  if (first === undefined)
    throw new PenumbraError('invalid-id', `no request for approval is known as ${cite(text)}`, {
      hint: '`penumbra approve` lists what is asked; see that --workspace and --store name the ledger of the agent',
    });
  if (second === undefined) return first;
  const candidates = found
    .slice(0, CANDIDATES_SHOWN)
    .map(({ request }) => request.id.slice(PREFIX.length, PREFIX.length + CANDIDATE_DIGITS));
  throw new PenumbraError('invalid-id', `${cite(text)} is the beginning of ${found.length} requests`, {
    hint: `give more digits: ${candidates.join(', ')}`,
  });
}

/** The sources that documents are made from. */
type ApprovalSources = {
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly verifier: Verifier;
  readonly review: ApprovalReview;
};

/** Shows a request in a list. */
function showApproval({ request, state, signature }: KeptApproval, clock: Clock): ShownApproval {
  const { id, content, contract, mode, policy, session, askedMs, expiresMs } = request;
  const nowMs = clock.now();
  const isStanding = state !== 'spent' && state !== 'refused';
  return {
    id,
    state,
    content,
    ...subjectOf(request),
    contract,
    mode,
    policy,
    session,
    askedMs,
    expiresMs,
    ageMs: Math.max(0, nowMs - askedMs),
    remainingMs: isStanding ? Math.max(0, expiresMs - nowMs) : 0,
    keyId: signature?.keyId ?? null,
  };
}

type ShownSubject = Pick<ShownApproval, 'command' | 'script' | 'args' | 'directory' | 'sandbox'>;

function subjectOf(request: KeptApproval['request']): ShownSubject {
  if ('tool' in request) {
    const [script = '', ...args] = request.addresses;
    const command = `${request.tool} ${request.command}`;
    return { command, script, args, directory: null, sandbox: null };
  }
  const { script, args, directory, sandbox } = request;
  return { command: null, script, args, directory, sandbox };
}

/** Shows a request with everything it depends on. */
async function showWholeApproval(kept: KeptApproval, sources: ApprovalSources): Promise<ApprovalDocument> {
  const { request } = kept;
  const bytes = await sources.review.bytesOf(request);
  // INVARIANT (what is read is what is signed): no other bytes are shown under this id.
  if (bytes !== null && contentId(bytes) !== request.content)
    throw new PenumbraError('hash-mismatch', 'what is kept is not what was asked about', {
      hint: 'see what else is wrong with the ledger by `penumbra validate`',
    });
  return {
    ...showApproval(kept, sources.clock),
    policyName: policyNameOf(request.policy),
    contractTerms: await contractOf(kept, sources),
    ...showScript(bytes),
  };
}

function showScript(bytes: Uint8Array | null): Pick<ApprovalDocument, 'size' | 'text' | 'base64'> {
  if (bytes === null) return { size: null, text: null, base64: null };
  const text = textOf(bytes);
  return {
    size: bytes.length,
    text,
    base64: text === null ? Buffer.from(bytes).toString('base64') : null,
  };
}

/** A byte order mark is kept, because an interpreter sees it too. */
function textOf(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes);
  return text?.includes('\0') ? null : text;
}

function policyNameOf(hash: string): string | null {
  const found = Object.entries(shippedPolicies).find(([, text]) => loadPolicy(text).hash === hash);
  return found?.[0] ?? null;
}

async function contractOf(
  { request }: KeptApproval,
  { store, clock, verifier }: ApprovalSources,
): Promise<ShownContract | null> {
  if (request.contract === null) return null;
  const { contracts } = await readContractHistory({ store, sessionId: request.session, verifier });
  const named = contracts.filter(({ contract }) => contract.id === request.contract);
  // A contract with a valid signature is more reliable than others stored beside it.
  const found = named.find(({ state }) => state !== 'forged' && state !== 'unverifiable') ?? named[0];
  if (found === undefined) return null;
  const { intent, author, root, operations, targets, expiresMs } = found.contract;
  const isOver = found.state === 'open' && clock.now() >= expiresMs;
  return { state: isOver ? 'expired' : found.state, intent, author, root, operations, targets };
}
