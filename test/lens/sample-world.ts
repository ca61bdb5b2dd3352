// A small world for tests of oracle and lens: one oracle, one cursor, one policy, and short ways to add to them.

import { type CompiledPack, compilePromptPack, type PackOptions } from '../../src/disclosure/lens/index.ts';
import {
  compileWorkingSet,
  createOracle,
  type FactDraft,
  type Oracle,
  type OracleOptions,
  type PolicyDraft,
  type StoryCursor,
} from '../../src/disclosure/oracle/index.ts';
import type { CanonicalValue } from '../../src/kernel/index.ts';
import type { Store } from '../../src/ledger/index.ts';

export const cursor: StoryCursor = {
  world: 'vale',
  campaign: 'embers',
  scene: 'gate',
  session: 'evening',
  mode: 'PLAY',
};

export const policy: PolicyDraft = {
  maskMatrix: {
    version: 1,
    consumers: {
      narrator: { '*': { public: 'full', consumers: 'full' } },
      player: { clue: { public: 'full' }, place: { public: 'gist' }, creature: { public: 'full' } },
      keeper: { '*': { '*': 'full' } },
    },
  },
  pins: { stall: 3, hash: 'sha256' },
};

/** A fact of the sample: unlocked and public unless it says otherwise. */
export function fact(payload: CanonicalValue, changes: Partial<FactDraft> = {}): FactDraft {
  return {
    kind: 'clue',
    payload,
    provenance: { source: 'scribe', eventIds: ['event-1'], ruleRefs: [] },
    visibility: 'public',
    precision: 'unlocked',
    ...changes,
  };
}

/** A locked fact of the sample. */
export function secret(payload: CanonicalValue, changes: Partial<FactDraft> = {}): FactDraft {
  return fact(payload, { precision: 'locked', ...changes });
}

/** Creates an oracle that knows the sample's kinds. */
export async function sampleOracle(store?: Store, options?: OracleOptions): Promise<Oracle> {
  const oracle = createOracle(store, options);
  for (const kind of ['clue', 'place', 'creature']) await oracle.registerKind({ kind });
  await oracle.registerKind({ kind: 'rumour', recall: true });
  await oracle.registerKind({ kind: 'weather', slice: 'state' });
  return oracle;
}

/** Creates an oracle with facts. */
export async function oracleWith(facts: readonly FactDraft[]): Promise<Oracle> {
  const oracle = await sampleOracle();
  for (const draft of facts) await oracle.appendFact(draft);
  return oracle;
}

/** Compiles facts all the way into a pack. */
export async function packOf(
  facts: readonly FactDraft[],
  options: Partial<PackOptions> = {},
  under: PolicyDraft = policy,
): Promise<CompiledPack> {
  const set = await compileWorkingSet(await oracleWith(facts), cursor, under);
  return compilePromptPack(set, { consumer: 'narrator', guard: set.guard, ...options });
}

/** Everything a compilation puts out, as one text. */
export function allOutput({ pack, envelope, auditEnvelope }: CompiledPack): string {
  return new TextDecoder().decode(pack.bytes) + JSON.stringify([envelope, auditEnvelope]);
}
