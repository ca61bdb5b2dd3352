/**
 * Lists a directory: the entries that belong to the tree, in tree order, and the rules that apply to them.
 */
import { compareCodePoints } from '../../kernel/index.ts';
import { type ByteText, decodeName, isAscii, joinBytes, toByteText } from './byte-text.ts';
import { recordFlags } from './directory-record.ts';
import type { ListedEntry, SkipReason } from './file-tree.ts';
import { addRules, type IgnoreRules } from './ignore-rules.ts';
import { type ScanRun, scanLimits } from './scan-run.ts';

/** A directory to walk. */
export type DirectoryTask = {
  readonly path: ByteText;
  /** The rules of the directories above. */
  readonly outerRules: IgnoreRules;
  /** Whether it is ignored and only walked for its tracked files. */
  readonly isTrackedOnly: boolean;
};

/** The entries of a directory. */
export type Listing = {
  readonly rules: IgnoreRules;
  readonly names: readonly ByteText[];
  readonly flags: number;
  /** The listed directories that are only walked for tracked files. */
  readonly trackedOnly: ReadonlySet<ByteText>;
};

const GIT = '.git';
/** Names excluded from every tree, at any depth. */
export const unscannedNames: ReadonlySet<string> = new Set([GIT, '.penumbra']);
const GITIGNORE = toByteText('.gitignore');
const PENUMBRAIGNORE = toByteText('.penumbraignore');

/** Lists a directory, or says why it cannot be walked. */
export function listDirectory(run: ScanRun, task: DirectoryTask): Listing | SkipReason {
  const listed = run.files.list(task.path);
  if (typeof listed === 'string') return listed;
  const hasGit = task.path !== '' && listed.some(({ name }) => name === GIT);
  if (hasGit && isOtherRepository(run, task.path)) return 'nested-repository';
  const has = (name: string) => listed.some((entry) => entry.name === name);
  const ruleFlags =
    (has(GITIGNORE) ? recordFlags.gitignore : 0) | (has(PENUMBRAIGNORE) ? recordFlags.penumbraignore : 0);
  const rules = rulesIn(run, task, ruleFlags);
  const chosen = chooseEntries(run, task, rules, listed);
  const names = sortNames(run, task.path, chosen.names);
  const isComplete = !hasGit && !chosen.isByTracking && names.length === chosen.names.length;
  const flags =
    ruleFlags | (isComplete ? recordFlags.complete : 0) | (chosen.hasIgnored ? recordFlags.ignored : 0);
  return { rules, names, flags, trackedOnly: chosen.trackedOnly };
}

/** Returns the rules inside a directory, given its rule files. */
export function rulesIn(run: ScanRun, task: DirectoryTask, ruleFlags: number): IgnoreRules {
  const prefix = run.repository?.prefix ?? '';
  const base = `${prefix}${task.path === '' ? '' : `${task.path}/`}` as ByteText;
  let rules = task.outerRules;
  for (const [flag, name] of [
    [recordFlags.gitignore, GITIGNORE],
    [recordFlags.penumbraignore, PENUMBRAIGNORE],
  ] as const) {
    if ((ruleFlags & flag) === 0) continue;
    const path = joinBytes(task.path, name);
    const text = run.files.readSmall(path, scanLimits.rulesBytes);
    if (text.reason === undefined) rules = addRules(rules, { base, text: text.bytes });
    else if (text.reason === 'too-large') run.skip(path, 'rules-too-large');
  }
  return rules;
}

function isOtherRepository(run: ScanRun, path: ByteText): boolean {
  return (run.repository?.isWorkTree(path) ?? true) && !run.tracked().hasBelow(path);
}

function chooseEntries(
  run: ScanRun,
  task: DirectoryTask,
  rules: IgnoreRules,
  listed: readonly ListedEntry[],
): {
  readonly names: readonly ByteText[];
  readonly trackedOnly: ReadonlySet<ByteText>;
  readonly hasIgnored: boolean;
  readonly isByTracking: boolean;
} {
  const names: ByteText[] = [];
  const trackedOnly = new Set<ByteText>();
  const prefix = run.repository?.prefix ?? '';
  let [hasIgnored, isByTracking] = [false, false];
  for (const entry of listed) {
    const { name } = entry;
    if (unscannedNames.has(name)) continue;
    const path = joinBytes(task.path, name);
    const isDirectory = entry.isDirectory();
    if (task.isTrackedOnly || rules.ignores(`${prefix}${path}` as ByteText, isDirectory)) {
      hasIgnored = true;
      if (!(isDirectory ? run.tracked().hasBelow(path) : run.tracked().has(path))) continue;
      isByTracking = true;
      if (isDirectory) trackedOnly.add(name);
    }
    names.push(name);
  }
  return { names, trackedOnly, hasIgnored, isByTracking };
}

/** Sorts names by the bytes of their normal form. Names without a unique one are reported and skipped. */
function sortNames(run: ScanRun, directory: ByteText, names: readonly ByteText[]): readonly ByteText[] {
  if (names.every(isAscii)) return names.toSorted();
  const spellings = Map.groupBy(names, (name) => decodeName(name) ?? '');
  for (const name of spellings.get('') ?? []) run.skip(joinBytes(directory, name), 'name-not-utf8');
  spellings.delete('');
  for (const same of spellings.values()) {
    if (same.length > 1) for (const name of same) run.skip(joinBytes(directory, name), 'same-name');
  }
  return [...spellings]
    .filter(([, same]) => same.length === 1)
    .sort(([left], [right]) => compareCodePoints(left, right))
    .flatMap(([, same]) => same);
}
