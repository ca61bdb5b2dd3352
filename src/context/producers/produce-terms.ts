/**
 * The producer `terms`: the facts of every source of a tree (search terms, names, imports), read back from the ledger
 * where the same bytes were read before, under whatever path. One frame per content, so that a change of one file
 * renews one frame.
 */
import {
  type BasisId,
  type CanonicalValue,
  type ContentId,
  canonicalText,
  contentId,
  parseCanonical,
} from '../../kernel/index.ts';
import { type Basis, basisIdFor, type FrameDraft, type FrameType, type Ledger } from '../../ledger/index.ts';
import { findProduced, keepProduced } from './keep-produced.ts';
import { screenBytes } from './screen-secrets.ts';
import { readSourceFacts, type SourceFacts } from './source-facts.ts';
import { sourceExtension, sourceSyntax } from './source-syntax.ts';
import type { TermCounts } from './terms.ts';
import type { SecretScanner } from './wrapped-secrets.ts';

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

/** The agent in whose name facts of sources are kept. */
export const TERMS_AGENT = 'terms';

/** Goes up with every change of what facts hold, so that none of another making are read back. */
export const TERMS_VERSION = '2';

/** The facts of one source: its search terms, the names it declares and uses, and what it imports. */
export const termsType: FrameType = {
  name: 'terms',
  cardinality: 'single',
  mediaType: 'application/json',
  check: (content) =>
    content === null || hasTerms(content) ? null : 'neither null nor a record of terms, counts and names',
  disclosure: { kind: 'terms', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

type TermsContent = {
  /** How often each term occurs, in the order of the terms. */
  readonly counts: string;
  readonly declared: string;
  readonly fileLiterals: string;
  readonly hasTestMarks: boolean;
  readonly imports: string;
  readonly names: string;
  readonly namespace: string;
  readonly terms: string;
};

const NONE: readonly string[] = [];

/** Returns what the facts of a source rest on: its bytes, and its extension, which decides how they are read. */
export function termsBasis({
  path,
  contentId,
  scanner,
}: {
  readonly path: string;
  readonly contentId: ContentId;
  /** What screened the source, where something did. */
  readonly scanner?: SecretScanner | undefined;
}): Basis {
  return {
    inputs: [contentId],
    policy: {
      extension: sourceExtension(path) ?? '',
      ...(scanner !== undefined && { secrets: scanner.version }),
    },
    producer: { name: TERMS_AGENT, version: TERMS_VERSION },
  };
}

/** Writes facts as canonical JSON; a file that is no text has none, which is null. */
export function encodeFacts(facts: SourceFacts | null): string {
  if (facts === null) return canonicalText(null);
  const { declared, fileLiterals, hasTestMarks, imports, names, namespace, terms } = facts;
  const content: TermsContent = {
    counts: joinNames(terms.values()),
    declared: joinNames(declared),
    fileLiterals: joinNames(fileLiterals),
    hasTestMarks,
    imports: joinNames(imports),
    names: joinNames(names),
    namespace,
    terms: joinNames(terms.keys()),
  };
  return canonicalText(content);
}

/** Reads facts back, in the order they were found in the source; undefined where the bytes hold none. */
export function decodeFacts(bytes: Uint8Array): SourceFacts | null | undefined {
  const content = parseCanonical(bytes);
  if (content === null) return null;
  if (!isTermsContent(content)) return undefined;
  const terms = countTerms(splitNames(content.terms), splitNames(content.counts));
  return (
    terms && {
      hasTestMarks: content.hasTestMarks,
      terms,
      declared: new Set(splitNames(content.declared)),
      names: new Set(splitNames(content.names)),
      fileLiterals: new Set(splitNames(content.fileLiterals)),
      imports: splitNames(content.imports),
      namespace: content.namespace,
    }
  );
}

function countTerms(terms: readonly string[], counts: readonly string[]): TermCounts | undefined {
  const found = new Map<string, number>();
  for (const [position, term] of terms.entries()) {
    const count = Number(counts[position]);
    if (!Number.isSafeInteger(count)) return undefined;
    found.set(term, count);
  }
  return counts.length === terms.length ? found : undefined;
}

/** What every version of these frames has; a ledger keeps those of former ones. */
function hasTerms(content: CanonicalValue): boolean {
  const { counts, declared, hasTestMarks, names, terms } = (content ?? {}) as Partial<TermsContent>;
  return [counts, declared, names, terms].every(isText) && typeof hasTestMarks === 'boolean';
}

function isTermsContent(content: CanonicalValue): content is TermsContent {
  const { fileLiterals, imports, namespace } = (content ?? {}) as Partial<TermsContent>;
  return hasTerms(content) && [fileLiterals, imports, namespace].every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function joinNames(names: Iterable<string | number>): string {
  return [...names].join(' ');
}

function splitNames(text: string): readonly string[] {
  return text === '' ? NONE : text.split(' ');
}
