/** The address of a store as people may see it: who, where and which database, never the password. */
import { PenumbraError } from '../../kernel/index.ts';

const SCHEMES = ['postgres:', 'postgresql:'];

/** Returns a store's address without its password and parameters, or throws `invalid-configuration`. */
export function locationOf(url: string): string {
  const parts = URL.canParse(url) ? new URL(url) : null;
  // A bare `/`, `#` or `@` in a password ends up in path or fragment, from where it would be shown.
  if (!parts || !SCHEMES.includes(parts.protocol) || parts.hash !== '' || parts.pathname.includes('@')) {
    throw new PenumbraError('invalid-configuration', 'the address of the store is not a PostgreSQL URL', {
      hint: 'write `postgres://user:password@host:5432/database`, special characters percent-encoded',
    });
  }
  const user = parts.username === '' ? '' : `${parts.username}@`;
  return `postgres://${user}${parts.host}${parts.pathname}`;
}
