/** Keeps keys and anchors out of what agents reach: a session over a directory that holds them is not opened. */
import { liesWithin } from '../../../adapters/keys/index.ts';
import { PenumbraError } from '../../../kernel/index.ts';

/** Throws where the configuration lies in a root, or a root in the configuration. */
export function requireKeysOutside(configuration: string, roots: Readonly<Record<string, string>>): void {
  for (const [key, directory] of Object.entries(roots)) {
    const isApart =
      liesWithin(configuration, [directory]) === null && liesWithin(directory, [configuration]) === null;
    if (isApart) continue;
    throw new PenumbraError('invalid-configuration', `the keys are within reach of root \`${key}\``, {
      hint: 'set PENUMBRA_CONFIG_DIR to a directory outside every root',
    });
  }
}
