/**
 * Validates a whole ledger without changing it: structure, logs, references, objects, tombstones and indexes.
 * Every fault is reported, with what depends on it. Appends may continue meanwhile; memory use grows with the
 * number of ids, not with bytes.
 *
 * Objects and logs are verified by their hashes. What no hash covers is only checked for plausibility:
 * removing a whole log, or replacing content by a matching tombstone, leaves a valid ledger with a different
 * root. To detect that, compare the root with one noted elsewhere.
 */
import { digestOf, type FrameId, type Id, isSha256, PenumbraError, type Sha256 } from '../../kernel/index.ts';
import { ledgerRoot } from '../archive/export.ts';
import type { Frame } from '../frames/frame.ts';
import { type FrameTypes, requireContent } from '../frames/frame-type.ts';
import {
  createPlacements,
  createUnclaimedTombstones,
  type Misplacement,
  type UnclaimedTombstones,
} from '../frames/placements.ts';
import { type Reference, reachedAs, trace, tryEntryReferences, unreadable } from '../frames/trace.ts';
import { compareEntries, extendDigest, isStamp, type LogEntry, type LogHead } from '../store/log.ts';
import { requireName } from '../store/name.ts';
import { everyEntry, everyHead, everyObject, everyTombstone } from '../store/pages.ts';
import { inGroups, readObjects, sizeOfObject } from '../store/read-objects.ts';
import type { Store } from '../store/store.ts';
import { requireTombstone } from '../store/stored-object.ts';
import { createAffected } from './affected.ts';
import { checkIndexes } from './check-indexes.ts';
import {
  damageIn,
  type LedgerFault,
  type Validating,
  type Validation,
  type ValidationCounts,
  type ValidationOptions,
  withFaults,
} from './validation.ts';

/** Validates a ledger. */
export async function validateLedger(store: Store, options: ValidationOptions = {}): Promise<Validation> {
  const counts = { objects: 0, logs: 0, entries: 0, members: 0, tombstones: 0 };
  const faults = new Map<string, { readonly object: string; readonly fault: string }>();
  const work: Validating = {
    store,
    counts,
    report: (fault) => void faults.set(`${fault.object} ${fault.fault}`, fault),
    progress: () => options.onProgress?.(total(counts)),
  };
  await withFaults(work, async () => {
    for (const line of await store.checkStructure()) work.report({ object: 'store', fault: line });
  });
  const seen = new Set<Id>();
  const unclaimed = createUnclaimedTombstones();
  await withFaults(work, () => checkTombstones(work, unclaimed));
  await withFaults(work, () => checkReferences(work, { seen, unclaimed, types: options.types }));
  await withFaults(work, () => checkObjects(work, seen));
  const affected = createAffected(store);
  const told: LedgerFault[] = [];
  for (const fault of faults.values()) told.push({ ...fault, affects: await affected(fault.object) });
  const root = told.length === 0 ? await rootOf(store) : null;
  return { ok: told.length === 0, root, checked: total(counts), counts, faults: told };
}

/** Follows every log to the last object and adds what it reaches to `seen`. */
async function checkReferences(
  work: Validating,
  {
    seen,
    unclaimed,
    types,
  }: {
    readonly seen: Set<Id>;
    readonly unclaimed: UnclaimedTombstones;
    readonly types: FrameTypes | undefined;
  },
): Promise<void> {
  const placements = createPlacements();
  const indexes = checkIndexes(work, placements);
  const misplaced = (found: Misplacement | null): void => {
    if (found) work.report({ object: found.frame, fault: found.fault });
  };
  await trace(
    work.store,
    checkLogs(work, (log, value) => misplaced(placements.addEntry(log, value))),
    {
      seen,
      onBroken: ({ to, fault }) => work.report({ object: to, fault }),
      async onFrame(id, frame, basis) {
        misplaced(placements.addFrame(id, frame));
        unclaimed.claim(frame);
        indexes.expect(id, frame, basis);
        if (types) await checkContent(work, { id, frame, types });
      },
    },
  );
  for (const misplacement of await placements.settle(work.store)) misplaced(misplacement);
  for (const { id, fault } of unclaimed.faults()) work.report({ object: id, fault });
  await indexes.finish();
}

