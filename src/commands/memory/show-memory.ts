/**
 * Implements `memory list` and `memory show`: what is remembered, how far it is trusted, and where it came
 * from.
 */

import {
  findWorkspaceRoot,
  type OpenLedgerOptions,
  openLedgerToRead,
  withLedger,
} from '../../engine/index.ts';
import { type BasisPoints, compareCodePoints, fromBasisPoints } from '../../kernel/index.ts';
import {
  type MemoryEntry,
  type MemoryView,
  memoryHead,
  type PriorCauseBlock,
  readMemory,
  readMemoryEntries,
  recallTrust,
  symptomsOf,
} from '../../rca/index.ts';
import type { MemoryCauseDocument, MemoryListDocument, RememberedCause } from '../../report/index.ts';
import { namedCause, testsOfCause } from './find-cause.ts';

type ReadOptions = Omit<OpenLedgerOptions, 'create'>;

/** How long before the newest memory entry a cause must have been last seen to be dormant. */
const DORMANT_MS = 30 * 24 * 60 * 60 * 1_000;

/** When each failure was last recorded, and the time of the newest entry overall. */
type SeenTimes = { readonly bySymptom: ReadonlyMap<string, number>; readonly newestMs: number };

/** Lists the remembered causes, most recently seen first. */
export async function listMemory(options: ReadOptions = {}): Promise<MemoryListDocument> {
  const root = findWorkspaceRoot({ ...options, environment: options.environment ?? process.env }).path;
  const ledger = await openLedgerToRead({ ...options, workspace: root });
  try {
    const head = await memoryHead(ledger.store);
    const view = await readMemory(ledger, { head });
    const times = seenTimes(await readMemoryEntries(ledger));
    const causes = [...view.causes.values()]
      .map(({ block }) => shownCause(view, block, times))
      .sort((left, right) => right.lastSeenMs - left.lastSeenMs || compareCodePoints(left.id, right.id));
    return { head, causes, symptoms: view.symptoms.size };
  } finally {
    await ledger.store.close();
  }
}

/**
 * Shows one cause with the failures and tests it explains, and everything ever learned or stated about it.
 */
export async function showMemory(
  options: ReadOptions & { readonly cause: string },
): Promise<MemoryCauseDocument> {
  return withLedger({ ...options, create: false }, async (ledger) => {
    const view = await readMemory(ledger, { head: await memoryHead(ledger.store) });
    const { block } = namedCause(view, options.cause);
    const entries = await readMemoryEntries(ledger);
    return {
      ...shownCause(view, block, seenTimes(entries)),
      summary: block.summary,
      suspects: block.suspects.map(({ confidence, ...suspect }) => ({
        ...suspect,
        confidence: fromBasisPoints(confidence as BasisPoints),
      })),
      rejected: block.rejected ?? [],
      aliases: block.aliases ?? [],
      failures: symptomsOf(view, block).flatMap((fingerprint) => {
        const seen = view.symptoms.get(fingerprint)?.block;
        return seen === undefined ? [] : [shownFailure(seen)];
      }),
      tests: await testsOfCause(ledger, view, block),
      history: entries.flatMap((entry) => shownWord(entry, block.id)),
    };
  });
}

function seenTimes(entries: readonly MemoryEntry[]): SeenTimes {
  const bySymptom = new Map<string, number>();
  let newestMs = 0;
  for (const { change, atMs, remembered } of entries) {
    newestMs = Math.max(newestMs, atMs);
    // A person's statement about a failure is not another sighting.
    const isSighting = change === 'learned' && 'fingerprint' in remembered.block;
    if (isSighting) bySymptom.set((remembered.block as { fingerprint: string }).fingerprint, atMs);
  }
  return { bySymptom, newestMs };
}

function shownCause(view: MemoryView, block: PriorCauseBlock, times: SeenTimes): RememberedCause {
  const fingerprints = symptomsOf(view, block);
  const symptoms = fingerprints.flatMap((one) => view.symptoms.get(one)?.block ?? []);
  const lastSeenMs = Math.max(0, ...fingerprints.map((one) => times.bySymptom.get(one) ?? 0));
  const [place] = block.suspects;
  const [commit] = block.commits;
  const last = symptoms.toSorted(
    (left, right) =>
      (times.bySymptom.get(right.fingerprint) ?? 0) - (times.bySymptom.get(left.fingerprint) ?? 0),
  )[0];
  return {
    id: block.id,
    status: block.status,
    recall: recallTrust(block),
    activity: times.newestMs - lastSeenMs > DORMANT_MS ? 'dormant' : 'active',
    defectType: block.defect_type,
    place:
      place === undefined
        ? null
        : {
            path: place.path,
            ...(place.symbol !== undefined && { symbol: place.symbol }),
            ...(place.line !== undefined && { line: place.line }),
          },
    commit: commit?.id ?? null,
    confidence: fromBasisPoints(block.confidence as BasisPoints),
    firstSeen: block.first_seen,
    lastSeen: last?.last_seen ?? block.first_seen,
    lastSeenMs,
    times: symptoms.reduce((sum, { count }) => sum + count, 0),
    confirmedBy: block.confirmed_by ?? null,
    word: block.person ?? null,
  };
}

function shownFailure(seen: {
  readonly fingerprint: string;
  readonly exception: string;
  readonly template: string;
  readonly count: number;
  readonly first_seen: string;
  readonly last_seen: string;
}): MemoryCauseDocument['failures'][number] {
  const { fingerprint, exception, template, count, first_seen, last_seen } = seen;
  return { fingerprint, exception, template, times: count, firstSeen: first_seen, lastSeen: last_seen };
}

function shownWord(
  { change, atMs, remembered: { frame, block } }: MemoryEntry,
  id: string,
): MemoryCauseDocument['history'] {
  if ('fingerprint' in block || block.id !== id) return [];
  const path = block.suspects[0]?.path;
  return [
    {
      change,
      atMs,
      by: block.person?.by ?? null,
      status: block.status,
      defectType: block.defect_type,
      ...(path !== undefined && { path }),
      frameId: frame,
    },
  ];
}
