/** Hides a fault in a history: in the work tree, in the newest commit, or below real or scripted later commits. */
import type { Author, CommitMeta, FileEdit, GitStore } from './git-store.ts';
import { type HarmlessEdit, untrackedFiles } from './harmless-edits.ts';
import type { CaseHistory, HistoryStep } from './red-run.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Where a fault goes; the two kinds of `back` differ in what lies above it. */
export type Hiding = 'uncommitted' | 'last' | 'back-real' | 'back-scripted';

/** A history and the tree that the tests are run on. */
export interface HiddenFault {
  readonly history: CaseHistory;
  readonly tree: string;
  readonly placement: 'uncommitted' | 'last' | 'back';
  readonly distance: number;
}

/** What hiding needs to know of a repository. */
export interface HidingPlace {
  readonly store: GitStore;
  readonly revision: string;
  readonly authors: readonly Author[];
  readonly pool: readonly HarmlessEdit[];
}

const GENERAL_MESSAGES = [
  'Address review comments',
  'Small cleanup',
  'Simplify internals',
  'Minor improvements',
  'Follow-up to the last change',
  'Make the code easier to read',
  'Prepare next release',
  'Refactor for clarity',
  'Housekeeping',
  'Consistency changes',
];
const VERBS = ['Tidy', 'Update', 'Rework', 'Simplify', 'Clean up', 'Refactor', 'Polish', 'Adjust'];

/** Words that fit any change, so that a message tells nothing about the fault. */
function commitMessage(random: SeededRandom, edits: readonly FileEdit[]): string {
  const named = edits.filter(({ content }) => content !== null);
  if (random.below(2) === 0 || named.length === 0) return `${random.pick(GENERAL_MESSAGES)}\n`;
  const { path } = random.pick(named);
  return `${random.pick(VERBS)} ${path.slice(path.lastIndexOf('/') + 1)}\n`;
}

/** The people who wrote the latest commits, without robots. */
export function recentAuthors(store: GitStore, revision: string): Author[] {
  const lines = store.git(['log', '-80', '--format=%an%x00%ae', revision]).trim().split('\n');
  const people = [...new Set(lines)].filter((line) => !/bot\b|\[bot\]|renovate|actions@/i.test(line));
  return people.slice(0, 12).map((line) => {
    const [name = '', email = ''] = line.split('\0');
    return { name, email };
  });
}

/** The date of a commit moved by some hours. */
export function laterDate(store: GitStore, revision: string, hours: number): string {
  const [seconds = '0', zone = '+0000'] = store.metaOf(revision).date.split(' ');
  return `${Number(seconds) + Math.round(hours * 3600)} ${zone}`;
}

/** Lays a fault and harmless edits out; nothing where the fault does not fit this way. */
export function hideFault(
  place: HidingPlace,
  fault: FileEdit,
  hiding: Hiding,
  random: SeededRandom,
): HiddenFault | undefined {
  const others = random.shuffled(place.pool.filter(({ path }) => path !== fault.path));
  const distinct = others.filter(
    ({ path }, index) => others.findIndex((each) => each.path === path) === index,
  );
  switch (hiding) {
    case 'uncommitted':
      return inWorkTree(place, fault, distinct, random);
    case 'last':
      return inLastCommit(place, fault, distinct, random);
    case 'back-real':
      return belowRealCommits(place, fault, distinct, random);
    case 'back-scripted':
      return belowScriptedCommits(place, fault, distinct, random);
  }
}

function inWorkTree(
  { store, revision }: HidingPlace,
  fault: FileEdit,
  others: readonly HarmlessEdit[],
  random: SeededRandom,
): HiddenFault {
  const edits: FileEdit[] = [fault, ...others.slice(0, random.below(4))];
  const isStaged = edits.map(() => random.below(3) === 0);
  const stagedTree = store.treeWith(
    revision,
    edits.filter((_, index) => isStaged[index]),
  );
  const untracked = random.below(3) === 0 ? [random.pick(untrackedFiles)] : [];
  const tree = store.treeWith(stagedTree, [...edits.filter((_, index) => !isStaged[index]), ...untracked]);
  const history = {
    base: revision,
    steps: [],
    faultStep: null,
    staged: store.patchBetween(revision, stagedTree),
    unstaged: store.patchBetween(stagedTree, tree),
  };
  return { history, tree, placement: 'uncommitted', distance: 0 };
}

