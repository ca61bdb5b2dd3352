// Packs for the heuristic seats: a failure with its candidates, and what the court lets a seat see of the trial.

import {
  answerSeat,
  type CourtRole,
  type CourtSeats,
  courtBlocks,
  type SeatContext,
} from '../../src/court/index.ts';
import type { Block, PromptPack } from '../../src/disclosure/lens/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import { type AgentIdentity, personaByName } from '../../src/pipeline/agents/index.ts';

export type Features = { readonly [name: string]: number };

export function block(kind: string, handle: string, payload: CanonicalValue, isStale = false): Block {
  const provenance = { source: 'test', eventIds: [], ruleRefs: [] } as unknown as Block['provenance'];
  return { handle, kind, form: 'full', payload, provenance, ...(isStale && { stale: true }) };
}

export function candidate(
  path: string,
  features: Features,
  {
    side = 'production',
    isStale = false,
    worth,
  }: {
    readonly side?: string;
    readonly isStale?: boolean;
    /** What each kind of evidence is worth, in thousandths of a nat. */
    readonly worth?: { readonly [family: string]: number };
  } = {},
): Block {
  const known = { path, content: 'c', side, features, commits: [], ...(worth && { worth }) };
  return block('evidence', `h:${path}`, known, isStale);
}

export const failure = (more: { readonly [field: string]: CanonicalValue } = {}): Block =>
  block('failure', 'h:failure', {
    count: 1,
    type: 'AssertionError',
    message: 'expected 1 to be 2',
    is_flaky: false,
    retries: [],
    ...more,
  });

export const base = (missing: readonly string[] = [], history = 'full', told = 8): Block =>
  block('evidence-base', 'h:base', { missing, history, candidates: 100, told });

/** A pack of raw blocks and of what a context shows. */
export function packOf(raw: readonly Block[], context?: SeatContext): PromptPack {
  const shown = context ? courtBlocks(context) : [];
  const bounds = { channels: { node: context?.node ?? '', visit: 1, meta: {} } };
  return {
    truth: raw,
    memory: [],
    task: {
      type: 'court',
      scene: shown.map(({ kind, payload }) => block(kind, `s:${kind}`, payload)),
      bounds,
      forbidden_content: [],
    },
  } as unknown as PromptPack;
}

/** A court whose seats are the heuristics, each with a pack of its own. */
export function heuristicSeats(raw: readonly Block[]): CourtSeats {
  const ask = (context: SeatContext) => answerSeat(context, packOf(raw, context));
  const names = { prosecution: 'Challenger', defense: 'Abyss', expert: 'Bulwark', judge: 'Specter' };
  const entries = Object.entries(names).map(([role, name]) => [
    role,
    { identity: personaByName(name) as AgentIdentity, ask },
  ]);
  return Object.fromEntries(entries) as Record<CourtRole, CourtSeats[CourtRole]>;
}
