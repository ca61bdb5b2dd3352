/** What is said where a log of the context holds something that was never written there. */
import { cite, PenumbraError } from '../../kernel/index.ts';

/** Returns the fault of an entry that cannot be read; `problem` says what it lacks. */
export function corruptEntry({
  log,
  problem,
}: {
  readonly log: string;
  readonly problem: string;
}): PenumbraError {
  return new PenumbraError('log-corrupt', `log ${cite(log)} holds an entry that ${problem}`, {
    data: { log },
    hint: 'run `penumbra validate` to see what it affects, and import an export of a whole copy',
  });
}
