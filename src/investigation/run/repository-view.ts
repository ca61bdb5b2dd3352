/**
 * The repository as the tools present it to an investigation: search terms and history from their producers,
 * read once for all cases, and the index that evidence is gathered from.
 */
import { openSyntaxParser } from '../../adapters/parsers/index.ts';
import {
  type ChangedFile,
  type ChangeHistory,
  type CommitHistory,
  produceChanges,
  produceHistory,
  produceTerms,
  type RecentChanges,
  readSymbols,
  type SourceFacts,
  type SyntaxParser,
  type Tree,
} from '../../context/index.ts';
import { cite, contentId, makeId, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import {
  type CaseRecord,
  createChangeIndex,
  createCodeIndex,
  createOwnersOf,
  createPartsOf,
  createReachGraph,
  type EvidenceView,
  failingFiles,
  intakeLimits,
  isReport,
  noChanges,
} from '../../rca/index.ts';
import { type ContextServices, type ContextTerms, type ReadVisible, toolLimits } from '../../tools/index.ts';
import type { RunInputs } from './run-inputs.ts';
import type { RunSecrets } from './run-secrets.ts';
import type { Survey } from './survey-workspace.ts';
import { withoutLater } from './tested-elsewhere.ts';

/** What a turn's tool calls returned about the repository; null for what its mask does not open. */
type SeenRepository = {
  readonly terms: ContextTerms;
  readonly history: ChangeHistory | null;
  readonly changes: RecentChanges | null;
};

/** The services given to the tools, and the view that evidence is gathered from. */
export type RepositoryView = {
  readonly means: ContextServices;
  /**
   * Returns the evidence view of what the calls returned, for all cases of the run; calls with equal results
   * share one.
   */
  viewOf(seen: SeenRepository, cases: readonly CaseRecord[]): Promise<EvidenceView>;
};

type ViewInputs = Pick<
  RunInputs,
  'revision' | 'history' | 'base' | 'elsewhere' | 'reports' | 'coverage' | 'folder'
> & {
  readonly secrets: RunSecrets;
};

/** Opens the view of a surveyed workspace at the revision a run was started at. */
export function openRepositoryView(
  ledger: Ledger,
  { tree, git }: Survey,
  { revision, history: depth, base, elsewhere, reports, coverage = [], folder = '', secrets }: ViewInputs,
): RepositoryView {
  const terms = new WeakMap<object, Promise<ReadonlyMap<string, SourceFacts>>>();
  const history = new WeakMap<object, Promise<CommitHistory | null>>();
  const changes = new WeakMap<object, Promise<RecentChanges | null>>();
  const views: {
    readonly seen: SeenRepository;
    readonly view: Promise<EvidenceView>;
    readonly read: ReadVisible;
  }[] = [];
  return {
    means: {
      *files() {
        for (const { path, kind, contentId } of tree.walk())
          if (kind === 'file' || kind === 'executable') yield { path, contentId };
      },
      terms: (files, read) =>
        once(terms, files, async () => {
          const { scanner } = secrets;
          const { facts } = await produceTerms(ledger, {
            files,
            read: unchanged(tree, read, secrets),
            scanner,
          });
          return facts;
        }),
      history: () =>
        once(history, tree, async () => {
          if (revision === null || depth === 'none') return null;
          return produceHistory(ledger, { revision, depth, log: () => git.log(revision) });
        }),
      changes: () =>
        once(changes, tree, async () => {
          if (revision === null || depth === 'none') return null;
          const recent = await produceChanges(ledger, {
            revision,
            base: base ?? null,
            git,
            scanner: secrets.scanner,
          });
          if (recent === null) return null;
          const told = elsewhere ? withoutLater(recent, { elsewhere, git, revision }) : recent;
          return withoutReports(withoutSecrets(told, secrets), { reports: [...reports, ...coverage], tree });
        }),
    },
    async viewOf(seen, cases) {
      const known = views.find(({ seen: { terms, history, changes } }) =>
        [terms.facts === seen.terms.facts, history === seen.history, changes === seen.changes].every(Boolean),
      );
      const view = known?.view ?? prepareView({ tree, folder, secrets }, seen, cases);
      // Calls that were shown the same files share their reads; the secrets in them are masked.
      const read = known?.read ?? keepingReads(screened(tree, seen.terms.read, secrets));
      if (known === undefined) views.push({ seen, view, read });
      const { index, ...rest } = await view;
      return { ...rest, index: { ...index, read } };
    },
  };
}

/**
 * Ignores reports and coverage just written into the workspace, those of this run and others: they changed
 * nothing they describe.
 */
function withoutReports(
  recent: RecentChanges,
  { reports, tree }: { readonly reports: RunInputs['reports']; readonly tree: Tree },
): RecentChanges {
  const ids = new Set<string>(reports.map(({ hash }) => makeId('content', hash)));
  const changes = recent.changes.flatMap((change) => {
    if (change.commit !== null) return [change];
    const files = change.files.filter(
      (file) => !ids.has(tree.at(file.path)?.contentId ?? '') && !isNewReport(file) && !isNewArchive(file),
    );
    return files.length === 0 ? [] : [{ ...change, files }];
  });
  return { ...recent, changes: changes.map((change, position) => ({ ...change, position })) };
}

function isNewReport({ kind, hunks }: ChangedFile): boolean {
  const beginning = hunks[0]?.added.slice(0, BEGINNING_LINES).join('\n') ?? '';
  return kind === 'added' && isReport(new TextEncoder().encode(beginning.slice(0, intakeLimits.prefixBytes)));
}

/** Archives hold reports and logs of runs; an uncommitted one is not opened to find out. */
function isNewArchive({ kind, path }: ChangedFile): boolean {
  return kind === 'added' && path.endsWith('.zip');
}

/** How many lines are enough to recognize a new file. */
const BEGINNING_LINES = 100;

/** Stored commits already lack what any rule detects; this removes what only the reports mark as secret. */
function withoutSecrets(recent: RecentChanges, { screenChange }: RunSecrets): RecentChanges {
  return { ...recent, changes: recent.changes.map(screenChange) };
}

async function prepareView(
  { tree, folder, secrets }: { readonly tree: Tree; readonly folder: string; readonly secrets: RunSecrets },
  { terms, history, changes }: SeenRepository,
  cases: readonly CaseRecord[],
): Promise<EvidenceView> {
  const { facts } = terms;
  const read = unchanged(tree, terms.read, secrets);
  const index = createCodeIndex({ paths: facts.keys(), read, facts: (path) => facts.get(path) });
  let parser: SyntaxParser | undefined;
  const symbolsOf = async (path: string) => {
    const bytes = tree.at(path) === undefined ? undefined : read(path);
    if (bytes === undefined) return undefined;
    parser ??= openSyntaxParser();
    return readSymbols(parser, { path, bytes });
  };
  return {
    index,
    history: history ?? undefined,
    changes: changes === null ? noChanges : await createChangeIndex(changes, symbolsOf),
    reach: createReachGraph({ paths: terms.paths, facts, read }),
    partsOf: createPartsOf(read),
    folder,
    failingFiles: failingFiles(cases, { index, folder }),
    ownersOf: createOwnersOf((path) =>
      tree.at(path) === undefined ? undefined : screened(tree, terms.read, secrets)(path),
    ),
  };
}

/**
 * INVARIANT (one tree for a run): a file that differs from what was scanned ends the work instead of
 * misleading it.
 */
function unchanged(tree: Tree, read: ReadVisible, { screenName }: RunSecrets): ReadVisible {
  return (path) => {
    const bytes = read(path);
    const node = tree.at(path);
    // A link is not text of this tree, wherever it points.
    if (node?.kind === 'link' || node?.kind === 'directory') return undefined;
    const isReadable = node !== undefined && node.size <= toolLimits.sourceBytes;
    if (bytes === undefined ? !isReadable : contentId(bytes) === node?.contentId) return bytes;
    throw new PenumbraError(
      'stopped',
      `${cite(screenName(path))} changed while the workspace was looked at`,
      {
        hint: 'put it back and resume the run, or investigate anew',
      },
    );
  };
}

/** Reads files in order to quote them, with secrets masked. */
function screened(tree: Tree, read: ReadVisible, secrets: RunSecrets): ReadVisible {
  const whole = unchanged(tree, read, secrets);
  return (path) => {
    const bytes = whole(path);
    const content = tree.at(path)?.contentId;
    return bytes === undefined || content === undefined ? bytes : secrets.screenBytes(bytes, content);
  };
}

/** How many of the bytes read are cached for the next case. */
const MOST_KEPT = 32 * 1024 * 1024;

/** Caches reads: the cases of a run read the same files again and again. */
function keepingReads(read: ReadVisible): ReadVisible {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const bytes = read(path);
    if (bytes === undefined) return undefined;
    size += bytes.length;
    if (size > MOST_KEPT) {
      kept.clear();
      size = bytes.length;
    }
    kept.set(path, bytes);
    return bytes;
  };
}

/** Makes a value once per key, shared by concurrent callers; a failed one is made again on the next call. */
function once<Made>(
  made: WeakMap<object, Promise<Made>>,
  key: object,
  make: () => Promise<Made>,
): Promise<Made> {
  const known = made.get(key);
  if (known !== undefined) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}
