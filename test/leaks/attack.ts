// An attack on what is locked is a test by a name of its own: it makes a small world with a secret and sees that nothing
// that leaves it tells the secret. `mutations.ts` says which line of the program each attack would break without.

import { test } from 'vitest';

/** Makes an attack; its name starts with its id in brackets, and the id stands in the source as a plain text. */
export function attack(id: string, title: string, body: () => void | Promise<void>): void {
  test(`[${id}] ${title}`, body);
}
