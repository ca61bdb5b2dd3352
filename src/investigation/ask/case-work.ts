/**
 * The work on one case: its journal, its pack compiler and the frames shown so far. Owned by a single driver.
 */
import type { ChangeHistory } from '../../context/index.ts';
import { createRefusalLimit, type RefusalLimit } from '../../disclosure/lens/index.ts';
import { type ComposedFrame, composeContent, composeFrame } from '../../disclosure/oracle/index.ts';
import { SECRET } from '../../engine/index.ts';
import { type CanonicalValue, canonicalText, type FrameId, freezeCanonical } from '../../kernel/index.ts';
import { type FrameDraft, putFrames, readFrames, type Versioned } from '../../ledger/index.ts';
import { type Journal, openJournal } from '../../pipeline/index.ts';
import { type CaseEvidence, caseFacts } from '../../rca/index.ts';
import type { OpenCase } from '../run/run-record.ts';
import type { RunSetting } from '../run/run-setting.ts';
import { openPackCompiler, type PackCompiler } from './pack-compiler.ts';

/** The heuristics' name in artifacts and events. */
export const answerer: Versioned = Object.freeze({ name: 'heuristic', version: '1' });

/** A case being worked on; the fields that are not readonly change with every step. */
export type CaseWork = {
  readonly setting: RunSetting;
  readonly opened: OpenCase;
  readonly packs: PackCompiler;
  /** The case's progress, and what the current step has written so far. */
  readonly journal: Journal;
  /** How many more model replies may be refused. */
  readonly refusals: RefusalLimit;
  /** Frames already shown; frames never change. */
  readonly shown: Map<FrameId, ComposedFrame>;
  /** Frames already kept, keyed by everything they are derived from. */
  readonly kept: Map<string, ComposedFrame>;
  /** The evidence as last gathered, and the history it was gathered from. */
  gathered: { readonly history: ChangeHistory | undefined; readonly evidence: CaseEvidence } | null;
};

/** Starts or resumes the work on a case. */
export async function openCaseWork(setting: RunSetting, opened: OpenCase): Promise<CaseWork> {
  const { ledger, run, inputs } = setting;
  const { record, subject } = opened;
  const packs = openPackCompiler(
    ledger,
    { world: subject.id, caseId: record.id, session: run },
    setting.secrets,
  );
  // Only by name: the hash of a report covers everything in it, disclosed or not. The run records the hashes.
  const eventIds = inputs.reports.map(({ name }) => `report ${name}`);
  const provenance = { source: 'intake', eventIds, ruleRefs: [] };
  await packs.prepare([
    ...caseFacts(record).map(
      (fact) => ({ ...fact, provenance, visibility: 'public', precision: 'unlocked' }) as const,
    ),
    // Secrets of every case of the run, because one case may be compared with what another prints.
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

/** Returns frames of the ledger in the form a pack holds them, optionally under another kind. */
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

/** A frame to be written, and how a pack shows it. */
export type KeptFrame = {
  readonly draft: Omit<FrameDraft, 'subject'>;
  readonly payload: CanonicalValue;
  /** The kind to show it under, if it differs from its type's. */
  readonly kind?: string;
};

/**
 * Writes frames about a case in one batch and returns them in the form a pack holds them; frames written
 * before are reused.
 */
export async function keepFrames(
  work: CaseWork,
  kept: readonly KeptFrame[],
): Promise<readonly ComposedFrame[]> {
  const { setting, opened } = work;
  const { types } = setting.ledger;
  const keyed = kept.map((one) => ({ ...one, key: keyOf(one.draft) }));
  // For a type of cardinality one the newest frame is current, so an old one must be written again.
  const isWritten = ({ key, draft }: (typeof keyed)[number]) =>
    work.kept.has(key) && types.get(draft.type)?.cardinality === 'many';
  const fresh = [...new Map(keyed.map((one) => [one.key, one])).values()].filter((one) => !isWritten(one));
  const drafts = fresh.map(({ draft }) => ({ ...draft, subject: opened.subject }));
  const outcomes = await putFrames(setting.ledger, drafts);
  for (const [index, { draft, payload, key }] of fresh.entries()) {
    const handle = (outcomes[index] as (typeof outcomes)[number]).frameId;
    const shown = { handle, agent: draft.agent, payload: freezeCanonical(payload) };
    const composed = work.kept.get(key) ?? composeContent(shown, types.get(draft.type));
    work.kept.set(key, composed);
    work.shown.set(handle, composed);
  }
  return keyed.map(({ key, kind }) => {
    const composed = work.kept.get(key) as ComposedFrame;
    return kind === undefined ? composed : { ...composed, kind };
  });
}

/** Everything a frame about the case is derived from. */
function keyOf({ type, agent, basis, content }: KeptFrame['draft']): string {
  return `${type} ${agent} ${canonicalText(basis)} ${content}`;
}
