/**
 * Names of logs, indexes, keys and members: short printable ASCII, so that every store compares and sorts
 * them alike. Free text such as a path or title is hashed before it is used in a name.
 */
import { limits, PenumbraError } from '../../kernel/index.ts';

const NAME = /^[\x21-\x7e]+$/;

/** Throws `invalid-name` unless a text is a valid name. */
export function requireName(text: string, what: string): void {
  if (typeof text === 'string' && text.length <= limits.nameLength && NAME.test(text)) return;
  throw new PenumbraError(
    'invalid-name',
    `${JSON.stringify(String(text).slice(0, 80))} is not a name of ${what}`,
    {
      hint: `names are 1 to ${limits.nameLength} printable ASCII characters without spaces`,
    },
  );
}

const AGENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Throws `invalid-name` unless a text is a valid agent name. */
export function requireAgentName(agent: string): void {
  if (typeof agent === 'string' && AGENT.test(agent)) return;
  throw new PenumbraError(
    'invalid-name',
    `${JSON.stringify(String(agent).slice(0, 80))} is not an agent's name`,
    {
      hint: 'letters, digits, dots, dashes and underscores, at most 64',
    },
  );
}

/** Throws `limit-exceeded` if a count is above its limit. */
export function requireAtMost(count: number, limit: number, what: string): void {
  if (count <= limit) return;
  throw new PenumbraError('limit-exceeded', `${count} ${what}, more than ${limit}`, {
    data: { count, limit, what },
  });
}
