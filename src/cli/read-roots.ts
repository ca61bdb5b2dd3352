/** Reads the roots of a policy as a person names them, each with its directory. */
import { cite, PenumbraError } from '../kernel/index.ts';

/** Returns directories by root key, or throws `usage`. */
export function readRoots(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
      throw new PenumbraError('usage', `${cite(text)} is no root`, {
        hint: 'write its key and directory, as in repo=.',
      });
    }),
  );
}
