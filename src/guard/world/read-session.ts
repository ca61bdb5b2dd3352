/**
 * What a session says at this moment, as far as it fits. A session is given by whoever uses the guard, and may answer
 * anything: what is no mode, role or mask counts as none, so that nothing is granted or recorded by it.
 */
import { cite, deepFreeze, PenumbraError } from '../../kernel/index.ts';
import type { Session, Snapshot } from './session.ts';

const MOST_LETTERS = 200;

/** Throws unless a session has what a world asks it for. */
export function requireSession(session: Session): void {
  const { id, mods } = (session ?? {}) as Partial<Session>;
  if (!isWord(id)) throw unfit(`the id of a session is a text of at most ${MOST_LETTERS} characters`);
  if (typeof session.mode !== 'function') throw unfit(`session ${cite(id)} has no function \`mode\``);
  if (typeof session.contract !== 'function') throw unfit(`session ${cite(id)} has no function \`contract\``);
  if (!Array.isArray(mods)) throw unfit(`session ${cite(id)} has no list \`mods\``);
}

/** Reads what holds for one call. */
export function readSession(session: Session): Pick<Snapshot, 'mode' | 'contract' | 'masks' | 'role'> {
  const said = answerOf(() => session.mode());
  const mode = isWord(said) ? said : null;
  const role = answerOf(() => session.role?.());
  const masks = answerOf(() => wordsOf(session.masks?.()));
  // A copy, so that what the session changes later does not change a call under way.
  // INVARIANT (one call, one mode): the contract is asked for by the mode of this call, which is not read again.
  const contract = answerOf(() => structuredClone(session.contract(mode)));
  return {
    mode,
    role: isWord(role) ? role : null,
    masks: Object.freeze(masks ?? []),
    contract: typeof contract === 'object' && contract !== null ? deepFreeze(contract) : null,
  };
}

/** Asks a session; INVARIANT (deny by default): who cannot answer has said nothing, and the call is answered. */
export function answerOf<Answer>(ask: () => Answer): Answer | null {
  try {
    return ask();
  } catch {
    return null;
  }
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
