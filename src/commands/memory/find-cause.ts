/** Finds the cause a person refers to: in a report by number or id, in the memory by id. */

import { findRunRecord, readCases } from '../../investigation/run/index.ts';
import { cite, compareCodePoints, didYouMean, isId, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  coversTests,
  type MemoryView,
  type PriorCauseBlock,
  type Remembered,
  symptomsOf,
  testHash,
} from '../../rca/index.ts';
import type { ReportCause, ReportDocument } from '../../record/index.ts';

const PREFIX = 'cause-';
const NUMBER = /^[1-9]\d{0,5}$/;
const MOST_SHOWN = 8;

/** Returns the cause of a report that a text names: by its number there, its id, or a prefix of it. */
export function reportedCause({ causes }: Pick<ReportDocument, 'causes'>, text: string): ReportCause {
  const numbered = NUMBER.test(text) ? causes[Number(text) - 1] : undefined;
  if (numbered !== undefined) return numbered;
  const id = nameOf(
    causes.map((cause) => cause.id),
    text,
    {
      where: 'of this run',
      hint: causes.length === 0 ? 'the run found no cause' : `its causes are numbered 1 to ${causes.length}`,
    },
  );
  return causes.find((cause) => cause.id === id) as ReportCause;
}

/** Returns the remembered cause that a text names: by its id, or a prefix of it. */
export function namedCause({ causes }: MemoryView, text: string): Remembered<PriorCauseBlock> {
  const id = nameOf([...causes.keys()], text, {
    where: 'in memory',
    hint: 'list them with `penumbra memory`',
  });
  return causes.get(id) as Remembered<PriorCauseBlock>;
}

function nameOf(
  ids: readonly string[],
  text: string,
  { where, hint }: { readonly where: string; readonly hint: string },
): string {
  const begins = (id: string) => text !== '' && (id.startsWith(text) || id.startsWith(`${PREFIX}${text}`));
  const fitting = ids.filter(begins);
  const exact = fitting.find((id) => id === text || id === `${PREFIX}${text}`);
  const found = exact ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found !== undefined) return found;
  if (fitting.length === 0)
    throw new PenumbraError(
      'invalid-id',
      `no cause ${where} is called ${cite(text)}${didYouMean(text, ids)}`,
      {
        hint,
      },
    );
  const shown = fitting.slice(0, MOST_SHOWN).map(cite).join(', ');
  throw new PenumbraError('invalid-id', `${cite(text)} may mean ${shown}`, { hint: 'give more of the id' });
}

/** A test by its names. */
export type CauseTest = { readonly suite: string; readonly name: string };

/** How many runs are searched. */
const MOST_RUNS = 50;
const MOST_TESTS = 1_000;

/** Returns the tests of a cause, sorted by suite and name; a run that is gone contributes none. */
export async function testsOfCause(
  ledger: Ledger,
  view: MemoryView,
  block: PriorCauseBlock,
): Promise<readonly CauseTest[]> {
  const fingerprints = new Set(symptomsOf(view, block));
  const runs = new Set<string>();
  for (const fingerprint of fingerprints) {
    const { first_seen, last_seen } = view.symptoms.get(fingerprint)?.block ?? {};
    for (const run of [last_seen, first_seen]) if (run !== undefined) runs.add(run);
  }
  const tests = new Map<string, CauseTest>();
  for (const run of [...runs].slice(0, MOST_RUNS))
    for (const test of await testsOfRun(ledger, run, fingerprints))
      if (tests.size < MOST_TESTS && coversTests(block, [testHash(test)])) tests.set(testHash(test), test);
  return [...tests.values()].sort(
    (left, right) => compareCodePoints(left.suite, right.suite) || compareCodePoints(left.name, right.name),
  );
}

async function testsOfRun(
  ledger: Ledger,
  run: string,
  fingerprints: ReadonlySet<string>,
): Promise<readonly CauseTest[]> {
  if (!isId(run, 'run')) return [];
  try {
    const record = await findRunRecord(ledger, run);
    const cases = record === null ? [] : await readCases(ledger, run, record);
    return cases
      .filter(({ record: { fingerprint } }) => fingerprints.has(fingerprint.hash))
      .flatMap(({ record: { tests } }) => tests);
  } catch (error) {
    // Erased content names no tests any more; the cause still exists.
    if (error instanceof PenumbraError && error.code === 'erased') return [];
    throw error;
  }
}
