/** Finds the nodes about which something may be recorded, by the names of all logs at once instead of node by node. */
import { everyHead, type StoreReader, subjectHash } from '../../ledger/index.ts';
import { PATH_LOGS } from '../lineage/path-entry.ts';
import type { Tree } from '../scan/tree.ts';
import { isWithin } from '../scan/tree-path.ts';

/** Returns the paths of a directory and of all below it that have frames under this or a former name, in the tree's order. */
export async function pathsSpokenOf(
  store: StoreReader,
  tree: Tree,
  directory: string,
): Promise<readonly string[]> {
  const spokenOf = await subjectsIn(store, ['frame/', PATH_LOGS]);
  const paths: string[] = [];
  for (const { path } of tree.walk())
    if (isWithin(path, directory) && spokenOf.has(subjectHash({ kind: 'node', id: path }))) paths.push(path);
  return paths;
}

async function subjectsIn(store: StoreReader, prefixes: readonly string[]): Promise<ReadonlySet<string>> {
  const subjects = new Set<string>();
  for (const prefix of prefixes)
    for await (const { log } of everyHead(store, prefix))
      subjects.add(log.slice(prefix.length).split('/', 1)[0] ?? '');
  return subjects;
}
