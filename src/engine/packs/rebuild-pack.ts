/** Compiles a pack again from the ledger alone: oracle, working set, lens. Nothing is written. */
import { parseWorkingSet, type WorkingSet } from '../../disclosure/index.ts';
import { PenumbraError, parseCanonical } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type CompiledPack, compilePromptPack } from '../../lens/index.ts';
import {
  auditWorkingSet,
  type ComposedFrame,
  compileWorkingSet,
  createOracle,
  type Oracle,
  type WorkingSetAudit,
} from '../../oracle/index.ts';
import { caseSubject } from '../investigate/run/run-setting.ts';
import { type PackRequestDocument, parsePackRequest } from './pack-request-document.ts';
import type { PlacedPack } from './placed-pack.ts';
import { readPackPolicy } from './read-pack-policy.ts';
import { recomposeFrames } from './recompose-frames.ts';

/** A pack that was compiled again, with what only auditors may know of it. */
export type RebuiltPack = {
  readonly compiled: CompiledPack;
  readonly workingSet: WorkingSet;
  readonly audit: WorkingSetAudit;
};

/** Compiles the packs of one case again. */
export type PackRebuilder = {
  /** Returns the pack as it is compiled today, or null for one that was made before requests were recorded. */
  rebuild(pack: PlacedPack): Promise<RebuiltPack | null>;
};

/** Opens what compiles the packs of a case again; the oracle is read once for all of them. */
export function openPackRebuilder(
  ledger: Ledger,
  { run, case: caseId }: Pick<PlacedPack, 'run' | 'case'>,
): PackRebuilder {
  const shown = new Map<string, readonly ComposedFrame[]>();
  const oracle = createOracle(ledger.store, {
    world: caseSubject(run, caseId).id,
    clock: ledger.clock,
    compose: async ({ scene }) => shown.get(scene) ?? [],
  });
  const reader = readingOnly(oracle);
  return {
    async rebuild(pack) {
      const request = await findRequest(ledger, oracle, pack);
      if (request === null) return null;
      const { cursor, consumer, style, frames } = request;
      const policy = await readPackPolicy(ledger.store, request);
      shown.set(cursor.scene, await recomposeFrames(ledger, frames));
      const set = await compileWorkingSet(reader, cursor, policy);
      const compiled = compilePromptPack(set, { consumer, guard: set.guard, style });
      return {
        compiled,
        workingSet: parseWorkingSet(set),
        audit: await auditWorkingSet(reader, cursor, policy),
      };
    },
  };
}

/** INVARIANT (a check changes nothing): what compilation would record is not recorded when it is done again. */
function readingOnly(oracle: Oracle): Oracle {
  const nothing = async (): Promise<void> => undefined;
  return { ...oracle, adoptPolicy: nothing, recordDerivedLocks: nothing };
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
