/**
 * Implements `correct`: a person's statement about a cause of a finished run, which later runs recall before
 * anything else.
 */

import { findWorkspaceRoot, type OpenLedgerOptions, ownFiles, withLedger } from '../../engine/index.ts';
import { casesOfCause } from '../../investigation/prove/index.ts';
import {
  findRun,
  readCases,
  readReport,
  readRunRecord,
  type Survey,
  surveyWorkspace,
} from '../../investigation/run/index.ts';
import { cite, didYouMean, type FrameId, type Id, PenumbraError, shortId } from '../../kernel/index.ts';
import { currentFrames, type Ledger } from '../../ledger/index.ts';
import {
  type Correction,
  correctCause,
  memoryLimits,
  type PriorCauseBlock,
  type ReportedCause,
  rejectCause,
} from '../../rca/index.ts';
import { type DefectType, defectTypes, type ReportDocument } from '../../record/index.ts';
import type { CorrectionDocument } from '../../report/index.ts';
import { changeMemory, requireSpeaker } from './change-memory.ts';
import { reportedCause } from './find-cause.ts';
import { namedFile, requirePlace } from './named-file.ts';

/** Converts a typed path into a path of the tree. */
type PathOf = (
  typed: string,
  standing: { readonly root: string; readonly has: (path: string) => boolean },
) => string;

/** The cause and its run, and the person's statement: a location, or that the answer was wrong. */
export type CorrectOptions = Omit<OpenLedgerOptions, 'create'> & {
  readonly run: string;
  /** An id, a prefix of one, or the number in the report. */
  readonly cause: string;
  readonly file?: string | undefined;
  readonly symbol?: string | undefined;
  readonly line?: number | undefined;
  readonly commit?: string | undefined;
  readonly type?: string | undefined;
  readonly isWrong?: boolean | undefined;
  readonly by?: string | undefined;
  /** How to interpret a typed path; defaults to relative to the root of the workspace. */
  readonly pathOf?: PathOf | undefined;
};

const RUN_REPORT = 'run-report';
const COMMIT = /^[0-9a-f]{4,64}$/;

/** Remembers a person's statement about a cause and returns the result. */
export async function correctCauseOf(options: CorrectOptions): Promise<CorrectionDocument> {
  const by = requireSpeaker(options.by);
  requireWord(options);
  const defectType = readType(options.type);
  const root = findWorkspaceRoot({ ...options, environment: options.environment ?? process.env }).path;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const { about, tree } = await findReported(ledger, options);
    if (options.file === undefined) {
      const { word, isNew } = await changeMemory(ledger, (view) => rejectCause(view, about, by));
      return documentOf(about, { block: blockIn(word), isNew });
    }
    const survey = surveyWorkspace(root, ownFiles(ledger));
    const has = (path: string) => survey.tree.at(path) !== undefined;
    const path = options.pathOf?.(options.file, { root, has }) ?? options.file;
    const file = await namedFile({ survey, store: ledger.store, tree }, path);
    requirePlace(survey, file, options);
    const correction: Correction = {
      path: file.path,
      content: file.content,
      symbol: boundedName(options.symbol),
      line: options.line,
      defectType,
      commit: options.commit === undefined ? undefined : readCommit(survey, options.commit),
      by,
    };
    const { word, isNew } = await changeMemory(ledger, (view) => correctCause(view, about, correction));
    return { ...documentOf(about, { block: blockIn(word), isNew }), ...becameOf(file) };
  });
}

function requireWord({ file, isWrong, symbol, line, commit, type }: CorrectOptions): void {
  const isPlaced = [file, symbol, line, commit, type].some((part) => part !== undefined);
  if (isWrong && isPlaced)
    throw new PenumbraError('usage', '`--wrong` names nothing else', {
      hint: 'leave it out where you know the place, and give that with --file',
    });
  if (isWrong || file !== undefined) return;
  throw new PenumbraError('usage', 'nothing is said about the cause', {
    hint: 'name the file that holds it with --file, or say --wrong',
  });
}

