// What several processes that derive frames of one workspace at once come to, beside what one comes to alone.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { openCrashWorkspace } from './crash-workspace.ts';
import { sharedDatabases, type TestStore } from './test-stores.ts';
import { startWorker } from './worker-plan.ts';
import { workspaceActs } from './workspace-acts.ts';
import { type Remains, remainsOf } from './workspace-remains.ts';

/** How large the workspace is. */
export const SIZE = { folders: 8, filesEach: 6 };
const script = new URL('derive-worker.ts', import.meta.url);

/** What is derived, by how many processes, on which store. */
export type DerivePlan = {
  readonly act: string;
  readonly processes: number;
  create(): Promise<TestStore>;
};

/** What a process told of its work: counts, or the frame that was synthesised. */
type Told = Readonly<Record<string, unknown>>;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

/** Every act on every database, by so many processes. */
export function derivationsBy(processesOn: Readonly<Record<string, number>>) {
  return Object.entries(sharedDatabases).flatMap(([name, create]) =>
    ['regenerate', 'synthesize', 'produce'].map((act) => ({
      name,
      create,
      act,
      processes: processesOn[name] ?? expect.fail(),
    })),
  );
}

/** Checks that processes together do what one does, and nothing twice. */
export async function checkTogether(plan: DerivePlan): Promise<void> {
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
}

/** Lays out a workspace to derive frames of. */
export async function prepare({ act, create }: DerivePlan) {
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
export function deriveAlone(act: string): Promise<Derivation> {
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
