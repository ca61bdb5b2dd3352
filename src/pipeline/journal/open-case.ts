/** Opens a case that is walked by itself: without it, what the run's log tells of the case would belong to nothing. */
import { type CanonicalValue, canonicalText, type Id } from '../../kernel/index.ts';
import { type FrameDraft, frameBatch, frameLog } from '../../ledger/index.ts';
import { runEvent } from '../../record/index.ts';
import { encodeDecimals } from '../nodes/decimal-form.ts';
import type { StartOptions } from '../step/start-walk.ts';
import { caseSubject, type Journal } from './journal.ts';
import { eventAppends, runLog } from './run-log.ts';

/** A case to be walked, and what it starts with. */
export type CaseStart = Omit<StartOptions, 'id'> & { readonly id: string };

/** Opens the case of a journal, and its run, unless that was done before. */
export async function openCase(journal: Journal, start: StartOptions): Promise<void> {
  const { ledger, run, case: id, subject, entry } = journal;
  const { store } = ledger;
  const own = frameLog(subject, 'case');
  const log = runLog(run);
  // Where nothing was committed another process has opened the case, or the run.
  while (entry === null && (await store.head(own)) === null) {
    const { batch, frameId: frame } = frameBatch(ledger, caseDraft(run, caseText(id, start)));
    const isFirst = (await store.head(log)) === null;
    const started = runEvent('run-started', { run, inputs: { cases: 1 } });
    const opened = runEvent('case-opened', { case: id, frame });
    await store.commit({
      ...batch,
      requires: [own, ...(isFirst ? [log] : [])].map((name) => ({ kind: 'head-is', log: name, value: null })),
      appends: [...(batch.appends ?? []), ...eventAppends(run, isFirst ? [started, opened] : [opened])],
    });
  }
}

/** Returns the frame that keeps what a case starts with. */
export function caseDraft(run: Id<'run'>, { id, text }: CaseText): FrameDraft {
  const subject = caseSubject(run, id);
  return { subject, type: 'case', agent: 'run', basis: { inputs: [] }, content: text };
}

/** A case, and what it starts with as it is kept. */
type CaseText = { readonly id: string; readonly text: string };

function caseText(id: string, { start, config, counters, prior, context }: StartOptions): CaseText {
  const kept = encodeDecimals({ id, start, config, counters, prior, context });
  return { id, text: canonicalText(kept as CanonicalValue) };
}
