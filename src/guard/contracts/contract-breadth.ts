/**
 * How wide the contracts of agents may be under a policy. A wider one is only valid with a person's signature
 * on its whole content. That signature is checked whenever contracts are read, so that no other key can
 * replace it.
 */
import { contentId, type Verifier } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import type { CallSubject } from '../approvals/approval.ts';
import { judgeSignatures, readLogged } from '../approvals/approval-log.ts';
import { type Contract, contractLimits } from '../conditions/contract.ts';
import type { ContractBreadth } from '../policy/policy.ts';
import type { ContractDraft } from './read-contract.ts';

/** The limits in force in a session, and the policy that sets them. */
export type BreadthInForce = { readonly bounds: ContractBreadth; readonly policy: string };

type Reach = Pick<ContractDraft, 'targets' | 'expiresInMs'>;

/** Returns the default lifetime of a contract, which is at most what agents may have by themselves. */
export function usualLife(bounds: ContractBreadth | null): number {
  return Math.min(contractLimits.defaultMs, bounds?.longestMs ?? contractLimits.defaultMs);
}

/** Returns whether a contract is wider than agents may open by themselves. */
export function isWider({ targets, expiresInMs }: Reach, bounds: ContractBreadth): boolean {
  const lifeMs = expiresInMs ?? contractLimits.defaultMs;
  return (
    targets.length > bounds.mostTargets ||
    lifeMs > bounds.longestMs ||
    targets.some((target) => plainNames(target) < bounds.plainNames)
  );
}

/** Counts the names before the first wildcard; a target without wildcards covers a single path. */
function plainNames(target: string): number {
  const names = target.split('/');
  const wild = names.findIndex((name) => /[*?]/.test(name));
  return wild < 0 ? Number.POSITIVE_INFINITY : wild;
}

type Asking = Pick<CallSubject, 'mode' | 'policy' | 'session'>;

/** Returns the question to a person about a contract, and the bytes they read. */
export function questionAbout(
  draft: ContractDraft,
  { mode, policy, session }: Asking,
): { readonly subject: CallSubject; readonly bytes: Uint8Array } {
  const bytes = new TextEncoder().encode(`${JSON.stringify(statementOf(draft), null, 2)}\n`);
  const subject = {
    content: contentId(bytes),
    tool: 'contract',
    command: 'open',
    addresses: [`root:${draft.root}`],
    contract: null,
    mode,
    policy,
    session,
  };
  return { subject, bytes };
}

/** Everything the author says, in a fixed order. */
function statementOf(draft: ContractDraft) {
  const { root, intent, operations, targets, plan, edits, author, expiresInMs } = draft;
  return {
    intent,
    author,
    root,
    operations,
    targets,
    minutes: (expiresInMs ?? contractLimits.defaultMs) / 60_000,
    plan,
    edits: edits.map(({ path, operation, summary = null }) => ({ path, operation, summary })),
  };
}

/** Returns whether an opened contract is too wide for an agent alone. */
export function needsPerson(contract: Contract, { bounds, policy }: BreadthInForce): boolean {
  // Under another policy it is not in force, and that policy's limits are not known here.
  return contract.policy === policy && isWider(draftOf(contract), bounds);
}

/** Returns whether a person signed the whole content of a contract. */
export async function isPersons(
  contract: Contract,
  { store, verifier }: { readonly store: StoreReader; readonly verifier: Verifier | null },
): Promise<boolean> {
  if (contract.approval === undefined || verifier === null) return false;
  const logged = await readLogged(store, contract.approval).catch(() => null);
  if (logged === null || !('tool' in logged.request)) return false;
  const { subject } = questionAbout(draftOf(contract), contract);
  const { request } = logged;
  // INVARIANT (approved is what was signed): the request itself must be about this contract, whatever the log
  // says.
  const isAboutIt = (Object.keys(subject) as (keyof CallSubject)[]).every(
    (field) => JSON.stringify(request[field]) === JSON.stringify(subject[field]),
  );
  return isAboutIt && (await judgeSignatures(logged, verifier)).state === 'granted';
}

function draftOf({ root, intent, operations, targets, plan, edits, author, ...times }: Contract) {
  const expiresInMs = times.expiresMs - times.createdMs;
  return { root, intent, operations, targets, plan, edits, author, expiresInMs };
}
