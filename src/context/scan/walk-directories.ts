/** The walk of a scan: every directory that has to be looked at is opened, looked into and closed. */
import { PenumbraError } from '../../kernel/index.ts';
import { type ByteText, toByteText } from './byte-text.ts';
import type { DirectoryRecord } from './directory-record.ts';
import { addRules, type IgnoreRules, NO_RULES } from './ignore-rules.ts';
import {
  closeDirectory,
  type OpenDirectory,
  openDirectory,
  type PlacedTask,
  placeSubdirectory,
} from './scan-directory.ts';
import type { Repository, ScanRun } from './scan-run.ts';

/** Walks all directories, without recursion, so that no depth of directories is too deep. */
export function walkDirectories(run: ScanRun): void {
  const open: OpenDirectory[] = [openRoot(run)];
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const task = current.waiting.pop();
    if (task) {
      const kept = keptRecord(run, task);
      const opened = kept ? undefined : openDirectory(run, task);
      if (opened) open.push(opened);
      else placeSubdirectory(run, current, task.slot, kept);
      continue;
    }
    const record = closeDirectory(run, current);
    run.directories.set(record.path, record);
    open.pop();
    const above = open.at(-1);
    if (above) placeSubdirectory(run, above, current.task.slot, record);
  }
}

/** Returns the known record of a directory in which no hint says that anything moved. */
function keptRecord({ hints, previous }: ScanRun, task: PlacedTask): DirectoryRecord | undefined {
  const isLookedAt = task.isWhole || !hints || hints.isOnWay(task.path);
  return isLookedAt ? undefined : previous.directories.get(task.path);
}

function openRoot(run: ScanRun): OpenDirectory {
  const root = openDirectory(run, {
    path: toByteText(''),
    outerRules: outerRules(run.repository),
    isTrackedOnly: false,
    slot: 0,
    isWhole: run.hints === undefined,
  });
  if (root) return root;
  const reason = run.skipped.at(-1)?.reason;
  throw new PenumbraError('unreadable-input', `cannot read the root of the workspace: ${reason}`, {
    hint: 'name a directory that exists and that you may read',
  });
}

/**
 * Returns the rules of the repository around the root. Where they ignore the root itself they are left aside: whoever
 * opens a workspace in an ignored directory wants what is in it.
 */
function outerRules(repository: Repository | undefined): IgnoreRules {
  if (!repository) return NO_RULES;
  let rules = NO_RULES;
  for (const file of repository.outerRules()) {
    if (isIgnored(rules, file.base)) return NO_RULES;
    rules = addRules(rules, file);
  }
  return isIgnored(rules, repository.prefix) ? NO_RULES : rules;
}

function isIgnored(rules: IgnoreRules, directory: ByteText): boolean {
  return directory !== '' && rules.ignores(directory.slice(0, -1) as ByteText, true);
}
