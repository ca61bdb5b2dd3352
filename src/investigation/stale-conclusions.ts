/** Finds the conclusions of a run that are based on files that have changed since. */
import { diffToTree } from '../context/index.ts';
import { findWorkspaceRoot, type OpenLedgerOptions, ownFiles, withLedger } from '../engine/index.ts';
import { type FrameId, type Id, isId, makeId, PenumbraError, type Sha256, shortId } from '../kernel/index.ts';
import { type Ledger, readFrames } from '../ledger/index.ts';
import { openJournal } from '../pipeline/index.ts';
import type { StaleDocument } from '../report/index.ts';
import { treeOfRun } from './run/find-run.ts';
import { casesOfCause, readCases, readReport, readRunRecord } from './run/run-record.ts';
import { type Survey, surveyWorkspace } from './run/survey-workspace.ts';

/** Lists the conclusions of a run that are based on changed files, by cause and path. */
export async function staleConclusions(
  options: OpenLedgerOptions & { readonly run: string },
): Promise<StaleDocument> {
  const { environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const { run, causes, conclusions } = await findMoved(
      ledger,
      options.run,
      surveyWorkspace(root, ownFiles(ledger)),
    );
    return { run, causes, conclusions };
  });
}

/** The conclusions of a run that are based on changed files, with the cases that reached them. */
export type MovedConclusions = Omit<StaleDocument, 'run'> & {
  readonly run: Id<'run'>;
  readonly cases: ReadonlySet<string>;
};

/** Compares the files a run is based on with the current workspace. */
export async function findMoved(ledger: Ledger, name: string, { tree }: Survey): Promise<MovedConclusions> {
  const { run, digest } = await treeOfRun(ledger, name);
  const document = await readReport(ledger, run);
  if (document === null)
    throw new PenumbraError('usage', `${shortId(run)} has not ended, so it has concluded nothing yet`, {
      hint: `go on with \`penumbra resume ${shortId(run)}\``,
      data: { run },
    });
  const before = makeId('content', digest as Sha256);
  const moved = (await diffToTree(ledger.store, before, tree)).flatMap(({ path, before: then, after }) =>
    then === null || then.kind === 'directory'
      ? []
      : [{ input: path, from: then.contentId, to: after?.contentId ?? null }],
  );
  const opened = await readCases(ledger, run, await readRunRecord(ledger, run));
  const records = opened.map(({ record }) => record);
  const conclusions: StaleDocument['conclusions'][number][] = [];
  const cases = new Set<string>();
  for (const cause of moved.length === 0 ? [] : document.causes) {
    const own = casesOfCause(document, cause, records).map(({ id }) => id);
    const rests = await contentsUnder(ledger, run, own);
    const under = moved.filter(({ from }) => rests.has(from));
    for (const one of under) conclusions.push({ cause: cause.id, ...one });
    if (under.length > 0) for (const id of own) cases.add(id);
  }
  return { run, causes: document.causes.length, conclusions, cases };
}

/** The bytes of files that the cases' last artifacts are based on, directly or through other records. */
async function contentsUnder(
  ledger: Ledger,
  run: Id<'run'>,
  cases: readonly string[],
): Promise<ReadonlySet<string>> {
  const contents = new Set<string>();
  const seen = new Set<FrameId>();
  let next: readonly FrameId[] = [];
  for (const id of cases) {
    const { replies } = (await openJournal(ledger, { run, case: id })).progress;
    next = [...next, ...replies.map(({ frame }) => frame)];
  }
  while (next.length > 0) {
    const unseen = [...new Set(next)].filter((frame) => !seen.has(frame));
    for (const frame of unseen) seen.add(frame);
    const inputs = (await readFrames(ledger.store, unseen)).flatMap(({ basis }) => basis?.inputs ?? []);
    const ids = inputs.filter((input) => typeof input === 'string');
    for (const id of ids) if (isId(id, 'content')) contents.add(id);
    next = ids.filter((id): id is FrameId => isId(id, 'frame'));
  }
  return contents;
}
