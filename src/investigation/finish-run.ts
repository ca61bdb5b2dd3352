/**
 * Ends a run: assembles its report, remembers what it learned, and records both with the run's last event.
 */
import { type Id, PenumbraError } from '../kernel/index.ts';
import {
  type Append,
  type Batch,
  type FrameDraft,
  frameBatch,
  type Ledger,
  putFrames,
} from '../ledger/index.ts';
import { eventAppends, readRun } from '../pipeline/index.ts';
import {
  type AnsweredCase,
  assembleReport,
  groupCases,
  type LearnOptions,
  learnCauses,
  MEMORY_LOG,
  memoryHead,
  readMemory,
  reportEntry,
} from '../rca/index.ts';
import { type ReportCommit, type ReportDocument, type ReportModel, runEvent } from '../record/index.ts';
import { STOOD_IN } from './ask/answer-pack.ts';
import type { CaseWork } from './ask/case-work.ts';
import { answeredCase } from './case/answered-case.ts';
import { REPORT_TYPE, readReport, readRunRecord } from './run/run-record.ts';
import type { RunSetting } from './run/run-setting.ts';

const ATTEMPTS = 5;
/** How many causes and symptoms go into one batch, far below a batch's limit. */
const LEARNED_AT_ONCE = 1_000;

/** Records the end of a run and returns its report. */
export async function finishRun(setting: RunSetting, works: readonly CaseWork[]): Promise<ReportDocument> {
  const { answered, document } = await makeReport(setting, works);
  const seen = await seenTests(setting, works);
  const report = frameBatch(setting.ledger, reportDraft(setting.run, document, works)).batch;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if ((await learn(setting, document, answered)) && (await commitEnd(setting, report, seen)))
      return document;
    // Either another process ended the same run, or another run changed the memory in the meantime.
    const standing = await readReport(setting.ledger, setting.run);
    if (standing !== null) return standing;
  }
  throw new PenumbraError('store-busy', 'other runs keep changing what is remembered', {
    hint: `end them, or go on later with \`penumbra resume ${setting.run}\``,
  });
}

/** Makes the report of a run from its cases as they are now, without storing anything. */
export async function makeReport(
  setting: RunSetting,
  works: readonly CaseWork[],
): Promise<{ readonly answered: readonly AnsweredCase[]; readonly document: ReportDocument }> {
  const answered: AnsweredCase[] = [];
  for (const work of works) answered.push(await answeredCase(work));
  return { answered, document: await assemble(setting, answered) };
}

async function assemble(setting: RunSetting, cases: readonly AnsweredCase[]): Promise<ReportDocument> {
  const { ledger, run, inputs } = setting;
  const { tests, unread } = await readRunRecord(ledger, run);
  const { repository, revision, versions, history, elsewhere } = inputs;
  const read = { run, repository, revision, versions, history, unread };
  const model = await askedModel(setting);
  const tested = elsewhere && { tested_elsewhere: elsewhere };
  const document = assembleReport({ ...read, ...tested, counts: tests, cases });
  return nameCommits({ ...document, ...(model && { model }) }, setting);
}

/** Reports how many steps asked the model of a run, and where the heuristic answered instead. */
async function askedModel({ ledger, run, model }: RunSetting): Promise<ReportModel | null> {
  if (model === undefined) return null;
  const { cases } = await readRun(ledger.store, run);
  const steps = cases.flatMap(({ id, steps: taken }) => taken.map((step) => ({ ...step, case: id })));
  const stoodIn = steps.flatMap(({ case: caseId, step, node, decisions }) =>
    decisions
      .filter(({ decision }) => decision === STOOD_IN)
      .map(({ reason }) => ({ case: caseId, step, node, reason })),
  );
  const { name } = model.producer;
  const asked = steps.filter(({ packs }) => packs.length > 0).length;
  return { name, steps: asked, stood_in: stoodIn };
}

/** Agents see only the id of a commit that touched a file before; people want to read what it was. */
function nameCommits(document: ReportDocument, setting: RunSetting): ReportDocument {
  const unnamed = document.causes.flatMap(({ commits }) =>
    commits.filter(({ subject, author }) => subject === '' && author === '').map(({ id }) => id),
  );
  const words = tellCommits([...new Set(unnamed)], setting);
  const causes = document.causes.map((cause) => ({
    ...cause,
    commits: cause.commits.map((commit) => ({ ...commit, ...words.get(commit.id) })),
  }));
  return { ...document, causes };
}

