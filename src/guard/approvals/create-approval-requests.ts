/** The agents' side of approvals: asks a person about a run or a call, and spends what was granted, once. */
import {
  assertInvariant,
  contentId,
  PenumbraError,
  type Randomness,
  type Verifier,
} from '../../kernel/index.ts';
import type { ApprovalRequests, ApprovalState, ApprovalSubject, KeptApproval } from './approval.ts';
import {
  type ApprovalLedger,
  appendEvent,
  appendRequest,
  isAbout,
  judgeApproval,
  lastRequest,
  readLogged,
  unknownRequest,
} from './approval-log.ts';
import { makeRequest } from './approval-request.ts';

/** Options of approval requests; there is no signing key among them. */
export type ApprovalRequestOptions = {
  readonly verifier: Verifier;
  readonly randomness: Randomness;
  /** How long a request is valid after it is made. */
  readonly lifetimeMs?: number;
  /** The maximum number of open requests. */
  readonly mostOpen?: number;
};

const HOUR_MS = 60 * 60 * 1_000;
const LONGEST_MS = 24 * HOUR_MS;
const NONCE_BYTES = 16;
const DEFAULT_MOST_OPEN = 32;

/** The states from which a request can still lead to a run. */
const openStates: readonly ApprovalState[] = ['asked', 'granted', 'forged', 'unverifiable'];

/** Creates the requests of a session on a ledger, which several processes may share. */
export function createApprovalRequests(
  ledger: ApprovalLedger,
  options: ApprovalRequestOptions,
): ApprovalRequests {
  const { verifier, lifetimeMs = HOUR_MS, mostOpen = DEFAULT_MOST_OPEN } = options;
  const { store, clock } = ledger;
  assertInvariant(lifetimeMs > 0 && lifetimeMs <= LONGEST_MS, 'a request stands for a day at most');
  const own = new Set<string>();

  const read = async (id: string): Promise<KeptApproval | null> => {
    const logged = await readLogged(store, id);
    return logged && judgeApproval(logged, { clock, verifier });
  };

  // A refusal lasts as long as the question would have, so that nobody is asked again immediately.
  const isStanding = ({ state, request }: KeptApproval): boolean =>
    openStates.includes(state) || (state === 'refused' && clock.now() < request.expiresMs);

  const requireRoom = async (): Promise<void> => {
    if (own.size < mostOpen) return;
    for (const id of own) if (!openStates.includes((await read(id))?.state ?? 'expired')) own.delete(id);
    if (own.size < mostOpen) return;
    throw new PenumbraError('limit-exceeded', `${own.size} requests for approval are open already`, {
      hint: 'answer them with `penumbra approve`, or wait until they expire',
    });
  };

  const askAnew = async (subject: ApprovalSubject, bytes: Uint8Array, count: number): Promise<boolean> => {
    await requireRoom();
    const nonce = hexOf(options.randomness.bytes(NONCE_BYTES));
    const askedMs = clock.now();
    const request = makeRequest({ ...subject, nonce, askedMs, expiresMs: askedMs + lifetimeMs });
    const isAsked = await appendRequest(ledger, request, { subject, bytes, count });
    if (isAsked) own.add(request.id);
    return isAsked;
  };

  const findStanding = async (subject: ApprovalSubject) => {
    const { id, count } = await lastRequest(store, subject);
    const kept = id === null ? null : await read(id);
    // INVARIANT (approved is what was signed): the request itself must be about this subject, whatever the
    // log says.
    const isIts = kept !== null && isAbout(kept.request, subject);
    return { standing: isIts && isStanding(kept) ? kept : null, count };
  };

  return Object.freeze({
    find: async (given: ApprovalSubject) => (await findStanding(subjectOf(given))).standing,
    ask: async (given: ApprovalSubject, bytes: Uint8Array) => {
      const subject = subjectOf(given);
      assertInvariant(
        subject.content === contentId(bytes),
        'a person is asked about the bytes that would run',
      );
      for (;;) {
        const { standing, count } = await findStanding(subject);
        if (standing !== null) return standing;
        // If another process asked first, its request is used.
        await askAnew(subject, bytes, count);
      }
    },
    isOpen: async (id: string) => {
      const state = (await read(id))?.state ?? 'expired';
      return state !== 'granted' && openStates.includes(state);
    },
    spend: async (id: string) => {
      for (;;) {
        const logged = await readLogged(store, id);
        if (logged === null) throw unknownRequest(id);
        if ((await judgeApproval(logged, { clock, verifier })).state !== 'granted') return false;
        // INVARIANT (once and for ever): of all callers that saw the grant, only one can append the next
        // event.
        if (await appendEvent(ledger, logged, { event: 'spent' })) return true;
      }
    },
  });
}

/** Copies only the fields of a subject, so that equal subjects are not distinguished by anything else. */
function subjectOf(given: ApprovalSubject): ApprovalSubject {
  if ('tool' in given) {
    const { content, tool, command, addresses, contract, mode, policy, session } = given;
    return { content, tool, command, addresses: [...addresses], contract, mode, policy, session };
  }
  const { content, script, args, directory, contract, mode, policy, sandbox, session } = given;
  return { content, script, args: [...args], directory, contract, mode, policy, sandbox, session };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
