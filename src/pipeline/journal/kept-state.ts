/**
 * The stored form of a walk's state: artifacts are stored once, as the contents of their frames, and referred
 * to by id. So checkpoints are small, and content erased from a case is in none of them.
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

/** An artifact by content id, or inline if it is not a frame of the case. */
type KeptArtifact = ContentId | RecordedArtifact;

/** A state with artifacts in a given form. */
type StateOf<Form> = Omit<WalkerState, 'outputs' | 'prior' | 'inner'> & {
  readonly outputs: { readonly [node: string]: Form };
  readonly prior: Form | null;
  readonly inner: StateOf<Form> | null;
};

/** A state with artifacts referred to by id. */
export type KeptState = StateOf<KeptArtifact>;

/** The content ids of artifacts, so that each is serialised and hashed once. */
export type ArtifactNames = WeakMap<RecordedArtifact, ContentId>;

/** Converts the states of all walks of a case to their stored form. */
export function keepStates(
  states: readonly WalkerState[],
  names: ArtifactNames = new WeakMap(),
): readonly KeptState[] {
  const nameOf = (artifact: RecordedArtifact): ContentId => {
    const name = names.get(artifact) ?? makeId('content', canonicalHash(artifact));
    names.set(artifact, name);
    return name;
  };
  // INVARIANT (every output is a frame): a step that sets one records it. The inputs of a walk may be
  // anything.
  const outputs = states.flatMap(statesIn).flatMap((state) => Object.values(state.outputs));
  const recorded = new Set(outputs.map(nameOf));
  const keep = (artifact: RecordedArtifact) => (recorded.has(nameOf(artifact)) ? nameOf(artifact) : artifact);
  return states.map((state) => replaceArtifacts<RecordedArtifact, KeptArtifact>(state, keep));
}

/** Returns the content ids of all artifacts in states, deduplicated. */
export function namedArtifacts(states: readonly KeptState[]): readonly ContentId[] {
  const all = states
    .flatMap(statesIn)
    .flatMap(({ outputs, prior }) => [...Object.values(outputs), ...(prior === null ? [] : [prior])]);
  return [...new Set(all.filter((artifact) => typeof artifact === 'string'))];
}

/** Converts a stored state back, with its artifacts. */
export function restoreState(
  state: KeptState,
  artifactOf: (name: ContentId) => RecordedArtifact,
): WalkerState {
  return replaceArtifacts<KeptArtifact, RecordedArtifact>(state, (kept) =>
    typeof kept === 'string' ? artifactOf(kept) : kept,
  );
}

/** Returns a state and those of its inner walks. */
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

/** Reads data by content id, or throws `store-damaged` if it is missing, or `erased` if it was erased. */
export async function readKept(store: StoreReader, id: ContentId): Promise<CanonicalValue> {
  const [value] = await readManyKept(store, [id]);
  return value as CanonicalValue;
}

/** Reads data by content ids in bulk, in order and frozen. */
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
