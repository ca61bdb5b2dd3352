/**
 * The repository prepared once for all cases: which sources there are, on which side, their terms and names
 * as corpora, and which refer to which. All I/O goes through `RepositoryFiles`.
 */
import {
  type Bm25Corpus,
  type ChangeHistory,
  createBm25Corpus,
  readSourceFacts,
  type SourceFacts,
  sourceSyntax,
} from '../../context/index.ts';
import { sortByCodePoint } from '../../kernel/index.ts';
import type { ChangeIndex } from '../changes/change-index.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { FailedTest } from '../intake/reading/failed-test.ts';
import type { OwnersOf } from '../paths/code-owners.ts';
import { type FileSide, sideOfFile } from '../paths/file-side.ts';
import { type FileName, fileName } from '../paths/naming.ts';
import { folderOf } from '../paths/path-parts.ts';
import type { PartsOf } from '../reach/name-reach.ts';
import type { ReachGraph } from '../reach/reach-graph.ts';
import { createFrameMapper, type FrameMapper } from '../stack/map-frames-to-files.ts';

/** What the evidence reads from a repository. */
export interface RepositoryFiles {
  readonly paths: Iterable<string>;
  /** Returns a file's bytes; undefined if it cannot be read. */
  read(path: string): Uint8Array | undefined;
  /**
   * Returns a source's facts from a cache keyed by content and extension. Without it every source is read
   * again.
   */
  facts?(path: string): SourceFacts | undefined;
}

interface IndexedSource extends SourceFacts {
  readonly path: string;
  readonly side: FileSide;
  readonly name: FileName;
}

/** A repository prepared for gathering evidence. */
export interface CodeIndex {
  /**
   * The files that may be to blame, in code point order: all but tests, or the tests if there is nothing
   * else.
   */
  readonly candidates: readonly IndexedSource[];
  /** The paths of the tests, in code point order. */
  readonly tests: ReadonlySet<string>;
  /** The candidates' terms, in the order of the candidates. */
  readonly terms: Bm25Corpus;
  /** The names that the candidates declare, in the same order. */
  readonly declared: Bm25Corpus;
  readonly references: References;
  readonly mapFrame: FrameMapper;
  /** Returns the positions of the candidates that declare a name. */
  declaring(name: string): readonly number[];
  read(path: string): Uint8Array | undefined;
}

/** Prepares a repository, in time linear in its sources. */
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

/** Returns the index for failures reported from, or asked about in, a folder. */
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

/**
 * Returns the positions of the candidates that a source at `path` with these names refers to, except itself.
 */
type References = (path: string, names: Iterable<string>) => number[];

/** A name shared by more files than this means nothing. */
const MOST_NAMESAKES = 4;
const EXTENSION = /\.\w+$/;
const FOLDER_FILE = /^(?:index|__init__|mod)$/;

/** Prepares the lookup of references to candidates. */
export function createReferences(candidates: readonly string[]): References {
  const byStem = new Map<string, number[]>();
  const byPath = new Map<string, number>();
  for (const [position, path] of candidates.entries()) {
    const stemPath = path.replace(EXTENSION, '');
    const stem = stemPath.slice(stemPath.lastIndexOf('/') + 1);
    byPath.set(stemPath, position);
    if (FOLDER_FILE.test(stem)) byPath.set(stemPath.slice(0, -stem.length - 1), position);
    else if (!byStem.has(stem)) byStem.set(stem, [position]);
    else byStem.get(stem)?.push(position);
  }
  const positionsOf = (from: string, name: string): readonly number[] => {
    if (!name.includes('/')) return byStem.get(name) ?? [];
    const position = byPath.get(resolvePath(from, name).replace(EXTENSION, ''));
    return position === undefined ? [] : [position];
  };
  return (path, names) => {
    const found = new Set<number>();
    for (const name of names) {
      const positions = positionsOf(path, name);
      if (positions.length <= MOST_NAMESAKES) for (const position of positions) found.add(position);
    }
    return [...found].filter((position) => candidates[position] !== path).sort((left, right) => left - right);
  };
}

/** Resolves `./x` and `../x` from a file's folder; other paths are relative to the root. */
function resolvePath(from: string, name: string): string {
  const parts = name.startsWith('.') ? from.split('/').slice(0, -1) : [];
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/**
 * The folder in which files of the same name are preferred: that of the report, otherwise the one asked
 * about.
 */
export function folderOfFailures(
  [first]: readonly Pick<EvidenceFailure, 'report'>[],
  { folder }: Pick<EvidenceView, 'folder'>,
): string {
  return folderOf(first?.report ?? '') || folder;
}

/** What the evidence needs of a failed test. */
export type EvidenceFailure = TestIdentity &
  Pick<FailedTest, 'message' | 'stack'> & {
    /** The report's path, if it lies in a folder of the workspace. */
    readonly report?: string;
  };

/** The repository as seen by a run, prepared once for all its cases. */
export type EvidenceView = {
  readonly index: CodeIndex;
  /** Undefined if there is no history to read. */
  readonly history: ChangeHistory | undefined;
  readonly changes: ChangeIndex;
  readonly reach: ReachGraph;
  readonly partsOf: PartsOf;
  /** The folder of the workspace that is investigated; empty for all of it. */
  readonly folder: string;
  /** The files of all failing tests of the run. */
  readonly failingFiles: readonly string[];
  readonly ownersOf: OwnersOf;
  /** What ran together with the failing tests, if coverage was given. */
  readonly coverage?: Coverage | undefined;
};

/** The fields that identify a test. */
export type TestIdentity = Pick<FailedTest, 'name' | 'className' | 'file' | 'suite' | 'suitePath'>;