async function checkObjects(
  { store, counts, report, progress }: Validating,
  seen: ReadonlySet<Id>,
): Promise<void> {
  for await (const group of inGroups(everyObject(store), sizeOfObject)) {
    const outcomes = await readObjects(
      store,
      group.map(({ id }) => id),
    );
    for (const [index, { id }] of group.entries()) {
      const outcome = outcomes[index];
      if (!isSha256(id)) report({ object: `object ${id}`, fault: 'is stored under what is not an id' });
      else if (outcome instanceof PenumbraError)
        report({ object: reachedAs(seen, id) ?? id, fault: unreadable(outcome) });
    }
    counts.objects += group.length;
    progress();
  }
}

async function checkTombstones(
  { store, counts, report, progress }: Validating,
  unclaimed: UnclaimedTombstones,
): Promise<void> {
  for await (const group of inGroups(everyTombstone(store), () => 0)) {
    const isPresent = await store.hasMany(group.map(({ id }) => id));
    // A dropped object may be written again between the two reads, which removes its tombstone.
    for (const [index, tombstone] of group.entries()) {
      const { id, reason } = tombstone;
      if (isPresent[index] && (await store.tombstone(id)))
        report({ object: id, fault: `there although it was ${reason}` });
      try {
        requireTombstone(tombstone);
        unclaimed.add(tombstone);
      } catch (error) {
        report({ object: `tombstone ${id}`, fault: damageIn(error) });
      }
    }
    counts.tombstones += group.length;
    progress();
  }
}

async function rootOf(store: Store): Promise<Sha256 | null> {
  try {
    return await ledgerRoot(store);
  } catch (error) {
    if (error instanceof PenumbraError && error.code === 'store-busy') return null;
    throw error;
  }
}

function total({ objects, entries, members, tombstones }: ValidationCounts): number {
  return objects + entries + members + tombstones;
}

/**
 * Reports a frame of a known type whose content violates the type's rules. Missing or corrupt content is
 * reported elsewhere.
 */
async function checkContent(
  { store, report }: Validating,
  { id, frame, types }: { readonly id: FrameId; readonly frame: Frame; readonly types: FrameTypes },
): Promise<void> {
  const type = types.get(frame.type);
  if (!type || type.mediaType === 'application/octet-stream') return;
  const [content] = await readObjects(store, [digestOf(frame.content)]);
  if (!content || content instanceof PenumbraError) return;
  try {
    requireContent(type, content);
  } catch (error) {
    if (!(error instanceof PenumbraError)) throw error;
    report({ object: id, fault: error.message });
  }
}

/** Yields what every entry refers to and reports faulty logs along the way. */
async function* checkLogs(
  work: Validating,
  onEntry: (log: string, value: string) => void,
): AsyncGenerator<Reference> {
  for await (const head of everyHead(work.store)) {
    try {
      requireName(head.log, 'a log');
      yield* checkLog(work, head, onEntry);
    } catch (error) {
      work.report({ object: `log ${head.log}`, fault: damageIn(error) });
    }
    work.counts.logs++;
    work.progress();
  }
}

async function* checkLog(
  { store, counts, report }: Validating,
  head: LogHead,
  onEntry: (log: string, value: string) => void,
): AsyncGenerator<Reference> {
  const { log } = head;
  const fault = (text: string): void => report({ object: `log ${log}`, fault: text });
  let previous: LogEntry | null = null;
  let digest: Sha256 | null = null;
  for await (const entry of everyEntry(store, log)) {
    const expected: number = (previous?.sequence ?? 0) + 1;
    if (entry.sequence !== expected) fault(`entry ${expected} is missing: entry ${entry.sequence} follows`);
    if (!isStamp(entry.stamp))
      fault(`entry ${entry.sequence} has a stamp that no clock tells: ${entry.stamp}`);
    if (previous && compareEntries(previous, entry) >= 0) fault(`entry ${entry.sequence} is out of order`);
    const references = tryEntryReferences(log, entry.value);
    if (references instanceof PenumbraError) fault(`entry ${entry.sequence}: ${references.message}`);
    else {
      onEntry(log, entry.value);
      for (const to of references) yield { from: log, to };
    }
    digest = extendDigest(digest, entry);
    previous = entry;
    counts.entries++;
    // Entries appended since the head was read are left to the next validation.
    if (entry.sequence >= head.sequence) break;
  }
  if (previous?.sequence !== head.sequence)
    fault(`ends with entry ${previous?.sequence ?? 0}, its head is ${head.sequence}`);
  else if (previous.value !== head.value || previous.stamp !== head.stamp)
    fault('its head is not its last entry');
  if (digest !== head.digest) fault('its entries do not fit its digest');
}
