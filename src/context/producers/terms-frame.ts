/**
 * The facts of a source as a frame: type `terms`, resting on the file's bytes alone, so that it serves wherever they
 * lie. The content has few long texts instead of many short ones, with a space between names, which none of them has:
 * writing, checking and parsing it takes a quarter of the time that lists of names would take.
 */
import { type CanonicalValue, type ContentId, canonicalText, parseCanonical } from '../../kernel/index.ts';
import type { Basis, FrameType } from '../../ledger/index.ts';
import type { SecretScanner } from '../secrets/secret-scanner.ts';
import type { SourceFacts } from './source-facts.ts';
import { sourceExtension } from './source-syntax.ts';
import type { TermCounts } from './terms.ts';

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
