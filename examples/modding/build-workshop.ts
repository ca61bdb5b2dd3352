/** Builds the workshop in a folder: six roots, three mods (two of them in the playset), and a git repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';

/** Where everything is; the ledger and the keys are outside every root. */
export type Workshop = {
  readonly roots: Readonly<Record<string, string>>;
  /** The mods of the active playset. */
  readonly mods: readonly { readonly name: string; readonly path: string }[];
  readonly ledger: string;
  readonly config: string;
};

const roots = {
  repo: 'repo',
  game: 'game',
  steam: 'steam',
  user_docs: 'documents',
  ck3raven_data: 'data',
  vscode: 'editor',
};

const files: Readonly<Record<string, string>> = {
  'repo/README.md': '# Raven\n',
  'repo/src/merge.ts': 'export const merge = (ours: string, theirs: string) => ours + theirs;\n',
  'game/common/roads.txt': 'speed = 3\n',
  'steam/1001/common/roads.txt': 'speed = 5\n',
  'steam/1002/common/gold.txt': 'gold = 1000000\n',
  'documents/diary.txt': 'nobody else reads this\n',
  'documents/mod/realm/common/buildings.txt': 'castle = 1\ntower = 2\n',
  'documents/mod/realm/common/old.txt': 'hut = 1\n',
  'data/playsets/active.json': '[\n  "Better Roads",\n  "My Realm"\n]\n',
  'data/wip/notes.txt': 'castles\nroads\nharbours\n',
  'editor/settings.json': '{}\n',
};

/** Builds it. */
export function buildWorkshop(folder: string): Workshop {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const path of ['ledger', 'config']) mkdirSync(join(folder, path));
  for (const path of ['repo', 'documents']) commitAll(join(folder, path));
  return {
    roots: Object.fromEntries(Object.entries(roots).map(([key, path]) => [key, join(folder, path)])),
    mods: [
      { name: 'Better Roads', path: join(folder, 'steam/1001') },
      { name: 'My Realm', path: join(folder, 'documents/mod/realm') },
    ],
    ledger: join(folder, 'ledger'),
    config: join(folder, 'config'),
  };
}

/** Runs git in a folder, without the caller's settings, repository and identity. */
export function runGit(folder: string, ...args: readonly string[]): string {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const settings = ['-c', 'user.name=Modder', '-c', 'user.email=modder@realm.example'];
  return execFileSync('git', [...settings, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(own), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull },
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function commitAll(folder: string): void {
  runGit(folder, 'init', '--quiet', '--template=', '--initial-branch=main');
  runGit(folder, 'add', '.');
  runGit(folder, 'commit', '--quiet', '--message', 'As it was');
}
