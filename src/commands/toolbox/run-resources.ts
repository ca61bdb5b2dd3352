/**
 * The resources hosts can read besides calling tools: the runs, the report of each, and the packs its agents
 * saw.
 */

import { PenumbraError } from '../../kernel/index.ts';
import type { ToolPlace } from './product-tool.ts';
import { listKnownRuns } from './run-tools.ts';

/** A resource and its address. */
type OfferedResource = {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
};

/** The resources of a workspace. */
export type OfferedResources = {
  /** Lists the newest. */
  list(): Promise<readonly OfferedResource[]>;
  readonly templates: readonly {
    readonly uriTemplate: string;
    readonly name: string;
    readonly description: string;
    readonly mimeType: string;
  }[];
  /** Returns a text, or null if there is no such resource. */
  read(uri: string): Promise<{ readonly mimeType: string; readonly text: string } | null>;
};

const MOST_LISTED = 100;
const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';

const RUNS = 'penumbra://runs';
const REPORT = /^penumbra:\/\/runs\/([A-Za-z0-9:_-]{1,100})\/report$/;
const PACKS = /^penumbra:\/\/runs\/([A-Za-z0-9:_-]{1,100})\/cases\/([A-Za-z0-9:_-]{1,100})\/packs$/;
const PACK =
  /^penumbra:\/\/runs\/([A-Za-z0-9:_-]{1,100})\/cases\/([A-Za-z0-9:_-]{1,100})\/packs\/([1-9]\d{0,8})$/;

/** Opens the resources; nothing is read until it is requested. */
export function openResources(at: ToolPlace): OfferedResources {
  const runs = () => listKnownRuns(at);
  return {
    list: async () => [
      {
        uri: RUNS,
        name: 'runs',
        description: 'The investigations so far, newest first.',
        mimeType: JSON_TYPE,
      },
      ...(await runs()).slice(0, MOST_LISTED).map(({ run, status }) => ({
        uri: `${RUNS}/${run}/report`,
        name: `report of ${run}`,
        description: `The report of a run that is ${status}.`,
        mimeType: JSON_TYPE,
      })),
    ],
    templates: [
      {
        uriTemplate: `${RUNS}/{run}/report`,
        name: 'report',
        description: 'The report of a run.',
        mimeType: JSON_TYPE,
      },
      {
        uriTemplate: `${RUNS}/{run}/cases/{case}/packs`,
        name: 'packs',
        description: 'The packs of a case: what each agent was told at each step.',
        mimeType: JSON_TYPE,
      },
      {
        uriTemplate: `${RUNS}/{run}/cases/{case}/packs/{step}`,
        name: 'pack',
        description: 'One pack as its agent got it.',
        mimeType: TEXT_TYPE,
      },
    ],
    read: (uri) => orNothing(() => readUri(uri)),
  };

  async function readUri(uri: string) {
    if (uri === RUNS) return json({ runs: await runs() });
    const [, ofReport] = REPORT.exec(uri) ?? [];
    if (ofReport !== undefined) {
      const { document } = await (await import('../runs.ts')).showRun({ ...at, run: ofReport });
      return document && json(document);
    }
    const [, run, caseName, step] = PACK.exec(uri) ?? PACKS.exec(uri) ?? [];
    if (run === undefined || caseName === undefined) return null;
    const { showPacks } = await import('../packs/index.ts');
    const asked = { ...at, run, name: caseName, ...(step !== undefined && { step: Number(step) }) };
    const answer = await showPacks(asked);
    return 'shown' in answer ? { mimeType: TEXT_TYPE, text: answer.shown.text } : json(answer.list);
  }
}

function json(document: unknown): { readonly mimeType: string; readonly text: string } {
  return { mimeType: JSON_TYPE, text: JSON.stringify(document) };
}

/** A name that leads to nothing is not a resource; any other failure is a fault. */
async function orNothing<Result>(read: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PenumbraError && error.exitCode === 2) return null;
    throw error;
  }
}
