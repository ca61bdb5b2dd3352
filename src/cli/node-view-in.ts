/** Reads the view of a node from a request of a batch, which spells it as the options do. */
import type { NodeView } from '../commands/workspace/index.ts';
import { cite, PenumbraError } from '../kernel/index.ts';
import { readSince, readUntil } from './read-moment.ts';

type ReadField = (value: unknown, field: string) => unknown;

/** How each field of a view is read; the library checks the rest. */
const readers: Readonly<Record<keyof NodeView, ReadField>> = {
  maxFrames: (value, field) => (typeof value === 'number' ? value : misfit(field, 'a number')),
  order: (value, field) => (typeof value === 'string' ? value : misfit(field, 'a text')),
  type: namesIn,
  agent: namesIn,
  since: (value, field) => readSince(momentIn(value, field)),
  until: (value, field) => readUntil(momentIn(value, field)),
  history: (value) => value === true,
};

/** What a view may name. */
export const nodeViewFields: readonly string[] = Object.keys(readers);

/** Reads a view, or throws `usage` for a value of the wrong kind. */
export function nodeViewIn(request: { readonly [Field in keyof NodeView]?: unknown }): NodeView {
  const view: Record<string, unknown> = {};
  for (const [field, read] of Object.entries(readers)) {
    const value = request[field as keyof NodeView];
    if (value !== undefined) view[field] = read(value, field);
  }
  return view as NodeView;
}

function namesIn(value: unknown, field: string): string | readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  return typeof value === 'string' ? value : misfit(field, 'a text or a list of texts');
}

function momentIn(value: unknown, field: string): string {
  return typeof value === 'number' || typeof value === 'string'
    ? String(value)
    : misfit(field, 'a number or a date');
}

function misfit(field: string, needs: string): never {
  throw new PenumbraError('usage', `${cite(field)} needs to be ${needs}`);
}
