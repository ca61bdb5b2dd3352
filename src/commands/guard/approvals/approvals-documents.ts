/** Makes of a kept request what a person is shown: how it stands, its contract, its policy and its script. */
import {
  type ApprovalReview,
  type KeptApproval,
  loadPolicy,
  readContractHistory,
  shippedPolicies,
} from '../../../guard/index.ts';
import { type Clock, contentId, decodeUtf8, PenumbraError, type Verifier } from '../../../kernel/index.ts';
import type { StoreReader } from '../../../ledger/index.ts';
import type { ApprovalDocument, ShownApproval, ShownContract } from '../../../report/index.ts';

/** What documents are made from. */
export type ApprovalSources = {
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly verifier: Verifier;
  readonly review: ApprovalReview;
};

/** Shows a request in a list. */
export function showApproval({ request, state, signature }: KeptApproval, clock: Clock): ShownApproval {
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

/** Shows a request with all it rests on. */
export async function showWholeApproval(
  kept: KeptApproval,
  sources: ApprovalSources,
): Promise<ApprovalDocument> {
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

/** A mark of byte order is kept, for an interpreter meets it, too. */
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
  // One whose signature holds tells more than what others put beside it.
  const found = named.find(({ state }) => state !== 'forged' && state !== 'unverifiable') ?? named[0];
  if (found === undefined) return null;
  const { intent, author, root, operations, targets, expiresMs } = found.contract;
  const isOver = found.state === 'open' && clock.now() >= expiresMs;
  return { state: isOver ? 'expired' : found.state, intent, author, root, operations, targets };
}
