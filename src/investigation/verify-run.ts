/**
 * Verifies an investigation: walks its cases again from their starting point, on a view of the ledger in
 * which the run has not begun, and compares every artifact and the bytes of the report. Nothing is stored.
 */

import { worldLogs } from '../disclosure/oracle/index.ts';
import { openAnchoredTrail } from '../engine/guard/audit/index.ts';
import { findWorkspaceRoot, type OpenLedgerOptions, ownFiles, withLedger } from '../engine/index.ts';
import { type FrameId, type Id, isRecord, PenumbraError, shortId } from '../kernel/index.ts';
import {
  createMemoryStore,
  createOverlayStore,
  everyHead,
  frameHistory,
  frameIdIn,
  frameLogPrefix,
  type HiddenParts,
  type Ledger,
  readWholeLog,
  type Subject,
} from '../ledger/index.ts';
import { caseSubject, journalLogs, openJournal, readRun } from '../pipeline/index.ts';
import type { CaseWork } from './ask/case-work.ts';
import { driveRun, type InvestigationProgress } from './drive-run.ts';
import { makeReport } from './finish-run.ts';
import { loadOwnDefinitions, type OwnDefinitions } from './run/definitions.ts';
import { findRun } from './run/find-run.ts';
import { REPORT_TYPE, readRunRecord } from './run/run-record.ts';
import { openSetting } from './run/run-setting.ts';
import { surveyWorkspace } from './run/survey-workspace.ts';

/** Options for verifying a run. */
export type VerifyRunOptions = OpenLedgerOptions &
  OwnDefinitions & {
    readonly run: string;
    /** Files that commands wrote into the workspace; they are not part of it. */
    readonly outputs?: readonly string[];
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: InvestigationProgress) => void;
  };

/** Something that differs from the record. */
export type Difference = { readonly what: string; readonly recorded: string; readonly found: string };

/** The result of verifying an investigation. */
export type RunVerification = {
  readonly ok: boolean;
  readonly run: Id<'run'>;
  /** The frame of the report as argued. */
  readonly report: FrameId;
  /** How many steps were walked again. */
  readonly steps: number;
  readonly differences: readonly Difference[];
};

const MOST_DIFFERENCES = 50;
const LONGEST_VALUE = 200;
/** The frames a run and its cases start from; all others are remade. */
const BEGINNINGS: readonly string[] = ['run', 'case', 'coverage'];

/** Verifies an investigation that has ended, on the workspace it was made on. */
export async function verifyRun(options: VerifyRunOptions): Promise<RunVerification> {
  const { environment = process.env, signal, onProgress } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  return withLedger({ ...options, create: false }, async (ledger) => {
    const run = await findRun(ledger.store, options.run);
    const recorded = await arguedReport(ledger, run);
    await requireWalkedByAgents(ledger, run);
    onProgress?.({ phase: 'scanning', done: 0, total: 0 });
    const survey = surveyWorkspace(root, ownFiles(ledger, options.outputs));
    const view: Ledger = { ...ledger, store: createOverlayStore(ledger.store, await partsOf(ledger, run)) };
    // Repeated calls are not calls of this session.
    const trail = await openAnchoredTrail(
      { store: createMemoryStore(), clock: ledger.clock },
      { environment },
    );
    const definitions = await loadOwnDefinitions(options);
    const setting = await openSetting(view, run, { survey, definitions, trail, environment });
    const { works } = await driveRun(setting, { signal, onProgress });
    if (signal?.aborted)
      throw new PenumbraError('stopped', 'the verification was stopped', { hint: 'verify the run again' });
    const { document } = await makeReport(setting, works);
    const made = JSON.stringify(document);
    const steps = await compareSteps(ledger, run, works);
    const told = differencesIn(JSON.parse(recorded.text), JSON.parse(made));
    const differences = [...steps.differences, ...told];
    return {
      ok: recorded.text === made && differences.length === 0,
      run,
      report: recorded.frame,
      steps: steps.count,
      differences: differences.slice(0, MOST_DIFFERENCES),
    };
  });
}

