/** The work on one case: its journal, the compiler its packs come from, and what was shown of it. Owned by one driver. */
import type { ChangeHistory } from '../../context/index.ts';
import { createRefusalLimit, type RefusalLimit } from '../../disclosure/lens/index.ts';
import { type ComposedFrame, composeFrame } from '../../disclosure/oracle/index.ts';
import { SECRET } from '../../engine/index.ts';
import type { FrameId } from '../../kernel/index.ts';
import { readFrames } from '../../ledger/index.ts';
import { type Journal, openJournal } from '../../pipeline/index.ts';
import { type CaseEvidence, caseFacts } from '../../rca/index.ts';
import { answerer } from '../ask/answerer.ts';
import { openPackCompiler, type PackCompiler } from '../ask/pack-compiler.ts';
import type { OpenCase, RunSetting } from '../run/run-setting.ts';

/** One case under work; what is not readonly changes with every step. */
export type CaseWork = {
  readonly setting: RunSetting;
  readonly opened: OpenCase;
  readonly packs: PackCompiler;
  /** How far the case has come, and what the step under way has left so far. */
  readonly journal: Journal;
  /** How many replies of a model may still be refused. */
  readonly refusals: RefusalLimit;
  /** The frames that were shown before; frames do not change. */
  readonly shown: Map<FrameId, ComposedFrame>;
  /** The frames that were kept before, by all they follow from. */
  readonly kept: Map<string, ComposedFrame>;
  /** The evidence as it was gathered last, and from which history. */
  gathered: { readonly history: ChangeHistory | undefined; readonly evidence: CaseEvidence } | null;
};

/** Begins or takes up the work on a case. */
export async function openCaseWork(setting: RunSetting, opened: OpenCase): Promise<CaseWork> {
  const { ledger, run, inputs } = setting;
  const { record, subject } = opened;
  const packs = openPackCompiler(
    ledger,
    { world: subject.id, caseId: record.id, session: run },
    setting.secrets,
  );
  // By name alone: the hash of a report is one of all that stands in it, told or not. The run has it on record.
  const eventIds = inputs.reports.map(({ name }) => `report ${name}`);
  const provenance = { source: 'intake', eventIds, ruleRefs: [] };
  await packs.prepare([
    ...caseFacts(record).map(
      (fact) => ({ ...fact, provenance, visibility: 'public', precision: 'unlocked' }) as const,
    ),
    // Of all cases of the run, for what one of them prints another may compare.
    ...setting.secrets.ofReports.map(
      (payload) =>
        ({ kind: SECRET, payload, provenance, visibility: 'public', precision: 'locked' }) as const,
    ),
  ]);
  return {
    setting,
    opened,
    packs,
    journal: await openJournal(ledger, {
      run,
      case: record.id,
      producer: setting.model?.producer ?? answerer,
    }),
    refusals: createRefusalLimit(undefined, { refused: setting.model?.refused.get(record.id) ?? 0 }),
    shown: new Map(),
    kept: new Map(),
    gathered: null,
  };
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
