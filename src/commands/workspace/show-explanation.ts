/** Explains a record or a file: its basis, down to bytes, and what depends on it, for people and programs. */
import type {
  Dependant,
  ExplainedInput,
  FrameExplanation,
  FrameSummary,
  PathExplanation,
} from '../../context/index.ts';
import type { OpenedWorkspace } from '../../engine/index.ts';
import { formatSubject } from '../../ledger/index.ts';
import type { ShownDependant, ShownExplanation, ShownInput, ShownRecord } from '../../report/index.ts';

/**
 * Explains a path of the tree, present or past, or the record that a text names by its id or a prefix of it.
 */
export async function showExplanation(workspace: OpenedWorkspace, what: string): Promise<ShownExplanation> {
  const explained = await workspace.explain(what);
  return 'path' in explained ? pathExplanation(explained) : recordExplanation(explained);
}

function recordExplanation(explained: FrameExplanation): ShownExplanation {
  const { frame, inputs, leftOut, dependants, hasMore } = explained;
  return {
    frame: showRecord(frame),
    inputs: inputs.map(showInput),
    leftOut,
    dependants: dependants.map(showDependant),
    hasMore,
  };
}

function pathExplanation(explained: PathExplanation): ShownExplanation {
  const { path, contentId, nodeId, kind, lineage, dependants, hasMore } = explained;
  return {
    frame: { frameId: contentId ?? '', type: kind ?? 'gone', agent: 'workspace', subject: path },
    inputs: [],
    leftOut: { inputs: 0, frames: 0 },
    // Readers think of the file as the place, whether a record names its node or its content.
    dependants: dependants.map((dependant) =>
      showDependant(
        dependant.restsOn === nodeId && contentId !== null ? { ...dependant, restsOn: contentId } : dependant,
      ),
    ),
    hasMore,
    lineage,
  };
}

function showDependant(dependant: Dependant): ShownDependant {
  const { restsOn, distance } = dependant;
  return { ...showRecord(dependant), restsOn, distance };
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
