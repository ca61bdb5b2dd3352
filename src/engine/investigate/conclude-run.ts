/** Brings a run that was started to its end, from wherever it stands, or reads the end it has. */
import { type Id, PenumbraError } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import { withTrail } from '../guard/audit/with-trail.ts';
import type { OpenLedgerOptions } from '../open-ledger.ts';
import type { Investigation } from './investigation.ts';
import { type DriveOptions, driveRun } from './run/drive-run.ts';
import { finishRun, readReport } from './run/finish-run.ts';
import { type Ground, loadDefinitions, openSetting } from './run/open-setting.ts';
import { readRun } from './run/run-log.ts';

/** How a run is concluded. */
type ConcludeOptions = DriveOptions & {
  readonly ground: () => Ground;
  readonly environment?: OpenLedgerOptions['environment'];
};

/** Concludes a run; the workspace is surveyed only if something is left to do. */
export async function concludeRun(
  ledger: Ledger,
  run: Id<'run'>,
  { ground, environment, ...options }: ConcludeOptions,
): Promise<Investigation> {
  const known = await readReport(ledger, run);
  if (known) return { run, document: known, model: await readRun(ledger.store, run), isNew: false };
  return withTrail(ledger, { ...(environment !== undefined && { environment }) }, async (trail) => {
    const setting = await openSetting(ledger, run, { ...ground(), definitions: loadDefinitions(), trail });
    const works = await driveRun(setting, options);
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
