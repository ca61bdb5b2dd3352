/**
 * Reads the current state of a session, as far as it is valid. The embedding program provides the session,
 * which may return anything. An invalid mode, role, mask or contract counts as none, so it grants and records
 * nothing.
 */
import { cite, deepFreeze, PenumbraError } from '../../kernel/index.ts';
import { type RegistryEntry, silence } from '../conditions/condition.ts';
import { type ContractOperation, type ContractScope, contractOperations } from '../conditions/contract.ts';
import type { Policy } from '../policy/policy.ts';

/** A sub-world as listed by the session; `path` is a directory of the host. */
export type SessionEntry = { readonly name: string; readonly path: string };

/** Who is at work, in which mode, and with what; `mods` is the only registry of sub-worlds. */
export type Session = {
  readonly id: string;
  mode(): string | null;
  readonly mods: readonly SessionEntry[];
  /**
   * Returns the contract in force for the mode that was just read, so that both belong to the same moment.
   */
  contract(mode: string | null): ContractScope | null;
  masks?(): readonly string[];
  role?(): string | null;
};

/** The state for one tool call: frozen and without host paths. */
export type Snapshot = {
  readonly mode: string | null;
  readonly registry: readonly RegistryEntry[];
  readonly contract: ContractScope | null;
  readonly masks: readonly string[];
  readonly role: string | null;
  readonly policy: Policy;
  /**
   * Paths by root key that are hidden regardless of the policy, because Penumbra keeps its own data there.
   */
  readonly reserved: ReservedPaths;
};

/** Relative paths by root key. */
export type ReservedPaths = Readonly<Record<string, readonly string[]>>;

const MOST_LETTERS = 200;
const MOST_TARGETS = 1_000;
const MOST_TARGET_LETTERS = 4 * 1024;

/** Throws unless a session has everything a world needs. */
export function requireSession(session: Session): void {
  const { id, mods } = (session ?? {}) as Partial<Session>;
  if (!isWord(id)) throw unfit(`the id of a session is a text of at most ${MOST_LETTERS} characters`);
  if (typeof session.mode !== 'function') throw unfit(`session ${cite(id)} has no function \`mode\``);
  if (typeof session.contract !== 'function') throw unfit(`session ${cite(id)} has no function \`contract\``);
  if (!Array.isArray(mods)) throw unfit(`session ${cite(id)} has no list \`mods\``);
}

/** Reads the state for one call. */
export function readSession(session: Session): Pick<Snapshot, 'mode' | 'contract' | 'masks' | 'role'> {
  const mode = readMode(session);
  const role = answerOf(() => session.role?.());
  const worn = answerOf(() => session.masks?.());
  const masks = answerOf(() => wordsOf(worn));
  // INVARIANT (one call, one mode): the contract is requested for the mode of this call, which is not read
  // again.
  const declared = answerOf(() => session.contract(mode));
  const contract = answerOf(() => readScope(declared));
  return {
    mode,
    role: isWord(role) ? role : null,
    masks: Object.freeze(masks ?? []),
    contract: contract && deepFreeze(contract),
  };
}

/** Reads only the mode. */
export function readMode(session: Session): string | null {
  const said = answerOf(() => session.mode());
  return isWord(said) ? said : null;
}

/**
 * Queries a session without using the answer yet, because destructuring a promise would lose track of it.
 * INVARIANT (deny by default): if the query throws, the answer is null and the call still gets a reply.
 */
export function answerOf<Answer>(ask: () => Answer): Answer | null {
  try {
    const answer = ask();
    silence(answer);
    return answer;
  } catch {
    return null;
  }
}

/** Copies just the scope, so that later changes in the session do not affect a call in progress. */
function readScope(given: unknown): ContractScope | null {
  if (typeof given !== 'object' || given === null) return null;
  // Each field is read once, so that the values checked are the values used.
  const { id, root, operations, targets } = given as Partial<Readonly<Record<keyof ContractScope, unknown>>>;
  const scope = structuredClone({ operations, targets });
  const isScope =
    (id === undefined || isWord(id)) &&
    isWord(root) &&
    isListOf(scope.operations, isOperation, contractOperations.length) &&
    isListOf(scope.targets, isTarget, MOST_TARGETS);
  return isScope ? ({ ...(id !== undefined && { id }), root, ...scope } as ContractScope) : null;
}

function isListOf(value: unknown, fits: (item: unknown) => boolean, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every(fits);
}

function isOperation(value: unknown): boolean {
  return contractOperations.includes(value as ContractOperation);
}

function isTarget(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MOST_TARGET_LETTERS && value.isWellFormed();
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isWord) : [];
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MOST_LETTERS && value.isWellFormed();
}

function unfit(message: string): PenumbraError {
  return new PenumbraError('invalid-configuration', message, {
    hint: 'give `session` as `{id, mode(), mods, contract()}`',
  });
}
