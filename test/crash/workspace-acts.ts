// What is done to a workspace when it is killed: each act with the state it begins in. An act done twice is done once.

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Workspace } from '../../src/context/index.ts';

/** How large the tree of an act is. */
export type ActSize = { readonly folders: number; readonly filesEach: number };

/** One thing to do to a workspace. */
export type WorkspaceAct = {
  /** Brings files and ledger to where the act begins. */
  prepare(root: string, workspace: Workspace, size: ActSize): Promise<void>;
  run(workspace: Workspace, size: ActSize): Promise<void>;
};

/** A file's first line and what follows it. */
export function writeNumbered(
  root: string,
  path: string,
  { first, rest }: { readonly first: string; readonly rest: string },
): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${first}\n${rest}\n`);
}

/** Returns the paths of the files of a tree. */
export function pathsOf({ folders, filesEach }: ActSize): readonly string[] {
  return Array.from(
    { length: folders * filesEach },
    (_, index) => `folder-${index % folders}/deep/file-${Math.floor(index / folders)}.txt`,
  );
}

/** Returns paths that the tree of an act had once and has no more. */
export function formerPaths(size: ActSize): readonly string[] {
  return pathsOf(size).slice(0, 2);
}

/** The acts by name. */
export const workspaceActs: Readonly<Record<string, WorkspaceAct>> = {
  'first scan': {
    async prepare(root, _workspace, size) {
      writeTree(root, size);
    },
    run: scan,
  },
  'later scan': {
    async prepare(root, workspace, size) {
      writeTree(root, size);
      await workspace.scan();
      await putNotes(workspace, size);
      editTree(root, size);
    },
    run: scan,
  },
  put: {
    async prepare(root, workspace, size) {
      writeTree(root, size);
      await workspace.scan();
      editTree(root, size);
    },
    run: putNotes,
  },
  'put again': {
    async prepare(root, workspace, size) {
      writeTree(root, size);
      await putNotes(workspace, size);
      await workspace.as('person', 'writer').invalidate({ path: noted(size) });
    },
    run: putNotes,
  },
  synthesize: {
    async prepare(root, _workspace, size) {
      writeTree(root, size);
    },
    run: synthesize,
  },
  regenerate: {
    async prepare(root, workspace, size) {
      writeTree(root, size);
      await synthesize(workspace);
      editTree(root, size);
    },
    async run(workspace) {
      await workspace.as('synthesis', 'synthesis').regenerate();
    },
  },
  produce: {
    async prepare(root, _workspace, size) {
      writeTree(root, size);
    },
    async run(workspace) {
      await workspace.as('synthesis', 'synthesis').produce({ path: '.', types: ['headline'] });
    },
  },
};

function writeTree(root: string, size: ActSize): void {
  for (const [index, path] of pathsOf(size).entries())
    writeNumbered(root, path, { first: `title ${index}`, rest: 'text' });
}

/** Changes every file: half of them below the first line only. One is renamed and one goes. */
function editTree(root: string, size: ActSize): void {
  const [renamed = '', gone = '', ...others] = pathsOf(size);
  renameSync(join(root, renamed), join(root, `${renamed}.renamed.txt`));
  rmSync(join(root, gone));
  for (const [index, path] of others.entries())
    writeNumbered(root, path, { first: `title ${index}${index % 2 ? ' anew' : ''}`, rest: 'edited text' });
}

async function scan(workspace: Workspace): Promise<void> {
  await workspace.scan();
}

async function putNotes(workspace: Workspace, size: ActSize): Promise<void> {
  const person = workspace.as('person', 'writer');
  const path = noted(size);
  await person.putFrame({ path, type: 'note', content: 'mind the order' });
  await person.putFrame({ path, type: 'remark', content: 'one of many' });
  await person.putFrame({ path: dirname(path), type: 'note', content: 'a folder' });
}

function noted(size: ActSize): string {
  return pathsOf(size).at(-1) ?? '';
}

async function synthesize(workspace: Workspace): Promise<void> {
  const options = { path: '.', type: 'headline', output: 'summary', recursive: true } as const;
  await workspace.as('synthesis', 'synthesis').synthesize(options);
}
