/** Implements `memory merge`, `memory split` and `memory retire`: a person's changes to remembered causes. */

import { type OpenLedgerOptions, withLedger } from '../../engine/index.ts';
import { cite, didYouMean, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  coversTests,
  type MemoryView,
  memoryHead,
  memoryLimits,
  mergeCauses,
  type PriorCauseBlock,
  readMemory,
  retireCause,
  splitCause,
  testHash,
} from '../../rca/index.ts';
import type { MemoryChangeDocument } from '../../report/index.ts';
import { changeMemory, requireSpeaker } from './change-memory.ts';
import { type CauseTest, namedCause, testsOfCause } from './find-cause.ts';

type EditOptions = Omit<OpenLedgerOptions, 'create'> & { readonly by?: string | undefined };

/** The cause to merge, and the one to merge it into. */
export type MergeOptions = EditOptions & { readonly from: string; readonly into: string };

/** The cause to split, and the tests to take out of it. */
export type SplitOptions = EditOptions & { readonly cause: string; readonly tests: readonly string[] };

/** The cause to retire. */
export type RetireOptions = EditOptions & { readonly cause: string };

const MOST_SHOWN = 8;

/** Merges a cause into another. */
export async function mergeNamed(options: MergeOptions): Promise<MemoryChangeDocument> {
  const by = requireSpeaker(options.by);
  return withLedger({ ...options, create: false }, async (ledger) => {
    let ids = { from: '', into: '' };
    const { isNew } = await changeMemory(ledger, (view) => {
      const [from, into] = [namedCause(view, options.from), namedCause(view, options.into)];
      ids = { from: from.block.id, into: into.block.id };
      if (from.block.person?.into === into.block.id) return { change: 'merged', drafts: [] };
      requireMergeable(from.block, into.block);
      return mergeCauses(view, { from, into, by });
    });
    return { change: 'merged', cause: ids.from, into: ids.into, by, isNew };
  });
}

/** Moves tests out of a cause into a new one. */
export async function splitNamed(options: SplitOptions): Promise<MemoryChangeDocument> {
  const by = requireSpeaker(options.by);
  return withLedger({ ...options, create: false }, async (ledger) => {
    const view = await readMemory(ledger, { head: await memoryHead(ledger.store) });
    const { block } = namedCause(view, options.cause);
    requireOpen(block);
    const tests = await requireTests(ledger, { view, block, names: options.tests });
    const hashes = tests.map(testHash);
    const { word, isNew } = await changeMemory(ledger, (now) => {
      const cause = namedCause(now, block.id);
      requireOpen(cause.block);
      return splitCause(now, { cause, tests: hashes, by });
    });
    return { change: 'split', cause: block.id, into: word.id, tests, by, isNew };
  });
}

/** Retires a cause. */
export async function retireNamed(options: RetireOptions): Promise<MemoryChangeDocument> {
  const by = requireSpeaker(options.by);
  return withLedger({ ...options, create: false }, async (ledger) => {
    let id = '';
    const { isNew } = await changeMemory(ledger, (view) => {
      const cause = namedCause(view, options.cause);
      ({ id } = cause.block);
      if (cause.block.person?.word === 'retired') return { change: 'retired', drafts: [] };
      requireNotMerged(cause.block);
      return retireCause(cause, by);
    });
    return { change: 'retired', cause: id, by, isNew };
  });
}

function requireMergeable(from: PriorCauseBlock, into: PriorCauseBlock): void {
  if (from.id === into.id)
    throw new PenumbraError('usage', `${cite(from.id)} cannot be merged into itself`, {
      hint: 'name two causes; `penumbra memory` lists them',
    });
  requireOpen(from);
  requireOpen(into);
  if (from.confirmed_by === undefined || into.confirmed_by !== undefined) return;
  throw new PenumbraError(
    'usage',
    `${cite(from.confirmed_by)} named the place of ${cite(from.id)}, which would be lost`,
    { hint: `merge the other way around: \`penumbra memory merge ${into.id} ${from.id}\`` },
  );
}

function requireOpen(block: PriorCauseBlock): void {
  requireNotMerged(block);
  const { id, person } = block;
  if (person?.word !== 'wrong' && person?.word !== 'retired') return;
  const what = person.word === 'wrong' ? 'was called wrong' : 'was retired';
  throw new PenumbraError('usage', `${cite(id)} ${what} by ${cite(person.by)}`, {
    hint: 'name its place with `penumbra correct` first',
  });
}

function requireNotMerged({ id, person }: PriorCauseBlock): void {
  if (person?.into === undefined) return;
  throw new PenumbraError('usage', `${cite(id)} was merged into ${cite(person.into)}`, {
    hint: 'name that one',
  });
}

/**
 * Returns the tests of a cause that names refer to; a name that occurs in several suites must include its
 * suite.
 */
async function requireTests(
  ledger: Ledger,
  {
    view,
    block,
    names,
  }: { readonly view: MemoryView; readonly block: PriorCauseBlock; readonly names: readonly string[] },
): Promise<readonly CauseTest[]> {
  if (names.length === 0 || names.length > memoryLimits.tests)
    throw new PenumbraError('usage', `1 to ${memoryLimits.tests} tests are taken out at once`, {
      hint: 'name each with --test',
    });
  const known = (await testsOfCause(ledger, view, block)).filter((test) =>
    coversTests(block, [testHash(test)]),
  );
  const taken = new Map(names.map((name) => testNamed(known, name)).map((test) => [testHash(test), test]));
  if (taken.size < known.length) return [...taken.values()];
  throw new PenumbraError('usage', `these are all tests of ${cite(block.id)}`, {
    hint: 'a cause keeps at least one; retire it, or correct it',
  });
}

function testNamed(known: readonly CauseTest[], text: string): CauseTest {
  const spellings = ({ suite, name }: CauseTest) => [
    name,
    ...[' ', '.', '::', ' > '].map((mark) => `${suite}${mark}${name}`),
  ];
  const found = known.filter((test) => spellings(test).includes(text));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first === undefined)
    throw new PenumbraError(
      'usage',
      `no test of this cause is called ${cite(text)}${didYouMean(
        text,
        known.map(({ name }) => name),
      )}`,
      {
        hint:
          known.length === 0
            ? 'the runs that saw it are gone'
            : `its tests are ${listed(known.map(({ name }) => name))}`,
      },
    );
  throw new PenumbraError('usage', `${cite(text)} is a test of several suites`, {
    hint: `write the suite before it, for instance ${cite(`${first.suite} ${first.name}`)}`,
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_SHOWN).map(cite).join(', ');
  return names.length > MOST_SHOWN ? `${shown} and ${names.length - MOST_SHOWN} more` : shown;
}
