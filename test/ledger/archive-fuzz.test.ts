// Feeds the archive reader what nobody wrote: mutated, cut, spliced and repeated archives. Whatever comes, it is taken
// whole or refused with a reason, and a refusal changes nothing.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PenumbraError } from '../../src/kernel/index.ts';
import { importArchive, validateLedger } from '../../src/ledger/index.ts';
import {
  anySteps,
  archiveOf,
  inChunks,
  put,
  reseal,
  type Step,
  sampleLedger,
  take,
} from './sample-ledger.ts';

type Mutation = (bytes: Uint8Array) => Uint8Array;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (bytes: Uint8Array, where: number) => Math.floor(where * bytes.length);

const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
    ([where, flip]): Mutation =>
      (bytes) => {
        const copy = bytes.slice();
        const index = at(bytes, where);
        copy[index] = (copy[index] ?? 0) ^ flip;
        return copy;
      },
  ),
  place.map(
    (where): Mutation =>
      (bytes) =>
        bytes.slice(0, at(bytes, where)),
  ),
  fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 40 })).map(
    ([where, extra]): Mutation =>
      (bytes) =>
        Buffer.concat([bytes.slice(0, at(bytes, where)), extra, bytes.slice(at(bytes, where))]),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Mutation =>
      (bytes) =>
        Buffer.concat([bytes.slice(0, at(bytes, from)), bytes.slice(at(bytes, to))]),
  ),
  fc.tuple(place, place).map(
    ([one, two]): Mutation =>
      (bytes) =>
        swapLines(bytes, one, two),
  ),
  fc
    .tuple(
      place,
      fc.constantFrom('-1', '0', '1e9', '99999999', '67108865', '9007199254740993', '"x"', 'null'),
    )
    .map(
      ([where, number]): Mutation =>
        (bytes) =>
          replaceNumber(bytes, where, number),
    ),
);

function swapLines(bytes: Uint8Array, one: number, two: number): Uint8Array {
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  const [a, b] = [Math.floor(one * lines.length), Math.floor(two * lines.length)];
  [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
  return Buffer.from(lines.join('\n'), 'latin1');
}

function replaceNumber(bytes: Uint8Array, where: number, number: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const found = [...text.matchAll(/(?<=":)[0-9]+/g)];
  const match = found[Math.floor(where * found.length)];
  if (!match) return bytes;
  return Buffer.from(
    text.slice(0, match.index) + number + text.slice(match.index + match[0].length),
    'latin1',
  );
}

/** Imports an archive into a ledger that has something already; a refusal must have a reason and change nothing. */
async function isTaken(archive: Uint8Array, size: number): Promise<boolean> {
  const target = sampleLedger();
  await put(target, { on: 'own.ts' });
  const before = await archiveOf(target.store);
  try {
    await importArchive(target.store, inChunks(archive, size));
  } catch (error) {
    expect(error).toBeInstanceOf(PenumbraError);
    expect(['archive-invalid', 'limit-exceeded']).toContain((error as PenumbraError).code);
    expect(await archiveOf(target.store)).toEqual(before);
    return false;
  }
  const { faults } = await validateLedger(target.store);
  expect(faults).toEqual([]);
  return true;
}

async function anArchive(steps: readonly Step[]): Promise<Uint8Array> {
  const ledger = sampleLedger();
  await put(ledger);
  await take(ledger, steps);
  return archiveOf(ledger.store);
}

const anyMutations = fc.array(anyMutation, { minLength: 1, maxLength: 3 });
const anySize = fc.integer({ min: 1, max: 500 });

test('an archive is refused as soon as one byte of it is another', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, anyMutations, anySize, async (steps, mutations, size) => {
      const archive = await anArchive(steps);
      const mutated = mutations.reduce((bytes, mutate) => mutate(bytes), archive);
      expect(await isTaken(mutated, size)).toBe(Buffer.compare(mutated, archive) === 0);
    }),
    { numRuns: 500 },
  );
});

test('a forged archive, with counts and root made to fit, is refused or leaves a valid ledger', async () => {
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(anySteps, anyMutations, anySize, async (steps, mutations, size) => {
      const mutated = mutations.reduce((bytes, mutate) => mutate(bytes), await anArchive(steps));
      const forged = Buffer.from(reseal(Buffer.from(mutated).toString('latin1')), 'latin1');
      seen.add(await isTaken(forged, size));
    }),
    { numRuns: 500 },
  );
  await fc.assert(
    fc.asyncProperty(anySteps, fc.array(place, { minLength: 1, maxLength: 4 }), async (steps, places) => {
      const lines = Buffer.from(await anArchive(steps))
        .toString('latin1')
        .split('\n');
      for (const where of places) lines.splice(1 + Math.floor(where * (lines.length - 3)), 1);
      seen.add(await isTaken(Buffer.from(reseal(lines.join('\n')), 'latin1'), 1_000));
    }),
    { numRuns: 300 },
  );
  expect(seen).toEqual(new Set([true, false]));
});

test('noise is refused as no archive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), async (noise) => {
      const { store } = sampleLedger();
      await expect(importArchive(store, inChunks(noise))).rejects.toMatchObject({ code: 'archive-invalid' });
    }),
  );
});
