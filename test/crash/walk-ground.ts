// Walks that were killed, resumed, and compared with walks that nothing disturbed.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../src/kernel/index.ts';
import { everyHead, readWholeLog, validateLedger } from '../../src/ledger/index.ts';
import { openJournal, readRun, runLog, stepsTaken } from '../../src/pipeline/index.ts';
import { openWalkLedger, paidFile, walkFolder } from './walk-effects.ts';
import { crashRun } from './walk-plan.ts';

const child = new URL('walk-child.ts', import.meta.url);

/** What is left of walks: each log by name, the run's log case by case, what `readRun` says, and the ledger's faults. */
type Remains = {
  readonly logs: Readonly<Record<string, readonly string[]>>;
  readonly events: Readonly<Record<string, readonly string[]>>;
  readonly steps: readonly unknown[];
  readonly faults: readonly unknown[];
};

/** What killed walks came to, and the answers that were paid in vain at each death: not on record when it came. */
type Survival = {
  readonly remains: Remains;
  readonly lost: readonly (readonly string[])[];
  readonly paid: readonly string[];
};

/** A place for walks that are killed. */
export type WalkGround = {
  /** Every moment of walks that nothing disturbed. */
  readonly moments: readonly string[];
  readonly calm: Survival;
  /** Kills walks at moments, several walks in one process; each list is a life with as many deaths. */
  survive(lives: readonly (readonly string[])[]): Promise<readonly Survival[]>;
  remove(): void;
};

/** Opens a place and walks once without being disturbed. */
export async function openWalkGround(): Promise<WalkGround> {
  const root = mkdtempSync(join(tmpdir(), 'penumbra-walks-'));
  let folders = 0;
  const newFolder = () => {
    const folder = join(root, String(++folders));
    mkdirSync(folder);
    return folder;
  };
  const calm = newFolder();
  const [told] = await runChild([{ folder: calm, moment: null }]);
  return {
    moments: told?.seen ?? [],
    calm: { remains: await remainsOf(calm), lost: [], paid: paidIn(calm) },
    async survive(lives) {
      const places = lives.map((life) => ({ life, folder: newFolder(), lost: [] as (readonly string[])[] }));
      const deaths = Math.max(...lives.map((life) => life.length));
      for (let death = 0; death < deaths; death++) {
        const dying = places.filter(({ life }) => death < life.length);
        const ends = await runChild(
          dying.map(({ folder, life }) => ({ folder, moment: life[death] ?? null })),
        );
        if (ends.length > 0) throw new Error(`never came to its moment: ${JSON.stringify(ends[0]?.folder)}`);
        for (const { folder, lost } of dying) lost.push(await lostIn(folder, lost.flat()));
      }
      const survivals: Survival[] = [];
      for (const { folder, lost } of places) {
        await walkFolder(folder, async () => {});
        survivals.push({ remains: await remainsOf(folder), lost, paid: paidIn(folder) });
        rmSync(folder, { recursive: true });
      }
      return survivals;
    },
    remove: () => rmSync(root, { recursive: true }),
  };
}

type Told = { readonly folder: string; readonly seen: readonly string[] };

/** Runs a child that always ends by SIGKILL, and returns the walks in it that came to their end before. */
async function runChild(
  doomed: readonly { readonly folder: string; readonly moment: string | null }[],
): Promise<readonly Told[]> {
  const worker = spawn(process.execPath, [child.pathname], { stdio: ['pipe', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  worker.stdout.on('data', (chunk) => {
    output += chunk;
  });
  worker.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  worker.stdin.end(JSON.stringify(doomed));
  const signal = await new Promise((resolve) => worker.on('close', (_code, by) => resolve(by)));
  if (signal !== 'SIGKILL') throw new Error(`the child ended by itself: ${errors}`);
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told);
}

function paidIn(folder: string): readonly string[] {
  try {
    return readFileSync(paidFile(folder), 'utf8').split('\n').filter(Boolean).sort();
  } catch {
    return [];
  }
}

/** The answers that were paid and are not on record, except those that an earlier death is to blame for. */
async function lostIn(folder: string, before: readonly string[]): Promise<readonly string[]> {
  const ledger = await openWalkLedger(folder);
  const recorded: string[] = [];
  for (const { id } of crashRun.cases) {
    const { run, progress } = await openJournal(ledger, { run: crashRun.run, case: id });
    for (let step = 1; step <= stepsTaken(progress) + 1; step++) {
      if (step <= stepsTaken(progress)) recorded.push(`${id}/${step} answer`);
      for (const { value } of await readWholeLog(ledger.store, `asks/${digestOf(run)}/${id}/${step}`))
        recorded.push(`${id}/${step} ${(JSON.parse(value) as { readonly name: string }).name}`);
    }
  }
  await ledger.store.close();
  const known = new Set(recorded);
  const left = [...before];
  return paidIn(folder).filter((paid) => {
    const index = left.indexOf(paid);
    if (index >= 0) left.splice(index, 1);
    return index < 0 && !known.has(paid);
  });
}

async function remainsOf(folder: string): Promise<Remains> {
  const ledger = await openWalkLedger(folder);
  const { store } = ledger;
  const { run } = await openJournal(ledger, { run: crashRun.run, case: 'one' });
  const logs: Record<string, string[]> = {};
  const events: Record<string, string[]> = {};
  for await (const { log } of everyHead(store))
    for (const { value } of await readWholeLog(store, log)) {
      const name = (JSON.parse(value) as { readonly case?: string }).case ?? 'run';
      // Only in the log of the run does the order between cases depend on who was faster.
      const [kept, key] = log === runLog(run) ? [events, name] : [logs, log];
      kept[key] = [...(kept[key] ?? []), value];
    }
  const model = await readRun(store, run);
  const { faults } = await validateLedger(store);
  await store.close();
  return { logs, events, steps: model.cases, faults };
}
