/** The beginning of a log that several processes may write, and that one of them may be killed in. */
import { PenumbraError } from '../../kernel/index.ts';
import { type Ledger, readWholeLog } from '../../ledger/index.ts';

/** How many entries are written at once, far below what a batch holds. */
const ENTRIES_AT_ONCE = 2_000;

/**
 * Writes the beginning of a log, as much at a time as a batch holds. One that was killed half-way is completed, and what
 * stands already is not written again; a log that begins otherwise is refused.
 */
export async function beginLog(ledger: Ledger, log: string, values: readonly string[]): Promise<void> {
  const { store, clock } = ledger;
  for (;;) {
    const written = await readWholeLog(store, log);
    requireSame(log, written.slice(0, values.length), values);
    if (written.length >= values.length) return;
    const appends = values
      .slice(written.length, written.length + ENTRIES_AT_ONCE)
      .map((value) => ({ log, value }));
    const requires = [{ kind: 'head-is', log, value: written.at(-1)?.value ?? null }] as const;
    // Where that does not hold another process is writing the same beginning.
    await store.commit({ atMs: clock.now(), requires, appends });
  }
}

function requireSame(
  log: string,
  written: readonly { readonly value: string }[],
  values: readonly string[],
): void {
  const differing = written.findIndex(({ value }, index) => value !== values[index]);
  if (differing < 0) return;
  throw new PenumbraError('usage', `\`${log}\` was begun with something else`, {
    data: { log, entry: differing + 1 },
    hint: 'give another name to a run that is made from other things',
  });
}
