/**
 * Takes in coverage given with the reports: documents are read and hashed before anything is written, then
 * mapped onto the surveyed tree. The result is stored with the run, so resuming does not need the documents.
 */
import { readFileSync, statSync } from 'node:fs';
import { openFileTree } from '../../adapters/files/index.ts';
import { bytesOf, type FileTree, toByteText } from '../../context/index.ts';
import { COVERAGE } from '../../engine/index.ts';
import {
  type CanonicalValue,
  canonicalText,
  cite,
  compareCodePoints,
  type FrameId,
  type Id,
  PenumbraError,
  parseCanonical,
  type Sha256,
  sha256,
} from '../../kernel/index.ts';
import { type Ledger, putFrame, readFrames } from '../../ledger/index.ts';
import {
  type Coverage,
  type CoverageDocument,
  coverageLimits,
  type KeptCoverage,
  keepCoverage,
  keptCoverage,
  placeCoverage,
  readCoverage,
  type UnreadReport,
} from '../../rca/index.ts';
import { namedFiles, shownName } from './open-reports.ts';
import type { Survey } from './survey-workspace.ts';

type ReadDocument = Extract<CoverageDocument, { readonly format: string }>;

/** Documents as read, with the hash of each. */
export type CoverageIntake = {
  readonly inputs: readonly { readonly name: string; readonly hash: Sha256 }[];
  readonly documents: readonly (ReadDocument & { readonly name: string })[];
  readonly unread: readonly UnreadReport[];
  /** Coverage from our own traced run, which needs no parsing. */
  readonly traced?: Coverage;
};

/** The coverage, and the frame that stores it. */
export type RunCoverage = { readonly frame: FrameId; readonly lines: Coverage };

const IN_DIRECTORY = '**/*.{json,info,lcov,xml,out,cov}';
/** A larger file is not a source in which script ranges are counted. */
const LARGEST_SOURCE = 16 * 1024 * 1024;
const HINT =
  'name what a coverage tool wrote: lcov.info, cobertura.xml, jacoco.xml, coverage-final.json, coverage.json, a Go profile, or a folder of NODE_V8_COVERAGE';

/** Reads the named documents; throws `unreadable-input` if none of them is coverage. */
export function takeInCoverage(
  names: readonly string[],
  { root, currentDirectory = process.cwd() }: { readonly root: string; readonly currentDirectory?: string },
): CoverageIntake {
  const files = [
    ...new Set(
      names.flatMap((name) =>
        namedFiles(name, { currentDirectory, inDirectory: IN_DIRECTORY, what: 'coverage', hint: HINT }),
      ),
    ),
  ];
  if (files.length > coverageLimits.documents)
    throw unreadable(`--coverage names more than ${coverageLimits.documents} files`);
  const read = files.map((file) => ({ name: shownName(file, root), ...readFile(file) }));
  read.sort(
    (left, right) => compareCodePoints(left.name, right.name) || compareCodePoints(left.hash, right.hash),
  );
  const documents = read.flatMap(({ name, document }) =>
    'files' in document ? [{ name, ...document }] : [],
  );
  const unread = read.flatMap(({ name, document }) =>
    'reason' in document ? [{ source: name, reason: document.reason }] : [],
  );
  if (documents.length === 0) {
    const reasons = unread.slice(0, 5).map(({ source, reason }) => `${cite(source)}: ${reason}`);
    throw unreadable(`no coverage could be read: ${reasons.join('; ')}`);
  }
  return { inputs: read.map(({ name, hash }) => ({ name, hash })), documents, unread };
}

/** Returns the coverage of our own traced run, as if it had been given. */
export function tracedCoverage(lines: Coverage): CoverageIntake {
  const hash = sha256(canonicalText(keepCoverage(lines) as unknown as CanonicalValue));
  return { inputs: [{ name: 'a traced run', hash }], documents: [], unread: [], traced: lines };
}

/** Maps documents onto the surveyed tree; one that names none of its files is reported as unread. */
export function coverageIn(
  { documents, unread, traced }: CoverageIntake,
  { tree, directory }: Pick<Survey, 'tree' | 'directory'>,
): { readonly lines: Coverage; readonly unread: readonly UnreadReport[] } {
  if (traced !== undefined) return { lines: traced, unread };
  const paths: string[] = [];
  for (const { path, kind } of tree.walk()) if (kind === 'file' || kind === 'executable') paths.push(path);
  const disk = openFileTree(directory);
  const { coverage, found } = placeCoverage(
    documents.map(({ files }) => files),
    { paths, read: (path) => readText(disk, path) },
  );
  // Of many processes, some run no code of the project.
  const foreign = documents
    .filter(({ format }, at) => found[at] === 0 && (format !== 'v8' || coverage.size === 0))
    .map(({ name }) => ({ source: name, reason: 'it names no file of this repository' }));
  return { lines: coverage, unread: [...unread, ...foreign] };
}

/** Stores coverage as a frame of its run. */
export async function putCoverage(
  ledger: Ledger,
  run: Id<'run'>,
  { inputs, lines }: { readonly inputs: CoverageIntake['inputs']; readonly lines: Coverage },
): Promise<FrameId> {
  const { frameId } = await putFrame(ledger, {
    subject: { kind: 'run', id: run },
    type: COVERAGE,
    agent: 'intake',
    basis: {
      inputs: inputs.map(({ name, hash }) => ({ external: { name: `coverage ${name}`, value: hash } })),
    },
    content: canonicalText(keepCoverage(lines) as unknown as CanonicalValue),
  });
  return frameId;
}

/** Reads coverage from the frame that stores it. */
export async function readRunCoverage(ledger: Ledger, frame: FrameId): Promise<RunCoverage> {
  const [kept] = await readFrames(ledger.store, [frame]);
  if (!kept?.content)
    throw new PenumbraError('erased', 'the coverage of this run was removed', {
      hint: 'investigate anew: what was removed cannot be looked at again',
    });
  return { frame, lines: keptCoverage(parseCanonical(kept.content) as unknown as KeptCoverage) };
}

function readFile(file: string): { readonly hash: Sha256; readonly document: CoverageDocument } {
  const { size } = statSync(file);
  if (size > coverageLimits.documentBytes)
    throw unreadable(`${cite(file)} is larger than ${coverageLimits.documentBytes} bytes`);
  const bytes = readFileSync(file);
  return { hash: sha256(bytes), document: readCoverage(new TextDecoder().decode(bytes)) };
}

function readText(disk: FileTree, path: string): string | undefined {
  const { bytes } = disk.readSmall(toByteText(path), LARGEST_SOURCE);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytesOf(bytes));
}

function unreadable(message: string): PenumbraError {
  return new PenumbraError('unreadable-input', message, { hint: HINT });
}
