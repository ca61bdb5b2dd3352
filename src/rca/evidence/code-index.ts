/**
 * The repository as the evidence sees it, prepared once for all cases: which sources there are, on which side, their
 * terms and names as corpora, who refers to whom. The outside comes in through `RepositoryFiles`.
 */

import {
  type Bm25Corpus,
  createBm25Corpus,
  readSourceFacts,
  type SourceFacts,
  sourceSyntax,
} from '../../context/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import { type FileSide, sideOfFile } from '../paths/file-side.ts';
import { type FileName, fileName } from '../paths/naming.ts';
import { createFrameMapper, type FrameMapper } from '../stack/map-frames-to-files.ts';
import { createReferences, type References } from './references.ts';

/** What the evidence reads of a repository. */
export interface RepositoryFiles {
  readonly paths: Iterable<string>;
  /** Returns a file's bytes, or nothing where it cannot be read. */
  read(path: string): Uint8Array | undefined;
  /** Returns a source's facts from a cache by content and extension; without it every source is read anew. */
  facts?(path: string): SourceFacts | undefined;
}

/** One source of the repository. */
interface IndexedSource extends SourceFacts {
  readonly path: string;
  readonly side: FileSide;
  readonly name: FileName;
}

/** A repository prepared for gathering evidence. */
export interface CodeIndex {
  /** The files that may be to blame, in code point order: all but tests, or tests where there is nothing else. */
  readonly candidates: readonly IndexedSource[];
  /** The paths of the tests, in code point order. */
  readonly tests: ReadonlySet<string>;
  /** The candidates' terms; its order is that of the candidates. */
  readonly terms: Bm25Corpus;
  /** The names the candidates declare, in the same order. */
  readonly declared: Bm25Corpus;
  readonly references: References;
  readonly mapFrame: FrameMapper;
  /** Returns the positions of the candidates that declare a name. */
  declaring(name: string): readonly number[];
  read(path: string): Uint8Array | undefined;
}

/** Prepares a repository; linear in its sources. */
export function createCodeIndex(files: RepositoryFiles): CodeIndex {
  const paths = sortByCodePoint([...new Set(files.paths)]);
  const sources = paths.flatMap((path) => indexedSource(path, files));
  const tests = sources.filter(({ side }) => side === 'test');
  const code = sources.filter(({ side }) => side !== 'test');
  const candidates = code.length > 0 ? code : tests;
  let known: ReadonlyMap<string, readonly number[]> | undefined;
  const declarers = () => {
    known ??= declarersOf(candidates);
    return known;
  };
  return {
    candidates,
    tests: new Set(tests.map(({ path }) => path)),
    terms: createBm25Corpus(candidates.map(({ path, terms }) => [path, terms])),
    declared: createBm25Corpus(
      candidates.map(({ path, declared }) => [path, new Map([...declared].map((name) => [name, 1]))]),
    ),
    references: createReferences(candidates.map(({ path }) => path)),
    mapFrame: createFrameMapper(paths),
    declaring: (name) => declarers().get(name) ?? [],
    read: (path) => files.read(path),
  };
}

/** Returns the index for failures that were reported from a folder, or were asked about there. */
export function indexNear(index: CodeIndex, folder: string): CodeIndex {
  return folder === '' ? index : { ...index, mapFrame: (frame) => index.mapFrame(frame, folder) };
}

function indexedSource(path: string, files: RepositoryFiles): IndexedSource[] {
  if (sourceSyntax(path) === undefined) return [];
  const facts = files.facts === undefined ? readFacts(path, files) : files.facts(path);
  if (facts === undefined) return [];
  return [{ ...facts, path, side: sideOfFile(path, facts.hasTestMarks), name: fileName(path) }];
}

function declarersOf(candidates: readonly IndexedSource[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [position, { declared }] of candidates.entries()) {
    for (const name of declared) {
      const positions = found.get(name);
      if (positions === undefined) found.set(name, [position]);
      else positions.push(position);
    }
  }
  return found;
}

function readFacts(path: string, files: RepositoryFiles): SourceFacts | undefined {
  const bytes = files.read(path);
  return bytes && readSourceFacts(path, bytes);
}
