/** The investigation tools: start one, prove it if the operator agreed, and read the results of runs. */

import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { missingLedger, pathWithin } from '../../engine/index.ts';
import { namedFiles } from '../../investigation/run/index.ts';
import {
  cite,
  fields,
  flag,
  listOf,
  oneOf,
  PenumbraError,
  satisfying,
  textLike,
} from '../../kernel/index.ts';
import type { ReportDocument } from '../../record/index.ts';
import type { listRuns } from '../runs.ts';
import { type Found, LOOKS, type ProductTool, plainData, RECORDS, type ToolContext } from './product-tool.ts';

const MOST_TEXT = 8 * 1024 * 1024;
const MOST_NAMES = 1_000;
const LONGEST_NAME = 4 * 1024;

/** A name the system can accept. */
const name = satisfying(
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && !value.includes('\0'),
  `a text of at most ${LONGEST_NAME} characters`,
  { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
);
const reportText = satisfying(
  (value) => typeof value === 'string' && value !== '' && value.length <= MOST_TEXT && value.isWellFormed(),
  `the text of a JUnit XML report, of at most ${MOST_TEXT} characters`,
  { type: 'string', minLength: 1, maxLength: MOST_TEXT },
);
const revision = textLike(/^[^-\s\0][^\s\0]{0,254}$/, 'a commit, branch or tag');
const run = textLike(
  /^[A-Za-z0-9:_-]{1,100}$/,
  'the id of a run as `runs` lists it, its beginning, or latest',
);

type Investigating = {
  readonly reports?: readonly string[];
  readonly text?: string;
  readonly good?: string;
  readonly memory?: 'off' | 'read' | 'write';
  readonly court?: boolean;
};

const investigateTool: ProductTool = {
  name: 'investigate',
  description:
    'Finds the root causes of failing tests from JUnit XML reports: files of the workspace named in `reports`, or one report as `text`. Runs nothing.',
  shape: fields(
    {
      reports: listOf(name, MOST_NAMES),
      text: reportText,
      good: revision,
      memory: oneOf(['off', 'read', 'write']),
      court: flag,
    },
    [],
  ),
  annotations: RECORDS,
  isHeavy: true,
  async run(given, { at, root, signal, onProgress }) {
    const { reports = [], text, ...options } = given as Investigating;
    if (reports.length === 0 && text === undefined)
      throw new PenumbraError('usage', 'there is no report to investigate', {
        hint: 'name report files in `reports`, or give a report in `text`',
      });
    const { investigate } = await import('../runs.ts');
    const { document } = await investigate({
      ...at,
      ...options,
      currentDirectory: root,
      reports: reportFiles(reports, root),
      reportText: text,
      signal,
      onProgress: ({ phase, done, total }) =>
        onProgress(total === 0 ? phase : `${phase} ${done} of ${total}`),
    });
    return found('MCP-RUN-S-001', document);
  },
};

/** Makes the tool that proves causes by running the operator's own command; an agent cannot add to it. */
export function whyTool(command: string): ProductTool {
  return {
    name: 'why',
    description:
      'Runs the test command that the operator allowed, on scratch copies of the repository, and proves which lines make its tests fail. It takes minutes.',
    shape: fields({ good: revision }, []),
    annotations: { ...RECORDS, openWorldHint: true, idempotentHint: false },
    isHeavy: true,
    async run({ good }, { at, root, signal, onProgress }) {
      const { why } = await import('../proofs.ts');
      const proven = await why({
        ...at,
        currentDirectory: root,
        command,
        good: good as string | undefined,
        signal,
        onExperiment: ({ phase, trying, runs }) => onProgress(`${phase} ${trying}, after ${runs} runs`),
      });
      if ('run' in proven)
        // The report contains its patches, with placeholders for secrets; the unmasked patch is only for the
        // person's own disk.
        return found('MCP-RUN-S-001', proven.document, { stopped: proven.stopReason });
      return { code: 'MCP-RUN-S-002', data: { passed: proven.passed } };
    },
  };
}

const reportTool: ProductTool = {
  name: 'report',
  description:
    'Returns the report of a run: its causes, suspects, evidence, and what would settle open questions.',
  shape: fields({ run }, ['run']),
  annotations: LOOKS,
  async run({ run: named }, context) {
    await requireRuns(context);
    const { at } = context;
    const { showRun } = await import('../runs.ts');
    const { document } = await showRun({ ...at, run: String(named) });
    if (document !== null) return found('MCP-RUN-S-004', document);
    throw new PenumbraError('usage', 'the run has no report yet', {
      hint: 'investigate the same reports again: that goes on where it stopped',
    });
  },
};

const runsTool: ProductTool = {
  name: 'runs',
  description: 'Lists the investigations so far, newest first.',
  shape: fields({}, []),
  annotations: LOOKS,
  async run(_given, { at }) {
    return { code: 'MCP-RUN-S-003', data: { runs: plainData(await listKnownRuns(at)) } };
  },
};

const verifyTool: ProductTool = {
  name: 'verify',
  description:
    'Makes a run and its proof again from what is on record, and compares every byte. Runs no tests.',
  shape: fields({ run }, ['run']),
  annotations: LOOKS,
  isHeavy: true,
  async run({ run: named }, context) {
    await requireRuns(context);
    const { at, signal } = context;
    const { verifyWhole } = await import('../proofs.ts');
    const verified = await verifyWhole({ ...at, run: String(named), signal });
    return { code: 'MCP-RUN-S-005', data: plainData(verified) as Found['data'] };
  },
};

/** Lists the runs; empty if there is no ledger. */
export async function listKnownRuns(at: ToolContext['at']): ReturnType<typeof listRuns> {
  if ((await missingLedger(at)) !== null) return [];
  return (await import('../runs.ts')).listRuns(at);
}

/** The tools that run nothing. */
export const runTools: readonly ProductTool[] = [investigateTool, reportTool, runsTool, verifyTool];

async function requireRuns({ at }: ToolContext): Promise<void> {
  if ((await missingLedger(at)) === null) return;
  throw new PenumbraError('usage', 'nothing was investigated here yet', { hint: 'call `investigate` first' });
}

async function found(
  code: 'MCP-RUN-S-001' | 'MCP-RUN-S-004',
  document: ReportDocument,
  more: { readonly stopped?: string | null } = {},
): Promise<Found> {
  const { renderTerminal } = await import('../../report/index.ts');
  return {
    code,
    data: { report: plainData(document), ...more },
    text: renderTerminal(document, { width: 100 }),
  };
}

const MOST_FILES = 10_000;

const NAMED = {
  inDirectory: '**/*.xml',
  what: 'report',
  hint: 'name a JUnit XML file of the workspace, or a directory with such files',
};

/**
 * Returns the files that names refer to. INVARIANT (an agent reads the workspace alone): a person may name
 * any of their files; for an agent that would be a way to learn what is in one.
 */
function reportFiles(names: readonly string[], root: string): readonly string[] {
  const files = names.flatMap((name) => {
    const place = realWithin(resolve(root, name), { name, root });
    return namedFiles(place, { ...NAMED, currentDirectory: root });
  });
  if (files.length > MOST_FILES)
    throw new PenumbraError('limit-exceeded', `these are more than ${MOST_FILES} reports`, {
      hint: NAMED.hint,
    });
  return files.map((file) => {
    const place = realWithin(file, { name: pathWithin(root, file) ?? 'a report', root });
    // A pipe or a device would block forever.
    if (statSync(place).isFile()) return place;
    throw unreadable(pathWithin(root, file) ?? 'it', 'is no regular file');
  });
}

function realWithin(place: string, { name, root }: { readonly name: string; readonly root: string }): string {
  // For a file outside, the answer does not depend on whether it exists.
  if (pathWithin(root, place) === null) throw unreadable(name, 'is outside the workspace');
  const real = realPath(place);
  if (real === null) throw unreadable(name, 'is not there');
  if (pathWithin(root, real) === null) throw unreadable(name, 'is outside the workspace');
  return real;
}

function realPath(place: string): string | null {
  try {
    return realpathSync(place);
  } catch {
    // Missing, unreadable, or not a possible file name.
    return null;
  }
}

function unreadable(name: string, problem: string): PenumbraError {
  return new PenumbraError('unreadable-input', `${cite(name)} ${problem}`, { hint: NAMED.hint });
}
