// Compiling a prompt pack from the bytes of a working set, with everything a first compilation does: reading and checking
// the bytes, disclosing, writing, rendering and hashing, and the search for what is locked. Against one bare pass over
// the bytes that come out.

import {
  compileGuard,
  type LeakGuard,
  sealWorkingSet,
  type WorkingSetBytes,
} from '../../src/disclosure/index.ts';
import { compilePromptPack, type PackBytes } from '../../src/disclosure/lens/index.ts';
import { type CanonicalValue, sha256 } from '../../src/kernel/index.ts';
import { cpuOf } from '../cpu.ts';
import type { Contestant, Row } from '../row.ts';

const LOCKED = 1_000;
const PAYLOAD_CHARACTERS = 500;

const sentences = [
  'The river gate was shut before the second bell, and nobody had asked for it.',
  'Two carts waited on the bridge; their drivers spoke of wolves, and of the price of salt.',
  'Whoever lit the lamp in the granary left neither tracks nor ash, only a smell of resin.',
  'At noon the warden counted the keys again and wrote 17 where there had been 18.',
  'A child had seen a grey horse without a rider, going slowly towards the old mill.',
  'The clerk remembers the seal, but not the hand, and will not swear to either.',
  '"Ask the ferryman," the innkeeper said, "he has been across three times since Tuesday."',
];
const syllables = ['var', 'mith', 'ox', 'dul', 'ren', 'qua', 'zeb', 'tor', 'ijk', 'pha', 'gro', 'wyn'];

export const packCompileRow: Row = {
  name: 'pack-compile',
  work: 'a prompt pack of 100 facts, with the guard of 1,000 locked tokens built before',
  comparedWith: 'one pass over the bytes of that pack, folding each into a hash of 32 bits',
  budget: 10,
  sizeUnit: 'facts',
  sizes: [10, 100, 1_000],
  // A pass is so much quicker that rounds as long as it asks for would take minutes.
  mostTimes: 256,
  rounds: 9,
  subject: compile,
  peer: (size) => {
    const { bytes } = packOf(sampleSet(size), sampleGuard());
    return { run: (times) => cpuOf(() => void foldBytes(bytes, times)) };
  },
};

/** Every compilation has bytes that were never seen before; copying them is not counted. */
function compile(size: number): Contestant {
  const { bytes, id } = sampleSet(size);
  const guard = sampleGuard();
  return {
    run: (times) => {
      const copies = Array.from({ length: times }, () => ({ bytes: bytes.slice(), id }));
      return cpuOf(() => {
        for (const copy of copies) packOf(copy, guard);
      });
    },
  };
}

function packOf(set: WorkingSetBytes, guard: LeakGuard): PackBytes {
  return compilePromptPack(set, { consumer: 'agent', guard }).pack;
}

/**
 * FNV-1a over the bytes so many times, the least that looks at every byte. Both loops are in one function: inlined into
 * another one's loop, the inner one stays half optimised for good and takes seven times as long.
 */
function foldBytes(bytes: Uint8Array, times: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let turn = 0; turn < times; turn++)
    for (let index = 0; index < bytes.length; index++)
      hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  return hash;
}

function sampleSet(size: number): WorkingSetBytes {
  return sealWorkingSet({
    mask_matrix: { version: 1, consumers: { agent: { '*': { public: 'full' } } } },
    facts_slice: Array.from({ length: size }, (_, index) => ({
      handle: `frame:${sha256(String(index))}`,
      kind: index % 3 === 0 ? 'report' : 'sighting',
      payload: samplePayload(index),
      provenance: { source: 'scribe', event_ids: [`event-${index}`], rule_refs: [] },
    })),
    locked_precision_handles: Array.from({ length: LOCKED }, (_, index) => `locked:${index + 1}`),
  });
}

function samplePayload(index: number): CanonicalValue {
  let text = '';
  for (let turn = index; text.length < PAYLOAD_CHARACTERS - 80; turn++)
    text += `${text === '' ? '' : ' '}${sentences[(turn * 3) % sentences.length]}`;
  return { hour: index % 24, place: `quarter ${index % 9}`, text, witnesses: ['warden', `guest-${index}`] };
}

function sampleGuard(): LeakGuard {
  return compileGuard(
    Array.from({ length: LOCKED }, (_, index) => ({
      handle: `locked:${index + 1}`,
      tokens: [nameOf(index)],
    })),
  );
}

/** An invented name, another one for every number below 1,728. */
function nameOf(index: number): string {
  const syllable = (place: number) => syllables[Math.floor(index / 12 ** place) % 12];
  return `${syllable(0)}${syllable(1)}${syllable(2)}ak`;
}
