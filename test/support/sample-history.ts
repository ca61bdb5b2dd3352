// Histories made of numbered pieces, and proofs on them: what fails where is told by a function of the pieces that are there.

import {
  type ChangeUnit,
  type Observation,
  ProofStopped,
  proveCause,
  type RunTests,
  type StateSpace,
} from '../../src/rca/index.ts';

type TreeId = StateSpace['workTree'];

/** A history: each commit adds pieces, the newest commit last; `dirty` is not committed. */
export type History = {
  readonly commits: readonly (readonly string[])[];
  readonly dirty?: readonly string[];
};

const treeOf = (pieces: readonly string[]): TreeId => [...new Set(pieces)].sort().join(' ');
const piecesOf = (tree: TreeId): readonly string[] => (tree === '' ? [] : tree.split(' '));

/** States as sets of pieces; a piece `a.ts#1` is one of the file `a.ts`. */
export function spaceOf({ commits, dirty = [] }: History): StateSpace {
  const trees = commits.map((_, index) => treeOf(commits.slice(0, index + 1).flat()));
  const workTree = treeOf([...piecesOf(trees.at(-1) ?? ''), ...dirty]);
  const revisions = trees.map((tree, index) => ({ commit: `c${index}`, tree })).reverse();
  const changes = (before: TreeId, after: TreeId) =>
    piecesOf(after)
      .filter((piece) => !piecesOf(before).includes(piece))
      .map(unitOf);
  return {
    workTree,
    history: (most) => revisions.slice(0, most),
    merged: () => [],
    resolve: (name) => revisions.find(({ commit }) => commit === name) ?? null,
    carry: (tree, { from, paths }) => {
      const isCarried = (piece: string) => paths.includes(pathOf(piece));
      return treeOf([
        ...piecesOf(tree).filter((piece) => !isCarried(piece)),
        ...piecesOf(from).filter(isCarried),
      ]);
    },
    changes,
    changesAlong: (trees) => trees.slice(1).map((before, newer) => changes(before, trees[newer] ?? before)),
    without: ({ after }, units) =>
      treeOf(piecesOf(after).filter((piece) => !units.some(({ id }) => id === piece))),
    undo: () => null,
    patch: () => '',
  };
}

const pathOf = (piece: string) => piece.split('#')[0] as string;
export const unitOf = (piece: string): ChangeUnit => ({
  id: piece,
  path: pathOf(piece),
  kind: 'hunk',
  before: { start: 1, lines: [] },
  after: { start: 1, lines: [`line of ${piece}`] },
});

export const told = (...ends: Observation['ends']): Observation => ({ kind: 'told', ends });
export const redIf = (isRed: boolean) => told(isRed ? 'failed' : 'passed');

type Trial = {
  readonly history: History;
  readonly observe: (pieces: readonly string[], attempt: number) => Observation;
  readonly likely?: readonly string[];
  readonly good?: readonly string[];
  readonly testPaths?: readonly string[];
  readonly standIns?: readonly number[];
  readonly most?: number;
  readonly isBisection?: boolean;
  readonly traced?: () => Promise<Observation>;
};

export async function prove({ history, observe, likely = [], good = [], most = 1_000, ...others }: Trial) {
  let runs = 0;
  const run: RunTests = async (state, { attempt }) => {
    runs += 1;
    if (runs > most) throw new ProofStopped();
    return observe(piecesOf(state), attempt);
  };
  const result = await proveCause({
    space: spaceOf(history),
    run,
    focus: 0,
    testPaths: [],
    ...others,
    good,
    weightOf: ({ id }) => (likely.includes(id) ? 1_000 : 1),
  });
  return { ...result, guilty: result.proven?.units.map(({ id }) => id).sort(), runs, said: result.runs };
}

export const tenCommits: History = {
  commits: Array.from({ length: 10 }, (_, index) => [`f${index}.ts#1`, `f${index}.ts#2`]),
};
