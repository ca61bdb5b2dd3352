/** Investigations of the demo's shop with a model on the loopback, and what they leave. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../src/engine/index.ts';
import { readExchanges } from '../../src/engine/models/open-model-session.ts';
import { type InvestigateOptions, investigate, resumeRun } from '../../src/investigation/index.ts';
import type { Id } from '../../src/kernel/index.ts';
import { layShop } from '../support/lay-shop.ts';

export const KEY = 'sk-test-0123456789abcdef';

type Asking = NonNullable<InvestigateOptions['asking']>;

/** A workspace with the shop's failing reports. */
export type Shop = Disposable & {
  readonly folder: string;
  readonly workspace: string;
  investigate(asking: Asking, more?: Partial<InvestigateOptions>): ReturnType<typeof investigate>;
  resume(run: string, asking?: Asking): ReturnType<typeof resumeRun>;
};

/** Lays the shop out; of equal name each time, for that is part of a run's id. */
export function openShop(): Shop {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-model-'));
  const workspace = join(folder, 'shop');
  layShop(workspace);
  const base = {
    workspace,
    currentDirectory: workspace,
    environment: {
      PATH: process.env.PATH,
      HOME: folder,
      PENUMBRA_CONFIG_DIR: join(folder, 'config'),
      PENUMBRA_MODEL_KEY: KEY,
    },
  };
  return {
    folder,
    workspace,
    investigate: (asking, more) =>
      investigate({ ...base, reports: [join(workspace, 'reports')], memory: 'off', ...more, asking }),
    resume: (run, asking) => resumeRun({ ...base, run, ...(asking && { asking }) }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns the exchanges on record of a run. */
export async function exchangesOf(shop: Shop, run: string) {
  const ledger = await openLedger({ workspace: shop.workspace, create: false });
  try {
    return [...(await readExchanges(ledger, run as Id<'run'>)).values()];
  } finally {
    await ledger.store.close();
  }
}

/** Returns the names of the files below a folder whose bytes hold a text. */
export function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
}