async function arguedReport(
  ledger: Ledger,
  run: Id<'run'>,
): Promise<{ readonly frame: FrameId; readonly text: string }> {
  const frames = await frameHistory(ledger, { kind: 'run', id: run });
  const first = frames.find(({ type }) => type === REPORT_TYPE);
  if (first?.content) return { frame: first.id, text: new TextDecoder().decode(first.content) };
  throw new PenumbraError('usage', `${shortId(run)} has not ended, so there is nothing to verify yet`, {
    hint: `go on with \`penumbra resume ${shortId(run)}\``,
    data: { run },
  });
}

/** A person's answers, and steps shared with another run, are not remade. */
async function requireWalkedByAgents(ledger: Ledger, run: Id<'run'>): Promise<void> {
  const { inputs } = await readRunRecord(ledger, run);
  const { cases } = await readRun(ledger.store, run);
  const isAnswered = cases.some(({ overrides }) => overrides.length > 0);
  const why =
    inputs.fork !== undefined
      ? `it goes on from steps of ${shortId(inputs.fork.run)}`
      : isAnswered
        ? 'a person answered in it'
        : inputs.configuration.model !== undefined
          ? 'a model answered in it'
          : null;
  if (why === null) return;
  throw new PenumbraError('usage', `${shortId(run)} cannot be made again by agents alone: ${why}`, {
    hint: `\`penumbra pack verify\` and \`penumbra validate\` check what is on record`,
    data: { run },
  });
}

/** The parts of the ledger that the run wrote after it had begun. */
async function partsOf(ledger: Ledger, run: Id<'run'>): Promise<HiddenParts> {
  const { store } = ledger;
  const { cases } = await readRunRecord(ledger, run);
  const ofCases = cases.map(({ id }) => caseSubject(run, id));
  const subjects: readonly Subject[] = [
    { kind: 'run', id: run },
    ...ofCases.flatMap((subject): Subject[] => [subject, { kind: 'world', id: subject.id }]),
  ];
  const logs = new Set([...(await journalLogs(store, run)), ...ofCases.flatMap(({ id }) => worldLogs(id))]);
  const members = new Set<string>();
  for (const subject of subjects) {
    const prefix = frameLogPrefix(subject);
    for await (const { log } of everyHead(store, prefix)) {
      if (BEGINNINGS.includes(log.slice(prefix.length))) continue;
      logs.add(log);
      for (const { value } of await readWholeLog(store, log)) members.add(frameIdIn(log, value));
    }
  }
  return { logs, members };
}

async function compareSteps(
  ledger: Ledger,
  run: Id<'run'>,
  works: readonly CaseWork[],
): Promise<{ readonly count: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = [];
  let count = 0;
  for (const { opened, journal } of works) {
    const { replies } = (await openJournal(ledger, { run, case: opened.record.id })).progress;
    const now = journal.progress.replies;
    count += now.length;
    const at = replies.findIndex(({ frame }, index) => frame !== now[index]?.frame);
    const place = at >= 0 ? at : replies.length === now.length ? -1 : replies.length;
    if (place < 0) continue;
    const tell = (reply: (typeof now)[number] | undefined) =>
      reply === undefined ? 'no further step' : `${reply.node}, ${shortId(reply.frame)}`;
    // Later steps build on the first one that differs.
    differences.push({
      what: `step ${place + 1} of ${opened.record.id}`,
      recorded: tell(replies[place]),
      found: tell(now[place]),
    });
  }
  return { count, differences };
}

/** The places at which two JSON documents differ, with both values. */
export function differencesIn(recorded: unknown, found: unknown, what = 'report'): readonly Difference[] {
  if (isTree(recorded) && isTree(found) && Array.isArray(recorded) === Array.isArray(found)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(found)])];
    return names.flatMap((name) => differencesIn(recorded[name], found[name], `${what}.${name}`));
  }
  const [before, now] = [JSON.stringify(recorded) ?? 'nothing', JSON.stringify(found) ?? 'nothing'];
  return before === now ? [] : [{ what, recorded: bounded(before), found: bounded(now) }];
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) || Array.isArray(value);
}

/** Shortens a value shown in a difference. */
export function bounded(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
