/** The work on one case: its progress, the desk its packs come from, and the tools it may call. Owned by one driver. */
import { hostRootsOf } from '../../adapters/files/index.ts';
import type { ChangeHistory } from '../../context/index.ts';
import { createWorld } from '../../guard/index.ts';
import type { FrameId } from '../../kernel/index.ts';
import { readFrames } from '../../ledger/index.ts';
import { type ComposedFrame, composeFrame } from '../../oracle/index.ts';
import { type CaseEvidence, caseFacts } from '../../rca/index.ts';
import { createTools, type Tools } from '../../tools/index.ts';
import { type CaseProgress, progressLog, readProgress } from './case-progress.ts';
import { openPackDesk, type PackDesk } from './pack-desk.ts';
import type { OpenCase, RunSetting } from './run-setting.ts';
import { createStepNotes, type StepNotes } from './step-notes.ts';

/** One case under work; what is not readonly changes with every step. */
export type CaseWork = {
  readonly setting: RunSetting;
  readonly opened: OpenCase;
  readonly desk: PackDesk;
  readonly tools: Tools;
  progress: CaseProgress;
  /** How often the progress was written. */
  length: number;
  notes: StepNotes;
  /** The guard's mode of the step under way. */
  mode: string;
  /** The frames that were shown before; frames do not change. */
  readonly shown: Map<FrameId, ComposedFrame>;
  /** The evidence as it was gathered last, and from which history. */
  gathered: { readonly history: ChangeHistory | null; readonly evidence: CaseEvidence } | null;
};

/** The mode in which nothing but the case is visible. */
export const BARE_MODE = 'bare';

/** Begins or takes up the work on a case. */
export async function openCaseWork(setting: RunSetting, opened: OpenCase): Promise<CaseWork> {
  const { ledger, run, policy, survey, repository, inputs } = setting;
  const { record, subject } = opened;
  const desk = openPackDesk(ledger, { world: subject.id, caseId: record.id, session: run });
  const eventIds = inputs.reports.map(({ name, hash }) => `report ${name} ${hash}`);
  const provenance = { source: 'intake', eventIds, ruleRefs: [] };
  await desk.prepare(
    caseFacts(record).map((fact) => ({ ...fact, provenance, visibility: 'public', precision: 'unlocked' })),
  );
  const world = createWorld({
    policy,
    roots: { repo: survey.directory },
    session: { id: record.id, mode: () => work.mode, mods: [], contract: () => null, role: () => 'reader' },
    disk: survey.disk,
  });
  const tools = createTools(world, {
    disk: survey.disk,
    hostRoots: hostRootsOf({ repo: survey.directory }),
    git: new Map([['repo', survey.git]]),
    context: new Map([['repo', repository.means]]),
    onCall: ({ tool, command, code }) => work.notes.add('tool-called', { tool, command, code }),
  });
  const { progress, length } = await readProgress(ledger.store, progressLog(run, record.id));
  const work: CaseWork = {
    setting,
    opened,
    desk,
    tools,
    progress,
    length,
    notes: createStepNotes(),
    mode: BARE_MODE,
    shown: new Map(),
    gathered: null,
  };
  return work;
}

/** Returns frames of the ledger as a pack can hold them, under another kind where one is given. */
export async function showFrames(
  { setting: { ledger }, shown }: CaseWork,
  ids: readonly FrameId[],
  {
    kind,
    isStale = () => false,
  }: { readonly kind?: string; readonly isStale?: (id: FrameId) => boolean } = {},
): Promise<readonly ComposedFrame[]> {
  const missing = ids.filter((id) => !shown.has(id));
  for (const record of await readFrames(ledger.store, missing)) {
    const composed = composeFrame(record, ledger.types.get(record.frame?.type ?? ''));
    if (composed !== null) shown.set(record.id, composed);
  }
  return ids.flatMap((id) => {
    const composed = shown.get(id);
    if (composed === undefined) return [];
    return [{ ...composed, ...(kind !== undefined && { kind }), ...(isStale(id) && { isStale: true }) }];
  });
}
