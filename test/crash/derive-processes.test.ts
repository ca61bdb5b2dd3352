// Several processes derive frames of one workspace at once: together they do what one does alone, and nothing twice.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore, storeAddress } from '../../src/engine/store-address.ts';
import { openCrashWorkspace, openOnStore } from './crash-workspace.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';
import { startWorker } from './worker-plan.ts';
import { type WorkspaceAct, workspaceActs } from './workspace-acts.ts';
import { type Remains, remainsOf } from './workspace-remains.ts';

const SIZE = { folders: 8, filesEach: 6 };
const script = new URL('derive-worker.ts', import.meta.url);

/** What a process told of its work: counts, or the frame that was synthesised. */
type Told = Readonly<Record<string, unknown>>;

const cases = Object.entries(sharedDatabases).flatMap(([name, create]) =>
  ['regenerate', 'synthesize', 'produce'].flatMap((act) =>
    [2, 4].map((processes) => ({ name, create, act, processes })),
  ),
);
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

test.each(cases)('$processes processes that $act at once on $name do it as one would', async (plan) => {
  const alone = await deriveAlone(plan.act);
  const together = await derive(plan);
  expect(together.remains).toEqual(alone.remains);
  expect(together.remains.faults).toEqual([]);
  const [one] = alone.told;
  for (const told of together.told) {
    if (plan.act === 'synthesize') expect(told).toEqual(one);
    else expect(seenBy(told)).toBe(seenBy(one));
  }
  for (const count of ['regenerated', 'cutOff', 'produced'])
    expect(sum(together.told, count)).toBe(sum(alone.told, count));
});

describe('a wave that another overtakes after it has looked', () => {
  test.each(['regenerate', 'synthesize', 'produce'])('does not %s anything a second time', async (name) => {
    const plan = { act: name, create: sharedDatabases.SQLite as () => Promise<TestStore>, processes: 1 };
    const alone = await deriveAlone(name);
    const { root, address } = await prepare(plan);
    const act = workspaceActs[name] as WorkspaceAct;
    const quick = await openCrashWorkspace({ root, address });
    const store = await openStore(storeAddress(address, root), { create: false });
    let isOvertaken = false;
    // It has looked at what stands by then, and asks about the first frame it is going to write, or writes it.
    const overtakeAt = async (logs: readonly string[]) => {
      if (isOvertaken || !logs.some((log) => /^(frame|standing)\//.test(log))) return;
      isOvertaken = true;
      await act.run(quick, SIZE);
    };
    const slow = await openOnStore(root, {
      ...store,
      async head(log) {
        await overtakeAt([log]);
        return store.head(log);
      },
      async commit(batch) {
        await overtakeAt((batch.appends ?? []).map(({ log }) => log));
        return store.commit(batch);
      },
    });
    await act.run(slow, SIZE);
    expect(isOvertaken).toBe(true);
    expect(await remainsOf(quick)).toEqual(alone.remains);
    await quick.close();
    await slow.close();
  });
});

type DerivePlan = { readonly act: string; readonly processes: number; create(): Promise<TestStore> };

async function prepare({ act, create }: DerivePlan) {
  const root = mkdtempSync(join(tmpdir(), 'penumbra-derive-'));
  const store = await create();
  undo.push(
    () => store.remove(),
    () => rmSync(root, { recursive: true }),
  );
  const place = { root, address: store.address };
  const workspace = await openCrashWorkspace(place);
  await workspaceActs[act]?.prepare(root, workspace, SIZE);
  await workspace.close();
  return place;
}

type Derivation = { readonly told: readonly Told[]; readonly remains: Remains };

const derivedAlone = new Map<string, Promise<Derivation>>();

/** What one process comes to, once for all: it is the same on every database. */
function deriveAlone(act: string): Promise<Derivation> {
  const create = sharedDatabases.SQLite as () => Promise<TestStore>;
  const derivation = derivedAlone.get(act) ?? derive({ act, create, processes: 1 });
  derivedAlone.set(act, derivation);
  return derivation;
}

async function derive(plan: DerivePlan): Promise<Derivation> {
  const place = await prepare(plan);
  const args = [place.root, place.address, plan.act];
  const workers = Array.from({ length: plan.processes }, () => startWorker(script, args));
  await Promise.all(workers.map(({ ready }) => ready));
  for (const worker of workers) worker.begin();
  for (const { ended } of workers) expect(await ended).toEqual({ code: 0, errors: '' });
  const workspace = await openCrashWorkspace(place);
  const remains = await remainsOf(workspace);
  await workspace.close();
  return { told: workers.map(({ lines }) => JSON.parse(lines.at(-1) ?? '') as Told), remains };
}

/** How many frames a process looked at: those it made and those it left. */
function seenBy(told: Told | undefined): number {
  const counts = ['regenerated', 'produced', 'cutOff', 'untouched'];
  return counts.reduce((total, name) => total + Number(told?.[name] ?? 0), 0);
}

function sum(all: readonly Told[], name: string): number {
  return all.reduce((total, told) => total + Number(told[name] ?? 0), 0);
}