function readType(type: string | undefined): DefectType | undefined {
  const known = defectTypes.find((one) => one === type);
  if (type === undefined || known !== undefined) return known;
  throw new PenumbraError('usage', `${cite(type)} is no type of defect${didYouMean(type, defectTypes)}`, {
    hint: `use one of: ${defectTypes.join(', ')}`,
  });
}

function boundedName(symbol: string | undefined): string | undefined {
  if (symbol === undefined || (symbol !== '' && symbol.length <= memoryLimits.noteLength)) return symbol;
  throw new PenumbraError('usage', 'a symbol has a name of at most 1000 characters');
}

async function findReported(
  ledger: Ledger,
  options: Pick<CorrectOptions, 'run' | 'cause'>,
): Promise<{ readonly about: ReportedCause; readonly tree: string }> {
  const run = await findRun(ledger.store, options.run);
  const document = await requireReport(ledger, run);
  const cause = reportedCause(document, options.cause);
  const record = await readRunRecord(ledger, run);
  const cases = (await readCases(ledger, run, record)).map((one) => one.record);
  const report = await reportFrame(ledger, run);
  const about = { run, report, cause, cases: casesOfCause(document, cause, cases) };
  return { about, tree: record.inputs.tree };
}

async function requireReport(ledger: Ledger, run: Id<'run'>): Promise<ReportDocument> {
  const document = await readReport(ledger, run);
  if (document !== null) return document;
  throw new PenumbraError('usage', `${shortId(run)} has not ended, and so has no causes yet`, {
    hint: `go on with \`penumbra resume ${shortId(run)}\`, or answer at a step with \`penumbra override\``,
  });
}

async function reportFrame(ledger: Ledger, run: Id<'run'>): Promise<FrameId> {
  const frames = await currentFrames(ledger, { kind: 'run', id: run });
  return (frames.find(({ type }) => type === RUN_REPORT) as (typeof frames)[number]).id;
}

/** Finds a commit in the available history; a statement about any other could not be checked. */
function readCommit({ git }: Survey, text: string): NonNullable<Correction['commit']> {
  const start = text.toLowerCase();
  const [id, another] = COMMIT.test(start) ? git.findCommits(start) : [];
  if (id === undefined || another !== undefined)
    throw new PenumbraError('usage', `no commit of this history begins with ${cite(text)}`, {
      hint:
        git.revision() === null
          ? 'the workspace has no history; leave --commit out'
          : 'give at least 4 digits of one that `git log` shows',
    });
  const [commit] = git.readCommits([id]) ?? [];
  const subject = commit?.message.split('\n', 1)[0] ?? '';
  return {
    id,
    subject: subject.slice(0, memoryLimits.noteLength).toWellFormed(),
    author: (commit?.author ?? '').slice(0, memoryLimits.noteLength).toWellFormed(),
    date: commit?.date ?? '',
  };
}

function blockIn({ drafts: [first] }: { readonly drafts: readonly { readonly content: unknown }[] }) {
  return JSON.parse(String(first?.content)) as PriorCauseBlock;
}

function documentOf(
  { run, cause, cases }: ReportedCause,
  { block, isNew }: { readonly block: PriorCauseBlock; readonly isNew: boolean },
): CorrectionDocument {
  const isWrong = block.person?.word === 'wrong';
  const [place] = block.suspects;
  const [commit] = block.commits;
  return {
    run,
    cause: block.id,
    reported: cause.id,
    word: isWrong ? 'wrong' : 'corrected',
    by: block.person?.by ?? '',
    defectType: block.defect_type,
    place: isWrong || place === undefined ? null : placeOf(place),
    commit: isWrong ? null : (commit?.id ?? null),
    tests: cases.flatMap(({ tests }) => tests).length,
    answered: cause.answer,
    isNew,
  };
}

function placeOf({ path, symbol, line }: PriorCauseBlock['suspects'][number]): CorrectionDocument['place'] {
  return { path, ...(symbol !== undefined && { symbol }), ...(line !== undefined && { line }) };
}

function becameOf({ isDeleted, hasChanged }: { readonly isDeleted: boolean; readonly hasChanged: boolean }) {
  return { isDeleted, hasChanged };
}
