// Acts on a workspace that are killed at a commit, and what is left when they are done again.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCrashWorkspace } from './crash-workspace.ts';
import type { TestStore } from './test-stores.ts';
import { type ActSize, formerPaths, type WorkspaceAct, workspaceActs } from './workspace-acts.ts';
import { type Remains, remainsOf } from './workspace-remains.ts';

const child = join(import.meta.dirname, 'workspace-child.ts');

/** An act, where its ledgers lie, and how large its tree is. */
export type ActPlan = {
  readonly name: string;
  readonly size: ActSize;
  readonly createStore: () => Promise<TestStore>;
};

/** When an act is killed. */
export type KillMoment = { readonly commit: number; readonly moment: 'before' | 'after' };

/** An act that nothing disturbed. */
export type CalmAct = { readonly commits: number; readonly whole: Remains };

/** Does an act in a process of its own and returns how many commits it made and what it came to. */
export async function runCalmly(plan: ActPlan): Promise<CalmAct> {
  const outcome = await runAct(plan, { commit: 0, moment: 'after' });
  if (outcome.signal !== null || outcome.status !== 0) throw new Error(outcome.errors);
  return { commits: Number(outcome.output), whole: outcome.remains };
}

/** Kills an act at a moment, does it again, and returns what it came to then. */
export async function killAndRepeat(plan: ActPlan, kill: KillMoment): Promise<Remains> {
  const { signal, errors, remains } = await runAct(plan, kill);
  if (signal !== 'SIGKILL') throw new Error(`not hit at commit ${kill.commit}: ${errors}`);
  return remains;
}

type ChildEnd = {
  readonly signal: string | null;
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
};

async function runAct(plan: ActPlan, kill: KillMoment): Promise<ChildEnd & { readonly remains: Remains }> {
  const { name, size, createStore } = plan;
  const act = workspaceActs[name] as WorkspaceAct;
  const root = mkdtempSync(join(tmpdir(), 'penumbra-act-'));
  const store = await createStore();
  const place = { root, address: store.address };
  try {
    const before = await openCrashWorkspace(place);
    await act.prepare(root, before, size);
    await before.close();
    const numbers = [size.folders, size.filesEach, kill.commit].map(String);
    const end = await runChild([root, store.address, name, ...numbers, kill.moment]);
    const after = await openCrashWorkspace(place);
    // Whatever a kill leaves is whole before anything is repaired by doing it again.
    const { faults } = await after.validate();
    if (faults.length > 0) throw new Error(`invalid after the kill: ${JSON.stringify(faults)}`);
    if (end.signal !== null) await act.run(after, size);
    const remains = await remainsOf(after, formerPaths(size));
    await after.close();
    return { ...end, remains };
  } finally {
    await store.remove();
    rmSync(root, { recursive: true });
  }
}

function runChild(args: readonly string[]): Promise<ChildEnd> {
  const worker = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  worker.stdout.on('data', (chunk) => {
    output += chunk;
  });
  worker.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => {
    worker.on('close', (status, signal) => resolve({ status, signal, output, errors }));
  });
}
