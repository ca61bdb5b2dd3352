/** Compiles a pack again from the ledger alone: oracle, working set, lens. Nothing is written. */
import { parseWorkingSet, type WorkingSet } from '../../disclosure/index.ts';
import { PenumbraError, parseCanonical } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type CompiledPack, compilePromptPack } from '../../lens/index.ts';
import { createOracle, type Oracle, rebuildWorkingSet, type WorkingSetAudit } from '../../oracle/index.ts';
import { caseSubject } from '../../pipeline/index.ts';
import { type PackRequestDocument, parsePackRequest } from '../investigate/ask/pack-request-document.ts';
import { openReveal, type RunSecrets, revealer } from '../investigate/run/run-secrets.ts';
import { createOriginFinder } from './pack-origins.ts';
import type { PlacedPack } from './placed-pack.ts';
import { readPackPolicy } from './read-pack-policy.ts';
import { recomposeFrames } from './recompose-frames.ts';

/** A pack that was compiled again, with what only auditors may know of it. */
export type RebuiltPack = {
  readonly compiled: CompiledPack;
  readonly workingSet: WorkingSet;
  /** Tells what became of everything that could have been told; it is worked out when asked. */
  audit(): WorkingSetAudit;
};

/** Compiles packs again. */
export type PackRebuilder = {
  /** Returns the pack as it is compiled today, or null for one that was made before requests were recorded. */
  rebuild(pack: PlacedPack): Promise<RebuiltPack | null>;
};

/** Opens what compiles packs again; the oracle of a case is read once for all of them. */
export function openPackRebuilder(ledger: Ledger): PackRebuilder {
  const { store, clock } = ledger;
  const findOrigin = createOriginFinder(ledger);
  const oracles = new Map<string, Oracle>();
  let reveal: RunSecrets['reveal'] | undefined;
  return {
    async rebuild(pack) {
      const world = caseSubject(await findOrigin(pack), pack.case).id;
      const oracle = oracles.get(world) ?? createOracle(store, { world, clock });
      oracles.set(world, oracle);
      const request = await findRequest(ledger, oracle, pack);
      if (request === null) return null;
      const { cursor, consumer, style } = request;
      const policy = await readPackPolicy(store, request);
      const frames = await recomposeFrames(ledger, request.frames);
      // Keys that cannot be used here are none: a pack is the same without them, unless something in it had to be locked.
      reveal ??= await openReveal().catch(() => revealer(() => null));
      const { set, audit } = await rebuildWorkingSet(oracle, cursor, policy, { frames, reveal });
      const compiled = compilePromptPack(set, { consumer, guard: set.guard, style });
      return { compiled, workingSet: parseWorkingSet(set), audit };
    },
  };
}

async function findRequest(
  { store }: Ledger,
  oracle: Oracle,
  { hash }: PlacedPack,
): Promise<PackRequestDocument | null> {
  const { state } = await oracle.read();
  const id = [...state.packs.values()].find((recorded) => recorded.hash === hash)?.request ?? null;
  if (id === null) return null;
  const [bytes] = await store.getMany([id]);
  const request = bytes ? parsePackRequest(parseCanonical(bytes)) : null;
  if (request !== null) return request;
  throw new PenumbraError('store-damaged', 'what the pack was asked for is missing or cannot be read', {
    data: { pack: hash, request: id },
    hint: 'run `penumbra validate`; a newer program may have written it',
  });
}
