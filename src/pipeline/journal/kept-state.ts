/**
 * The state of a walk as a checkpoint keeps it: the artifacts of its steps are kept once, as the contents of their frames,
 * and are named here. So a checkpoint is small, and what is erased from a case is in none of its checkpoints.
 */
import {
  type CanonicalValue,
  type ContentId,
  canonicalHash,
  digestOf,
  isId,
  makeId,
  PenumbraError,
  parseFrozen,
} from '../../kernel/index.ts';
import type { StoreReader } from '../../ledger/index.ts';
import type { RecordedArtifact } from '../nodes/artifact.ts';
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

/** The names of artifacts, so that each is written out and hashed once. */
export type ArtifactNames = WeakMap<RecordedArtifact, ContentId>;

/** Returns the states of all walks of a case with their artifacts named. */
export function keepStates(
  states: readonly WalkerState[],
  names: ArtifactNames = new WeakMap(),
): readonly KeptState[] {
  const nameOf = (artifact: RecordedArtifact): ContentId => {
    const name = names.get(artifact) ?? makeId('content', canonicalHash(artifact));
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

/** Reads data by its content id, or throws `store-damaged` where it is gone, and `erased` where that was asked for. */
export async function readKept(store: StoreReader, id: ContentId): Promise<CanonicalValue> {
  const [value] = await readManyKept(store, [id]);
  return value as CanonicalValue;
}

/** Reads data by content ids, in their order and all at once, frozen. */
export async function readManyKept(
  store: StoreReader,
  ids: readonly ContentId[],
): Promise<readonly CanonicalValue[]> {
  const strange = ids.find((id) => !isId(id, 'content'));
  if (strange !== undefined) throw goneError(strange);
  const found = await store.getMany(ids.map(digestOf));
  const gone = ids.find((_, index) => !found[index]);
  if (gone !== undefined) throw await whyGone(store, gone);
  return found.map((bytes) => parseFrozen(bytes as Uint8Array));
}

async function whyGone(store: StoreReader, id: ContentId): Promise<PenumbraError> {
  const tombstone = await store.tombstone(digestOf(id));
  if (tombstone === null) return goneError(id);
  const isErased = tombstone.reason === 'erased';
  const how = isErased ? 'erased on request' : 'dropped with old history';
  return new PenumbraError(
    isErased ? 'erased' : 'store-damaged',
    `${id} was ${how}, and a case rests on it`,
    {
      data: { object: id, agent: tombstone.agent },
      hint: `the case cannot go on${isErased ? '' : ', unless an export is imported that still has it'}`,
    },
  );
}

function goneError(id: string): PenumbraError {
  return new PenumbraError('store-damaged', `${id} is missing, which tells how far a case had come`, {
    data: { object: id },
    hint: 'run `penumbra validate`, and go on from an earlier step',
  });
}