function inLastCommit(
  place: HidingPlace,
  fault: FileEdit,
  others: readonly HarmlessEdit[],
  random: SeededRandom,
): HiddenFault {
  const { store, revision } = place;
  const edits: FileEdit[] = [fault, ...others.slice(0, random.below(4))];
  const tree = store.treeWith(revision, edits);
  const step = plantedStep(
    place,
    {
      patch: store.patchBetween(revision, tree),
      edits,
      date: laterDate(store, revision, 3 + random.below(60)),
    },
    random,
  );
  return { history: committed(revision, [step]), tree, placement: 'last', distance: 0 };
}

/** The fault lies on an older real commit, and the real ones after it are replayed above it. */
function belowRealCommits(
  place: HidingPlace,
  fault: FileEdit,
  others: readonly HarmlessEdit[],
  random: SeededRandom,
): HiddenFault | undefined {
  const { store, revision } = place;
  const chain = store.git(['rev-list', '--first-parent', '-12', revision]).trim().split('\n');
  const wanted = 1 + random.below(10);
  const choices = [[fault, ...others.slice(0, random.below(3))], [fault]];
  for (const edits of choices) {
    const tree = store.treeWith(revision, edits);
    const patch = store.patchBetween(revision, tree);
    const fits = chain.map((commit) => store.patched(commit, patch) !== undefined);
    const firstMisfit = fits.indexOf(false);
    const reach = Math.min(wanted, (firstMisfit < 0 ? chain.length : firstMisfit) - 1);
    const base = chain[reach];
    if (reach < 1 || base === undefined) continue;
    const date = laterDate(store, base, 0.2);
    const later = chain
      .slice(0, reach)
      .reverse()
      .map((real) => ({ real }));
    const steps = [plantedStep(place, { patch, edits, date }, random), ...later];
    return { history: committed(base, steps), tree, placement: 'back', distance: reach };
  }
  return undefined;
}

function belowScriptedCommits(
  place: HidingPlace,
  fault: FileEdit,
  others: readonly HarmlessEdit[],
  random: SeededRandom,
): HiddenFault | undefined {
  const { store, revision } = place;
  const distance = Math.min(1 + random.below(10), Math.floor(others.length / 2));
  if (distance < 1) return undefined;
  const left = [...others];
  const take = (count: number) => left.splice(0, count);
  const changes: FileEdit[][] = [[fault, ...take(random.below(3))]];
  for (let index = 0; index < distance; index++) {
    const edits = take(1 + (left.length > distance * 2 ? random.below(2) : 0));
    if (edits.length > 0) changes.push(edits);
  }
  let tree = revision;
  let hours = 1;
  const steps = changes.map((edits): HistoryStep => {
    const before = tree;
    tree = store.treeWith(before, edits);
    hours += 1 + random.below(40);
    const date = laterDate(store, revision, hours);
    return plantedStep(place, { patch: store.patchBetween(before, tree), edits, date }, random);
  });
  return { history: committed(revision, steps), tree, placement: 'back', distance: steps.length - 1 };
}

function plantedStep(
  { authors }: HidingPlace,
  {
    patch,
    edits,
    date,
  }: { readonly patch: string; readonly edits: readonly FileEdit[]; readonly date: string },
  random: SeededRandom,
): HistoryStep {
  const meta: CommitMeta = { message: commitMessage(random, edits), author: random.pick(authors), date };
  return { patch, ...meta };
}

function committed(base: string, steps: readonly HistoryStep[]): CaseHistory {
  return { base, steps, faultStep: 0, staged: '', unstaged: '' };
}
