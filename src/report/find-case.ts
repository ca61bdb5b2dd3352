/** Finds the case of a run that a person means, by its id or the beginning of it. */
import { cite, nearest, PenumbraError } from '../kernel/index.ts';
import type { RunCase, RunModel } from '../record/index.ts';

/** Returns the case a text names, or null where it names none; throws `invalid-id` where it may mean several. */
export function findCase({ cases }: RunModel, text: string): RunCase | null {
  const fitting = text === '' ? [] : cases.filter(({ id }) => id.startsWith(text));
  const found = fitting.find(({ id }) => id === text) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found !== undefined) return found;
  if (fitting.length === 0) return null;
  throw new PenumbraError('invalid-id', `${cite(text)} names several cases of this run`, {
    hint: 'give more of the id; `penumbra show <run>` lists the cases',
  });
}

/** Returns the case a text names, or throws `invalid-id` with the nearest one. */
export function requireCase(model: RunModel, text: string): RunCase {
  const found = findCase(model, text);
  if (found !== null) return found;
  const near = nearCase(model, text);
  throw new PenumbraError('invalid-id', `${cite(text)} names no case of this run`, {
    hint: near === null ? '`penumbra show <run>` lists the cases' : `did you mean ${cite(near)}?`,
  });
}

/** Returns the id that a misspelt one is nearest to, or null. */
export function nearCase({ cases }: RunModel, text: string): string | null {
  return nearest(
    text,
    cases.map(({ id }) => id),
  );
}
