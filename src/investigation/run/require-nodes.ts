/** The nodes that a person may name in a run. */
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { Definitions } from './definitions.ts';

/** Throws unless all names are those of nodes of the light path or the court. */
export function requireNodes({ light, court }: Definitions, names: readonly string[]): void {
  const known = [...light.nodes, ...court.nodes].map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new PenumbraError('usage', `${cite(unknown)} is no node${didYouMean(unknown, known)}`, {
    hint: `the nodes are ${known.join(', ')}`,
  });
}
