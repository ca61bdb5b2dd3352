/** Reads the view of a node from a request of a batch, which spells it as the options do. */
import { cite, PenumbraError } from '../kernel/index.ts';
import { readSince, readUntil } from './read-moment.ts';

/** What a view may name. */
export const nodeViewFields = ['maxFrames', 'order', 'type', 'agent', 'since', 'until', 'history'] as const;

/** A view as the library takes it. */
export type RequestedView = {
  readonly maxFrames?: number;
  readonly order?: 'recency' | 'type' | 'agent';
  readonly type?: string | readonly string[];
  readonly agent?: string | readonly string[];
  readonly since?: number | Date;
  readonly until?: number | Date;
  readonly history?: boolean;
};

type Fields = { readonly [Field in (typeof nodeViewFields)[number]]?: unknown };

/** Reads a view, or throws `usage` for a value of the wrong kind; the library checks the rest. */
export function nodeViewIn({ maxFrames, order, type, agent, since, until, history }: Fields): RequestedView {
  return {
    ...(maxFrames !== undefined && { maxFrames: numberIn('maxFrames', maxFrames) }),
    ...(order !== undefined && { order: textIn('order', order) as NonNullable<RequestedView['order']> }),
    ...(type !== undefined && { type: namesIn('type', type) }),
    ...(agent !== undefined && { agent: namesIn('agent', agent) }),
    ...(since !== undefined && { since: readSince(momentIn('since', since)) }),
    ...(until !== undefined && { until: readUntil(momentIn('until', until)) }),
    ...(history !== undefined && { history: history === true }),
  };
}

function numberIn(field: string, value: unknown): number {
  return typeof value === 'number' ? value : misfit(field, 'a number');
}

function textIn(field: string, value: unknown): string {
  return typeof value === 'string' ? value : misfit(field, 'a text');
}

function namesIn(field: string, value: unknown): string | readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value;
  return typeof value === 'string' ? value : misfit(field, 'a text or a list of texts');
}

function momentIn(field: string, value: unknown): string {
  return typeof value === 'number' || typeof value === 'string'
    ? String(value)
    : misfit(field, 'a number or a date');
}

function misfit(field: string, needs: string): never {
  throw new PenumbraError('usage', `${cite(field)} needs to be ${needs}`);
}