/** The report is based on the last artifact of every case. */
function reportDraft(run: Id<'run'>, document: ReportDocument, works: readonly CaseWork[]): FrameDraft {
  const inputs = works.map(({ opened, journal }) => journal.progress.replies.at(-1)?.frame ?? opened.frame);
  return {
    subject: { kind: 'run', id: run },
    type: REPORT_TYPE,
    agent: 'report',
    basis: { inputs: [...new Set(inputs)] },
    content: JSON.stringify(document),
  };
}

async function learn(
  { ledger, run, inputs, survey }: RunSetting,
  document: ReportDocument,
  answered: readonly AnsweredCase[],
): Promise<boolean> {
  if (inputs.configuration.memory !== 'write') return true;
  const groups = new Map(groupCases(answered).map((group) => [group.id, group]));
  const causes = document.causes.map((cause) => {
    const { lead, others } = groups.get(cause.id) ?? { others: [] };
    return { cause, cases: [...(lead ? [lead] : []), ...others].map(({ record }) => record) };
  });
  return tryLearning(ledger, { run, causes, contentOf: survey.contentOf });
}

/**
 * Remembers causes in the memory as it is now, since another run may have changed it after this one began;
 * returns whether everything was remembered. What was remembered before a run was killed is not remembered
 * twice.
 */
export async function tryLearning(
  ledger: Ledger,
  { run, ...learned }: Omit<LearnOptions, 'view' | 'run'> & { readonly run: Id<'run'> },
): Promise<boolean> {
  // Read first: if another run learns something afterwards, the first batch fails and all of it is retried.
  let last = (await ledger.store.head(MEMORY_LOG))?.value ?? null;
  const view = await readMemory(ledger, { head: await memoryHead(ledger.store) });
  const { drafts, appends } = learnCauses(ledger, { run, view, ...learned });
  const frames = (await putFrames(ledger, drafts)).map(({ frameId }) => frameId);
  for (let start = 0; start < appends.length; start += LEARNED_AT_ONCE) {
    const some = appends.slice(start, start + LEARNED_AT_ONCE);
    const events = frames
      .slice(start, start + LEARNED_AT_ONCE)
      .map((frame) => runEvent('memory-changed', { frame, change: 'learned' }));
    const { committed } = await ledger.store.commit({
      atMs: ledger.clock.now(),
      requires: [{ kind: 'head-is', log: MEMORY_LOG, value: last }],
      appends: [...some, ...eventAppends(run, events)],
    });
    if (!committed) return false;
    last = some.at(-1)?.value ?? last;
  }
  return true;
}

/** What later runs may know about these tests; empty if they are not to be remembered. */
async function seenTests(
  { ledger, run, inputs }: RunSetting,
  works: readonly CaseWork[],
): Promise<readonly Append[]> {
  if (inputs.configuration.memory !== 'write') return [];
  const { tests } = await readRunRecord(ledger, run);
  const failed = works.flatMap(({ opened }) => opened.record.tests);
  const { revision, tree } = inputs;
  return [reportEntry({ revision, tree, tests: tests.total, failed })];
}

async function commitEnd(
  { ledger, run }: RunSetting,
  report: Batch,
  seen: readonly Append[],
): Promise<boolean> {
  const ended = eventAppends(run, [runEvent('run-ended', { run, status: 'done' })]);
  const { committed } = await ledger.store.commit({
    ...report,
    appends: [...(report.appends ?? []), ...seen, ...ended],
  });
  return committed;
}

/** The author, date and subject of a commit. */
type CommitWords = Pick<ReportCommit, 'subject' | 'author' | 'date'>;

/** Looks commits up; missing ones, as in a shallow clone, are left out. */
function tellCommits(
  ids: readonly string[],
  { survey: { git }, secrets }: Pick<RunSetting, 'survey' | 'secrets'>,
): ReadonlyMap<string, CommitWords> {
  // A commit that cannot be read must not hide the others.
  const found = git.readCommits(ids) ?? ids.flatMap((id) => git.readCommits([id]) ?? []);
  return new Map(
    found.map(({ commit, message, author, date }) => {
      const [subject = ''] = message.split('\n', 1);
      return [commit, { subject: secrets.screen(subject), author: secrets.screen(author), date }];
    }),
  );
}
