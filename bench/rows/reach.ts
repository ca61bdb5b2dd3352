// What a test can reach, against reading the sources for their names and imports, which is done before and kept.

import { readSourceFacts, type SourceFacts } from '../../src/context/index.ts';
import { createReachGraph } from '../../src/rca/index.ts';
import { repeated } from '../cpu.ts';
import type { Row } from '../row.ts';

const IMPORTS = 5;
const LINES = 100;

const path = (index: number) => `src/part${Math.floor(index / 20)}/file${index}.ts`;

/** A source of some length that imports others, so that all of them are within reach of the first. */
function source(index: number, files: number): string {
  const imports = Array.from({ length: IMPORTS }, (_, at) => {
    const other = (index * IMPORTS + at + 1) % files;
    return `import { value${other} } from '../part${Math.floor(other / 20)}/file${other}.ts';`;
  });
  const lines = Array.from(
    { length: LINES },
    (_, at) => `  const line${at} = value${index} + total${at % 7}(${at});`,
  );
  return [
    ...imports,
    `export function value${index}(amount: number) {`,
    ...lines,
    '  return amount;',
    '}',
    '',
  ].join('\n');
}

function sources(files: number): ReadonlyMap<string, Uint8Array> {
  const encoder = new TextEncoder();
  return new Map(
    Array.from({ length: files }, (_, index) => [path(index), encoder.encode(source(index, files))]),
  );
}

function factsOf(texts: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, SourceFacts> {
  const read = [...texts].map(([name, bytes]) => [name, readSourceFacts(name, bytes)] as const);
  return new Map(read.flatMap(([name, facts]) => (facts === undefined ? [] : [[name, facts] as const])));
}

export const reachRow: Row = {
  name: 'reach',
  work: 'the graph of 1,000 sources, followed from one of them to all',
  comparedWith: 'reading the same sources for their names and imports',
  budget: 0.5,
  sizeUnit: 'files',
  sizes: [100, 1_000, 5_000],
  rounds: 5,
  subject(files) {
    const texts = sources(files);
    const facts = factsOf(texts);
    return {
      run: repeated(() => {
        const graph = createReachGraph({ paths: texts.keys(), facts, read: (name) => texts.get(name) });
        const { size } = graph.reachedFrom([path(0)]);
        if (size < files) throw new Error(`only ${size} of ${files} files were reached`);
      }),
    };
  },
  peer(files) {
    const texts = sources(files);
    return { run: repeated(() => factsOf(texts)) };
  },
};
