/** Explains a record or a file: what it rests on, down to bytes, and what rests on it, as people and programs read it. */
import { openFileTree, openScanIndex } from '../adapters/files/index.ts';
import { openRepository } from '../adapters/git/index.ts';
import {
  type ExplainedInput,
  explainFrame,
  explainPath,
  type FrameSummary,
  scanTree,
  type Tree,
} from '../context/index.ts';
import type { FrameId } from '../kernel/index.ts';
import { formatSubject, type Ledger, resolveId } from '../ledger/index.ts';
import type { ShownExplanation, ShownInput, ShownRecord } from '../report/index.ts';
import { type OpenLedgerOptions, openLedger } from './open-ledger.ts';
import { findWorkspaceRoot } from './workspace-root.ts';

/** What to explain: a record by its id or a beginning of it, or a file by its path. */
export type ExplainOptions = Omit<OpenLedgerOptions, 'create'> & { readonly what: string };

const ID = /^(?:frame:)?[0-9a-f]{4,64}$/i;

/** Explains a file of the workspace where the text is the path of one, else the record it names. */
export async function explain(options: ExplainOptions): Promise<ShownExplanation> {
  const { what, environment = process.env } = options;
  const root = findWorkspaceRoot({ ...options, environment }).path;
  const ledger = await openLedger({ ...options, create: false });
  try {
    const ports = { files: openFileTree(root), repository: openRepository(root), index: openScanIndex(root) };
    const { tree } = scanTree(ports);
    const isFile = !ID.test(what) || tree.at(what) !== undefined;
    return isFile ? await fileExplanation(ledger, what, tree) : await recordExplanation(ledger, what, tree);
  } finally {
    await ledger.store.close();
  }
}

async function recordExplanation(ledger: Ledger, what: string, tree: Tree): Promise<ShownExplanation> {
  const id = (await resolveId(ledger.store, what, 'frame')) as FrameId;
  const { frame, inputs, leftOut, dependants, hasMore } = await explainFrame(ledger, id, { tree });
  return {
    frame: showRecord(frame),
    inputs: inputs.map(showInput),
    leftOut,
    dependants: dependants.map(showRecord),
    hasMore,
  };
}

async function fileExplanation(ledger: Ledger, path: string, tree: Tree): Promise<ShownExplanation> {
  const { contentId, kind, dependants, hasMore } = await explainPath(ledger, path, tree);
  return {
    frame: { frameId: contentId ?? '', type: kind ?? 'gone', agent: 'workspace', subject: path },
    inputs: [],
    leftOut: { inputs: 0, frames: 0 },
    dependants: dependants.map(showRecord),
    hasMore,
  };
}

function showInput(input: ExplainedInput): ShownInput {
  switch (input.kind) {
    case 'content': {
      const { kind, contentId, paths, morePaths, isCurrent } = input;
      return { kind, id: contentId, paths, morePaths, isCurrent };
    }
    case 'node': {
      const { kind, nodeId, path, isCurrent } = input;
      return { kind, id: nodeId, path, isCurrent };
    }
    case 'external':
      return { kind: input.kind, id: input.name, value: input.value };
    case 'frame': {
      const { kind, frameId, state, frame, inputs } = input;
      const maker = frame && { type: frame.type, agent: frame.agent };
      return { kind, id: frameId, state, frame: maker, inputs: inputs.map(showInput) };
    }
  }
}

function showRecord({ frameId, type, agent, subject }: FrameSummary): ShownRecord {
  return { frameId, type, agent, subject: formatSubject(subject) };
}
