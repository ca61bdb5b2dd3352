/** Explains a record or a file: what it rests on, down to bytes, and what rests on it, as people and programs read it. */
import { openFileTree, openScanIndex } from '../adapters/files/index.ts';
import { openRepository } from '../adapters/git/index.ts';
import {
  type Dependant,
  type ExplainedInput,
  explainFrame,
  explainPath,
  scanTree,
  type Tree,
} from '../context/index.ts';
import type { FrameId } from '../kernel/index.ts';
import { formatSubject, type Ledger, resolveId } from '../ledger/index.ts';
import type { ShownExplanation, ShownInput } from '../report/index.ts';
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
  const { frame, inputs, dependants } = await explainFrame(ledger, id, { tree });
  return {
    frame: { ...frame, subject: formatSubject(frame.subject) },
    inputs: inputs.map(showInput),
    dependants: dependants.map(showDependant),
  };
}

async function fileExplanation(ledger: Ledger, path: string, tree: Tree): Promise<ShownExplanation> {
  const { contentId, kind, dependants } = await explainPath(ledger, path, tree);
  return {
    frame: { frameId: contentId, type: kind, agent: 'workspace', subject: path },
    inputs: [],
    dependants: dependants.map(showDependant),
  };
}

function showInput(input: ExplainedInput): ShownInput {
  switch (input.kind) {
    case 'content': {
      const { contentId, paths, morePaths, isCurrent } = input;
      const label =
        morePaths > 0 ? `the bytes of a file, in ${morePaths} further places` : 'the bytes of a file';
      return { kind: 'content', id: contentId, label, paths, ...(isCurrent !== null && { isCurrent }) };
    }
    case 'node': {
      const { nodeId, path, isCurrent } = input;
      return {
        kind: 'content',
        id: nodeId,
        label: 'a file at its place',
        paths: path === null ? [] : [path],
        ...(isCurrent !== null && { isCurrent }),
      };
    }
    case 'external':
      return { kind: 'external', id: input.name, label: input.value };
    case 'frame':
      return showFrame(input);
  }
}

const states = {
  followed: '',
  repeated: ' (told above)',
  'too-deep': ' (not followed further)',
  missing: ' (missing)',
} as const;

function showFrame({
  frameId,
  frame,
  state,
  inputs,
}: ExplainedInput & { readonly kind: 'frame' }): ShownInput {
  const words = frame === null ? 'a record' : `${frame.type} by ${frame.agent}`;
  return { kind: 'frame', id: frameId, label: `${words}${states[state]}`, inputs: inputs.map(showInput) };
}

function showDependant({ frameId, type, agent, subject }: Dependant): ShownExplanation['dependants'][number] {
  return { id: frameId, label: `${type} by ${agent}, about ${formatSubject(subject)}` };
}
