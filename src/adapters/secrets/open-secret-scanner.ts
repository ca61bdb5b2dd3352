/**
 * The scanner behind the context's port: the rules of secretlint's recommended preset, and some of our own for what
 * stands in the logs of build machines and has no form of its own.
 */
import type { FoundSecret, SecretScanner } from '../../context/index.ts';
import { findByOwnRules, OWN_RULES_VERSION } from './own-rules.ts';

/** What the scanner is made of; a run's id and what is kept of screened texts depend on it. */
export const SCANNER_VERSION: string = `secretlint-13.0.7, own ${OWN_RULES_VERSION}`;

/** Shorter values would be found everywhere. */
const SHORTEST = 6;

/** Loads the rules and opens a scanner. */
export async function openSecretScanner(): Promise<SecretScanner> {
  const { findByPreset } = await import('./preset-rules.ts');
  return {
    version: SCANNER_VERSION,
    find(text) {
      const found = [...findByPreset(text), ...findByOwnRules(text)];
      return inOrder(found, text);
    },
  };
}

/** Secrets once, by where they begin; a longer one before the shorter ones within it. */
function inOrder(found: readonly FoundSecret[], text: string): readonly FoundSecret[] {
  const unique = new Map<string, FoundSecret & { readonly at: number }>();
  for (const secret of found) {
    const { value } = secret;
    if (value.length >= SHORTEST && !unique.has(value))
      unique.set(value, { ...secret, at: text.indexOf(value) });
  }
  return [...unique.values()]
    .sort((left, right) => left.at - right.at || right.value.length - left.value.length)
    .map(({ kind, value }) => ({ kind, value }));
}
