/** Names of agents, as frames and tombstones hold them. */
import { PenumbraError } from '../../kernel/index.ts';

const AGENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Throws `invalid-name` unless a text can name an agent. */
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
