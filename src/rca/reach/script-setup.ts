/** The files that runners of JavaScript tests load before any test, as their settings and command lines name them. */
import { lexSource, sourceSyntax } from '../../context/index.ts';
import { type ReachTree, remember } from './reach-tree.ts';
import type { FindScript } from './script-modules.ts';
import { folderOf, joinPath, nameOf } from './tree-paths.ts';

/** Returns the files loaded before the tests of a folder. */
export type FindSetup = (folder: string) => readonly string[];

const SETTINGS =
  /^(?:package\.json|\.mocharc\.\w+|(?:jest|vitest|vite|playwright|ava|karma|cypress|web-test-runner)[\w.-]*\.(?:[cm]?[jt]s|json))$/;
const KEYS = new Set(
  'setupFiles setupFilesAfterEnv setupFile setupTestFrameworkScriptFile globalSetup globalTeardown testEnvironment snapshotSerializers require preload supportFile'.split(
    ' ',
  ),
);
const COMMAND_OPTION = /(?:^|[\s"'])(?:--require|-r|--import|--file|--setup|--loader)[ =]([\w@./-]{1,200})/g;
/** How many files one list may name. */
const LISTED = 100;

/** Prepares the settings of a tree; a test is under those of its folder and of all folders above. */
export function createFindSetup(tree: ReachTree, find: FindScript): FindSetup {
  const setupOf = remember((folder: string): readonly string[] => {
    const named = tree
      .filesIn(folder)
      .filter((path) => SETTINGS.test(nameOf(path)))
      .flatMap((path) => setupNames(tree.manifest(path) ?? ''));
    const own = named.flatMap((name) => {
      const path = joinPath(folder, name.replace(/^<rootDir>\/?/, ''));
      return path === undefined ? [] : (find(path) ?? find(`${path}/index`) ?? []);
    });
    return [...new Set(folder === '' ? own : [...own, ...setupOf(folderOf(folder))])];
  });
  return setupOf;
}

/** Reads JSON and code alike: a key, a colon, and a literal or a list of them. */
function setupNames(text: string): readonly string[] {
  const found = Array.from(text.matchAll(COMMAND_OPTION), ([, name = '']) => name);
  if (!/[sS]etup|require|preload|testEnvironment|snapshotSerializers|supportFile/.test(text)) return found;
  const syntax = sourceSyntax('a.js');
  const tokens = syntax === undefined ? [] : lexSource(text, syntax);
  for (const [index, token] of tokens.entries()) {
    if (tokens[index + 1]?.text !== ':' || !KEYS.has(token.text)) continue;
    const value = tokens[index + 2];
    if (value?.kind === 'literal') found.push(value.text);
    if (value?.text !== '[') continue;
    for (const listed of tokens.slice(index + 3, index + 3 + LISTED)) {
      if (listed.text === ']') break;
      if (listed.kind === 'literal') found.push(listed.text);
    }
  }
  return found;
}
