/**
 * The state of a walk as a checkpoint keeps it: the artifacts of its steps stand once, as the contents of their frames,
 * and are named here. So a checkpoint is small, and what is erased from a case stands in none of its checkpoints.
 */
import { type ContentId, makeId } from '../../kernel/index.ts';
import { hashArtifact, type RecordedArtifact } from '../nodes/recorded-artifact.ts';
import type { WalkerState } from '../step/walker-state.ts';

/** An artifact by the id of its content, or itself where it is no frame of the case. */
type KeptArtifact = ContentId | RecordedArtifact;

/** A state with its artifacts in any form. */
type StateOf<Form> = Omit<WalkerState, 'outputs' | 'prior' | 'inner'> & {
  readonly outputs: { readonly [node: string]: Form };
  readonly prior: Form | null;
  readonly inner: StateOf<Form> | null;
};

/** A state whose artifacts are named. */
export type KeptState = StateOf<KeptArtifact>;

/** Returns the states of all walks of a case with their artifacts named. */
export function keepStates(states: readonly WalkerState[]): readonly KeptState[] {
  const names = new Map<RecordedArtifact, ContentId>();
  const nameOf = (artifact: RecordedArtifact): ContentId => {
    const name = names.get(artifact) ?? makeId('content', hashArtifact(artifact));
    names.set(artifact, name);
    return name;
  };
  // INVARIANT (every output is a frame): a step that sets one records it. What a walk started with may be anything.
  const outputs = states.flatMap(statesIn).flatMap((state) => Object.values(state.outputs));
  const recorded = new Set(outputs.map(nameOf));
  const keep = (artifact: RecordedArtifact) => (recorded.has(nameOf(artifact)) ? nameOf(artifact) : artifact);
  return states.map((state) => replaceArtifacts<RecordedArtifact, KeptArtifact>(state, keep));
}

/** Returns the artifacts that states name, each once. */
export function namedArtifacts(states: readonly KeptState[]): readonly ContentId[] {
  const all = states
    .flatMap(statesIn)
    .flatMap(({ outputs, prior }) => [...Object.values(outputs), ...(prior === null ? [] : [prior])]);
  return [...new Set(all.filter((artifact) => typeof artifact === 'string'))];
}

/** Returns a state with its artifacts put back. */
export function restoreState(
  state: KeptState,
  artifactOf: (name: ContentId) => RecordedArtifact,
): WalkerState {
  return replaceArtifacts<KeptArtifact, RecordedArtifact>(state, (kept) =>
    typeof kept === 'string' ? artifactOf(kept) : kept,
  );
}

/** Returns a state and those of the walks within it. */
function statesIn<Form>(state: StateOf<Form>): readonly StateOf<Form>[] {
  return state.inner === null ? [state] : [state, ...statesIn(state.inner)];
}

function replaceArtifacts<From, To>(state: StateOf<From>, replace: (artifact: From) => To): StateOf<To> {
  const { outputs, prior, inner } = state;
  const replaced = Object.entries(outputs).map(([node, artifact]) => [node, replace(artifact)] as const);
  return {
    ...state,
    outputs: Object.fromEntries(replaced),
    prior: prior === null ? null : replace(prior),
    inner: inner === null ? null : replaceArtifacts(inner, replace),
  };
}
