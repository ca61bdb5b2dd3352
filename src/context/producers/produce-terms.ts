/**
 * The `terms` producer: facts about every source (search terms, names, imports), reused from the ledger if
 * equal bytes were read before under any path. There is one frame per content, so changing a file renews one
 * frame.
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

/** A file of a tree and the content id from the scan. */
export type SourceFile = { readonly path: string; readonly contentId: ContentId };

/** The files to read; unknown languages are skipped. */
export type TermsInput = {
  readonly files: Iterable<SourceFile>;
  /** Returns a file's bytes, or undefined if it cannot be read. */
  read(path: string): Uint8Array | undefined;
  /** Removes secrets from the facts; without it, they are unchanged. */
  readonly scanner?: SecretScanner;
};

/** The facts by path, in file order, with statistics. */
export type ProducedTerms = {
  readonly facts: ReadonlyMap<string, SourceFacts>;
  /** How many contents were lexed. */
  readonly made: number;
  /** How many contents were reused. */
  readonly reused: number;
  /** Sources that could not be read or have changed since the scan. */
  readonly skipped: readonly string[];
};

/** A source and its basis. */
type Source = SourceFile & { readonly basisId: BasisId };

/** Facts by basis; null for a binary file. */
type KnownFacts = Map<BasisId, SourceFacts | null>;

/** How many contents are held in memory before they are stored. */
const CONTENTS_AT_ONCE = 1_024;

/** Returns the facts of sources, lexing only bytes not read before. */
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

/** Adds stored facts to the known ones and returns how many were added. */
async function readBack(ledger: Ledger, bases: readonly BasisId[], known: KnownFacts): Promise<number> {
  const before = known.size;
  const found = await findProduced(ledger.store, { type: termsType.name, agent: TERMS_AGENT }, bases);
  for (const [basis, content] of found) {
    const facts = decodeFacts(content);
    if (facts !== undefined) known.set(basis, facts);
  }
  return known.size - before;
}

/** Lexes the first unchanged source among those with equal bytes, and returns the frame to store. */
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

/** The agent that signs source facts. */
export const TERMS_AGENT = 'terms';

/** Incremented whenever the facts change, so that older ones are not reused. */
export const TERMS_VERSION = '2';

/** The frame type for a source's facts: search terms, names declared and used, and imports. */
export const termsType: FrameType = {
  name: 'terms',
  cardinality: 'single',
  mediaType: 'application/json',
  check: (content) =>
    content === null || hasTerms(content) ? null : 'neither null nor a record of terms, counts and names',
  disclosure: { kind: 'terms', visibility: 'public', precision: 'unlocked', slice: 'facts' },
};

type TermsContent = {
  /** The frequency of each term, in the order of the terms. */
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

/** Returns the basis of a source's facts: its bytes, and its extension, which determines how it is read. */
export function termsBasis({
  path,
  contentId,
  scanner,
}: {
  readonly path: string;
  readonly contentId: ContentId;
  /** The scanner that removed secrets, if any. */
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

/** Serialises facts as canonical JSON; null for a binary file. */
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

/** Parses facts in source order; undefined if the bytes are invalid. */
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

/** Checks the fields common to all versions of these frames; a ledger also keeps old ones. */
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
