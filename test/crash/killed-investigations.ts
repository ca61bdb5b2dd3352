// The demo's shop, investigated by processes that are killed, and what is left when the run is taken up again.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { showRun } from '../../src/commands/runs.ts';
import { openLedger } from '../../src/engine/index.ts';
import { resumeRun } from '../../src/investigation/index.ts';
import { validateLedger } from '../../src/ledger/index.ts';
import type { RunModel } from '../../src/record/index.ts';
import { layShop } from '../support/lay-shop.ts';

const child = join(import.meta.dirname, 'investigate-child.ts');

/** A place where killed investigations are compared with an undisturbed one. */
export type KillGround = {
  /** How many commits the undisturbed run made. */
  readonly commits: number;
  readonly whole: Remains;
  /** Kills an investigation at a commit, or lets its store fail there, and returns what its resumption came to. */
  killAt(commit: number, moment: 'before' | 'after' | 'fault'): Promise<Remains>;
  remove(): void;
};

/** What a run came to: its report to the byte, its steps with all hashes, and the faults of its ledger. */
type Remains = {
  readonly report: string;
  readonly model: RunModel;
  readonly faults: readonly unknown[];
};

/** Builds the shop and investigates it once without being disturbed. */
export async function openKillGround(): Promise<KillGround> {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-kill-'));
  const pristine = join(folder, 'pristine', 'shop');
  layShop(pristine);
  // A folder of the same name each time: the repository's name is an input of the run.
  const copy = (name: string) => {
    const workspace = join(folder, name, basename(pristine));
    cpSync(pristine, workspace, { recursive: true, preserveTimestamps: true });
    return workspace;
  };
  const calm = copy('calm');
  const { stdout } = runChild(calm, '0', 'after');
  return {
    commits: Number(stdout),
    whole: await remainsOf(calm),
    async killAt(commit, moment) {
      const workspace = copy(`${commit}-${moment}`);
      const { signal, status, stderr } = runChild(workspace, String(commit), moment);
      const isHit = moment === 'fault' ? stderr.includes('no room left') : signal === 'SIGKILL';
      if (!isHit) throw new Error(`not hit at commit ${commit}: ${status} ${stderr}`);
      const remains = await resume(workspace);
      rmSync(join(folder, `${commit}-${moment}`), { recursive: true });
      return remains;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A run that was not even started is started; any other is resumed. */
async function resume(workspace: string): Promise<Remains> {
  const options = { workspace, run: 'latest' };
  const isStarted = await showRun(options).then(
    () => true,
    () => false,
  );
  if (isStarted) await resumeRun(options);
  else runChild(workspace, '0', 'after');
  return remainsOf(workspace);
}

async function remainsOf(workspace: string): Promise<Remains> {
  const { model, document } = await showRun({ workspace, run: 'latest' });
  const ledger = await openLedger({ workspace, create: false });
  const { faults } = await validateLedger(ledger.store);
  await ledger.store.close();
  return { report: JSON.stringify(document), model, faults };
}

function runChild(...args: readonly string[]) {
  return spawnSync(process.execPath, [child, ...args], { encoding: 'utf8' });
}
