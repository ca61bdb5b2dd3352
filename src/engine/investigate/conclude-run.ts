/** Brings a run that was started to its end, from wherever it stands, or reads the end it has. */
import { type Id, PenumbraError, shortId } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readRun } from '../../pipeline/index.ts';
import { withTrail } from '../guard/audit/with-trail.ts';
import type { OpenLedgerOptions } from '../open-ledger.ts';
import type { Investigation } from './investigation.ts';
import type { Definitions } from './run/definitions.ts';
import { type DrivenRun, type DriveOptions, driveRun } from './run/drive-run.ts';
import { finishRun, readReport } from './run/finish-run.ts';
import { type Ground, openSetting } from './run/open-setting.ts';
import { requireNodes } from './run/require-nodes.ts';

/** How a run is concluded. */
type ConcludeOptions = DriveOptions & {
  readonly ground: () => Ground;
  readonly definitions: Definitions;
  readonly environment?: OpenLedgerOptions['environment'];
};

/** Concludes a run; the workspace is surveyed only if something is left to do. */
export async function concludeRun(
  ledger: Ledger,
  run: Id<'run'>,
  { ground, environment, definitions, ...options }: ConcludeOptions,
): Promise<Investigation> {
  requireNodes(definitions, options.pauseAt ?? []);
  const known = await readReport(ledger, run);
  if (known) return { run, document: known, model: await readRun(ledger.store, run), isNew: false };
  return withTrail(ledger, { ...(environment !== undefined && { environment }) }, async (trail) => {
    const setting = await openSetting(ledger, run, {
      ...ground(),
      definitions,
      trail,
      ...(environment !== undefined && { environment }),
    });
    const { works, paused } = await driveRun(setting, options);
    if (paused.length > 0) throw pausedRun(run, paused);
    if (options.signal?.aborted)
      throw new PenumbraError('stopped', 'the investigation was stopped', {
        hint: `go on with \`penumbra resume ${run}\``,
      });
    // What was looked at is on record before what was made of it.
    await trail.flush();
    const document = await finishRun(setting, works);
    return { run, document, model: await readRun(ledger.store, run), isNew: true };
  });
}

/** A run that waits for a person has no report yet. */
function pausedRun(run: Id<'run'>, paused: DrivenRun['paused']): PenumbraError {
  const nodes = [...new Set(paused.map(({ node }) => `\`${node}\``))].join(', ');
  const cases = paused.length === 1 ? '1 case waits' : `${paused.length} cases wait`;
  return new PenumbraError('stopped', `${cases} before ${nodes}`, {
    data: { run, paused },
    hint: `see \`penumbra show ${shortId(run)}\`, answer with \`penumbra override\`, go on with \`penumbra resume ${shortId(run)}\``,
  });
}
