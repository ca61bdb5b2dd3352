// An investigation of the demo's shop with some masks at hand, and what its agents were told at each node.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packsOfCase, readPlacedPack } from '../../../src/commands/packs/find-packs.ts';
import { type PromptPack, parsePack } from '../../../src/disclosure/lens/index.ts';
import { openLedger } from '../../../src/engine/index.ts';
import { investigateIn } from '../../../src/investigation/investigate.ts';
import { type Definitions, loadDefinitions } from '../../../src/investigation/run/definitions.ts';
import { openReports } from '../../../src/investigation/run/open-reports.ts';
import { takeIn } from '../../../src/investigation/run/take-in-reports.ts';
import type { Id } from '../../../src/kernel/index.ts';
import { createMaskRegistry, type Mask, masks as shipped } from '../../../src/pipeline/index.ts';
import type { ReportDocument, RunStep } from '../../../src/record/index.ts';
import { layShop } from '../../support/lay-shop.ts';

/** All masks that ship but the named ones. */
export const allBut = (...names: readonly string[]): readonly Mask[] =>
  [...shipped.light, ...shipped.shadow].filter(({ name }) => !names.includes(name));

/** A run as a test looks at it. */
export type MaskedRun = {
  readonly document: ReportDocument;
  /** The steps at a node, of all cases in their order. */
  readonly stepsAt: (node: string) => readonly RunStep[];
  /** How the walks of the cases ended. */
  readonly terminals: readonly (string | null)[];
  /** The packs that were told at a node. */
  readonly packsAt: (node: string) => readonly PromptPack[];
};

/** The kinds of what packs tell, each once. */
export function kindsIn(packs: readonly PromptPack[]): readonly string[] {
  const blocks = packs.flatMap(({ truth, memory }) => [...truth, ...memory]);
  return [...new Set(blocks.map(({ kind }) => kind))].sort();
}

/** A shop whose reports can be investigated again and again; what was learned stays. */
export function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'penumbra-masked-'));
  const root = join(folder, 'shop');
  layShop(root);
  return {
    root,
    investigate: (options: MaskedOptions) => investigateShop(root, options),
    close: () => rmSync(folder, { recursive: true }),
    /** A shop that knows what this one knows. */
    copy(name: string) {
      const other = join(folder, name, 'shop');
      cpSync(root, other, { recursive: true });
      return { investigate: (options: MaskedOptions) => investigateShop(other, options) };
    },
  };
}

/** What a run is made with. */
export type MaskedOptions = {
  readonly reports: readonly string[];
  readonly masks?: readonly Mask[];
  readonly definitions?: Partial<Definitions>;
};

async function investigateShop(
  root: string,
  { reports: names, masks, definitions }: MaskedOptions,
): Promise<MaskedRun> {
  const reports = names.map((name) => join(root, 'reports', name));
  const ledger = await openLedger({ workspace: root });
  try {
    const intake = await takeIn(await openReports(reports, { root }));
    const { run, document, model } = await investigateIn(ledger, {
      reports,
      root,
      intake,
      definitions: {
        ...loadDefinitions(),
        ...(masks && { masks: createMaskRegistry(masks) }),
        ...definitions,
      },
    });
    const packs: { readonly node: string; readonly pack: PromptPack }[] = [];
    for (const placed of model.cases.flatMap((one) => packsOfCase(run as Id<'run'>, one))) {
      const bytes = await readPlacedPack(ledger.store, placed);
      if (bytes) packs.push({ node: placed.node, pack: parsePack(bytes) });
    }
    return {
      document,
      stepsAt: (node) => model.cases.flatMap(({ steps }) => steps.filter((step) => step.node === node)),
      terminals: model.cases.map(({ terminal }) => terminal),
      packsAt: (node) => packs.filter((one) => one.node === node).map(({ pack }) => pack),
    };
  } finally {
    await ledger.store.close();
  }
}
