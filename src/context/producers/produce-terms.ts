/**
 * The producer `terms`: the facts of every source of a tree, read back from the ledger where the same bytes were read
 * before, under whatever path. One frame per content: read in groups it takes a fraction of the time of lexing, so
 * nothing is gained by putting the files of a directory into one frame, which every change of one of them would renew.
 */
import { type BasisId, type ContentId, contentId } from '../../kernel/index.ts';
import { basisIdFor, type FrameDraft, type Ledger } from '../../ledger/index.ts';
import { screenBytes } from '../secrets/screen-secrets.ts';
import type { SecretScanner } from '../secrets/secret-scanner.ts';
import { findProduced, keepProduced } from './keep-produced.ts';
import { readSourceFacts, type SourceFacts } from './source-facts.ts';
import { sourceSyntax } from './source-syntax.ts';
import { decodeFacts, encodeFacts, TERMS_AGENT, termsBasis, termsType } from './terms-frame.ts';

/** A file of a tree, with the id of the bytes it had when the tree was scanned. */
export type SourceFile = { readonly path: string; readonly contentId: ContentId };

/** The files to read; those of no known language are passed over. */
export type TermsInput = {
  readonly files: Iterable<SourceFile>;
  /** Returns a file's bytes, or nothing where it cannot be read. */
  read(path: string): Uint8Array | undefined;
  /** What keeps secrets out of the facts; without one they are taken as they stand. */
  readonly scanner?: SecretScanner;
};

/** The facts by path, in the order of the files, and how they came about. */
export type ProducedTerms = {
  readonly facts: ReadonlyMap<string, SourceFacts>;
  /** How many contents were lexed. */
  readonly made: number;
  /** How many contents were read back. */
  readonly reused: number;
  /** The sources that could not be read, or have changed since they were scanned. */
  readonly skipped: readonly string[];
};

/** A source with what its facts rest on. */
type Source = SourceFile & { readonly basisId: BasisId };

/** Facts by what they rest on; null for a file that is no text. */
type KnownFacts = Map<BasisId, SourceFacts | null>;

/** How many contents are held in memory before they are kept. */
const CONTENTS_AT_ONCE = 1_024;

/** Returns the facts of sources, lexing only those whose bytes were never read before. */
export async function produceTerms(
  ledger: Ledger,
  { files, read, scanner }: TermsInput,
): Promise<ProducedTerms> {
  const sources = sourcesIn(files, scanner);
  const byBasis = Map.groupBy(sources, ({ basisId }) => basisId);
  const bases = [...byBasis.keys()];
  const known: KnownFacts = new Map();
  let reused = 0;
  for (let start = 0; start < bases.length; start += CONTENTS_AT_ONCE) {
    const some = bases.slice(start, start + CONTENTS_AT_ONCE);
    reused += await readBack(ledger, some, known);
    const missing = some.filter((basis) => !known.has(basis)).map((basis) => byBasis.get(basis) ?? []);
    await keepProduced(
      ledger,
      missing.flatMap((alike) => makeFacts(alike, { read, scanner }, known)),
    );
  }
  return { ...listFacts(sources, known), made: known.size - reused, reused };
}

function sourcesIn(files: Iterable<SourceFile>, scanner: SecretScanner | undefined): readonly Source[] {
  const sources: Source[] = [];
  for (const { path, contentId } of files) {
    if (sourceSyntax(path) === undefined) continue;
    sources.push({ path, contentId, basisId: basisIdFor(termsBasis({ path, contentId, scanner })) });
  }
  return sources;
}

/** Adds what the ledger has to the known facts and returns how many that were. */
async function readBack(ledger: Ledger, bases: readonly BasisId[], known: KnownFacts): Promise<number> {
  const before = known.size;
  const found = await findProduced(ledger.store, { type: termsType.name, agent: TERMS_AGENT }, bases);
  for (const [basis, content] of found) {
    const facts = decodeFacts(content);
    if (facts !== undefined) known.set(basis, facts);
  }
  return known.size - before;
}

/** Lexes one of the sources of equal bytes that still has them, and returns the frame to keep. */
function makeFacts(
  alike: readonly Source[],
  { read, scanner }: Pick<TermsInput, 'read'> & { readonly scanner: SecretScanner | undefined },
  known: KnownFacts,
): FrameDraft[] {
  for (const { path, contentId: expected, basisId } of alike) {
    const bytes = read(path);
    if (bytes === undefined || contentId(bytes) !== expected) continue;
    const facts = readSourceFacts(path, scanner === undefined ? bytes : screenBytes(scanner, bytes)) ?? null;
    known.set(basisId, facts);
    const basis = termsBasis({ path, contentId: expected, scanner });
    const subject = { kind: 'node', id: path } as const;
    return [{ subject, type: termsType.name, agent: TERMS_AGENT, basis, content: encodeFacts(facts) }];
  }
  return [];
}

function listFacts(sources: readonly Source[], known: KnownFacts): Pick<ProducedTerms, 'facts' | 'skipped'> {
  const facts = new Map<string, SourceFacts>();
  const skipped: string[] = [];
  for (const { path, basisId } of sources) {
    const own = known.get(basisId);
    if (own) facts.set(path, own);
    else if (own === undefined) skipped.push(path);
  }
  return { facts, skipped };
}
