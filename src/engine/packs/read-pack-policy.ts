/** Reads the policy a pack was compiled under: the ledger keeps every document of it under its hash. */
import { digestOf, type Id, PenumbraError, parseCanonical } from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import { definePolicy, type OraclePolicy, type PolicyDraft, withDirectives } from '../../oracle/index.ts';
import type { PackRequestDocument } from '../investigate/ask/pack-request-document.ts';

/** Returns the policy of a request, or throws `store-damaged` for a document that is missing. */
export async function readPackPolicy(
  store: StoreReader,
  { policy_ids, pins, directives }: Pick<PackRequestDocument, 'policy_ids' | 'pins' | 'directives'>,
): Promise<OraclePolicy> {
  const ids = {
    maskMatrix: policy_ids.mask_matrix_id,
    ordering: policy_ids.ordering_policy_id,
    truncation: policy_ids.truncation_policy_id,
    budget: policy_ids.budget_policy_id,
    compaction: policy_ids.compaction_policy_id,
  };
  const parts: { [part: string]: unknown } = { pins };
  for (const [part, id] of Object.entries(ids)) parts[part] = await readDocument(store, id as Id<'policy'>);
  return withDirectives(definePolicy(parts as PolicyDraft), directives);
}

async function readDocument(store: StoreReader, id: Id<'policy'>): Promise<unknown> {
  const [bytes] = await store.getMany([digestOf(id)]);
  if (bytes) return parseCanonical(bytes);
  throw new PenumbraError('store-damaged', `${id} is missing, under which a pack was compiled`, {
    data: { object: id },
    hint: 'run `penumbra validate`, and import an export that still has it',
  });
}
