/** Decides recorded requests again by another policy, and tells what would have been answered otherwise. */

import { findWorkspaceRoot, openLedgerToRead } from '../../../engine/index.ts';
import { type Policy, type PolicyEffect, readAuditRecords, replayRequests } from '../../../guard/index.ts';
import type { PolicyReplayDocument, ReplayedChange } from '../../../report/index.ts';
import { type Corpus, type CorpusEntry, readCorpus, recordedCall } from './policy-corpus.ts';
import { policyNamed } from './policy-documents.ts';
import { openPolicy } from './policy-source.ts';

/** What is decided again, and by which policy; without a corpus, what the ledger's audit holds. */
type PolicyReplayOptions = {
  readonly policy: string;
  readonly corpus?: string | undefined;
  readonly workspace?: string;
  readonly store?: string;
};

/** Decides a corpus again. */
export async function replayPolicy(options: PolicyReplayOptions): Promise<PolicyReplayDocument> {
  const opened = await openPolicy(options.policy);
  const { corpus: name = 'the audit' } = options;
  const corpus = await (options.corpus === undefined ? readAudit(options) : readCorpus(options.corpus));
  const changes = changesOf(opened.policy, corpus.entries);
  const count = (effect: PolicyEffect) => changes.filter((change) => change.effect === effect).length;
  const unrecorded = corpus.entries.filter(({ code }) => code === undefined).length;
  const decided = corpus.entries.length;
  const counts = {
    decided,
    same: decided - changes.length - unrecorded,
    unrecorded,
    wider: count('wider'),
    narrower: count('narrower'),
    other: count('other'),
  };
  return { policy: policyNamed(opened), corpus: name, counts, skipped: corpus.skipped, changes };
}

async function readAudit({ policy: _, corpus: __, ...options }: PolicyReplayOptions): Promise<Corpus> {
  const workspace = findWorkspaceRoot({ ...options, environment: process.env }).path;
  const ledger = await openLedgerToRead({ ...options, workspace });
  const entries: CorpusEntry[] = [];
  const skipped = { beforeGate: 0, notWhole: 0 };
  try {
    for await (const record of readAuditRecords(ledger.store)) {
      const call = recordedCall(record);
      if (typeof call === 'string') skipped[call]++;
      else entries.push({ ...call, recordedAt: `record ${record.sequence}` });
    }
  } finally {
    await ledger.store.close();
  }
  return { entries, skipped };
}

function changesOf(policy: Policy, entries: readonly CorpusEntry[]): readonly ReplayedChange[] {
  return replayRequests(policy, entries).flatMap(
    ({ index, code: wouldBe, failedConditions, recorded, isSame }) => {
      const entry = entries[index];
      if (isSame !== false || recorded === null || entry === undefined) return [];
      const { mode, tool, command, root, subdirectory = null, context } = entry.request;
      return [
        {
          recordedAt: entry.recordedAt,
          mode,
          root,
          subdirectory,
          tool,
          command,
          paths: context?.paths ?? [],
          was: recorded,
          wouldBe,
          failedConditions,
          effect: effectOf({ was: recorded, wouldBe }),
        },
      ];
    },
  );
}

function effectOf({ was, wouldBe }: Pick<ReplayedChange, 'was' | 'wouldBe'>): PolicyEffect {
  const [before, after] = [was, wouldBe].map((code) => code.split('-')[2]);
  if (before === after) return 'other';
  return after === 'S' ? 'wider' : 'narrower';
}
