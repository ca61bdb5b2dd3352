/**
 * Recorded packs: their bytes and requests are stored as objects under the key of all inputs, so that a
 * rebuild can be compared with them.
 */

import {
  canonicalText,
  isSha256,
  makeId,
  PenumbraError,
  parseCanonical,
  type Sha256,
} from '../../../kernel/index.ts';
import { type StoredObject, toObject } from '../../../ledger/index.ts';
import { firstDifference, takeMembers } from '../../index.ts';
import type { PackEntry } from '../log/oracle-state.ts';
import type { OracleStore } from '../log/oracle-store.ts';
import type { PackDraft, RecordedPack } from './oracle.ts';

/**
 * Records a pack. Recording the same one again changes nothing; a different one under the same key throws
 * `rebuild-differs`.
 */
export async function keepPack(records: OracleStore, draft: PackDraft): Promise<void> {
  const { key, pack, request } = takePack(draft);
  const event = {
    type: 'pack',
    key,
    pack: makeId('pack', pack.id),
    request: request && makeId('content', request.id),
  } as const;
  await records.change(async ({ state }) => {
    const recorded = state.packs.get(key);
    if (recorded && recorded.hash !== pack.id) throw await rebuildDiffers(records, key, { recorded, pack });
    return recorded ? { events: [] } : { events: [event], puts: request ? [pack, request] : [pack] };
  });
}

/** Returns the verified pack under a key, or null if none is recorded. */
export async function readPack(records: OracleStore, key: string): Promise<RecordedPack | null> {
  const recorded = (await records.present()).state.packs.get(key);
  if (!recorded) return null;
  const { hash, request } = recorded;
  const [bytes, asked] = await records.getMany(request === null ? [hash] : [hash, request]);
  if (!bytes) throw gone(key, 'pack');
  if (request === null) return { bytes, hash, request };
  if (!asked) throw gone(key, 'request');
  return { bytes, hash, request: parseCanonical(asked) };
}

type TakenPack = { readonly key: Sha256; readonly pack: StoredObject; readonly request: StoredObject | null };

/** Reads each field once, because the input is not trusted. */
function takePack(draft: PackDraft): TakenPack {
  const { key, pack, request } = takeMembers(draft, ['key', 'pack', 'request']) ?? {};
  const { bytes, hash } = (pack && takeMembers(pack, ['bytes', 'hash'])) ?? {};
  const object = bytes instanceof Uint8Array ? toObject(Uint8Array.from(bytes)) : null;
  if (typeof key !== 'string' || !isSha256(key) || object === null || object.id !== hash)
    throw new PenumbraError(
      'usage',
      'a pack is recorded by the key of its inputs, its bytes and their hash',
      { hint: 'make the key with `packKey`, and give the pack as it was compiled' },
    );
  return { key, pack: object, request: request === undefined ? null : writeRequest(request) };
}

function writeRequest(request: PackDraft['request']): StoredObject {
  try {
    return toObject(canonicalText(request));
  } catch {
    // The original error would reveal the contents of the request.
    throw new PenumbraError('not-canonical', 'the request of a pack has no canonical form', {
      hint: 'use texts, whole numbers, booleans, null, lists and plain records',
    });
  }
}

async function rebuildDiffers(
  records: OracleStore,
  key: string,
  { recorded, pack }: { readonly recorded: PackEntry; readonly pack: StoredObject },
): Promise<PenumbraError> {
  const difference = await differenceTo(records, recorded.hash, pack);
  return new PenumbraError('rebuild-differs', `equal inputs gave another pack than before: ${difference}`, {
    data: { key, recorded: recorded.hash, hash: pack.id, difference },
    hint: 'run the version that recorded it, or find what the compilation depends on beside its inputs',
  });
}

/** Names the first part that differs from the recorded pack, or says why that is unknown. */
async function differenceTo(records: OracleStore, recorded: Sha256, pack: StoredObject): Promise<string> {
  try {
    const [bytes] = await records.getMany([recorded]);
    return bytes ? (firstDifference({ bytes }, pack) ?? 'pack') : 'the recorded pack is gone';
  } catch (error) {
    if (!(error instanceof PenumbraError)) throw error;
    return 'one of the two packs cannot be read';
  }
}

function gone(key: string, what: 'pack' | 'request'): PenumbraError {
  return new PenumbraError('store-damaged', `the ${what} on record is no longer in the ledger`, {
    data: { key },
    hint: 'run `penumbra validate`, and import an export that still has it',
  });
}
