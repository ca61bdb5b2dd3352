// Tools in a real folder: a repository and a case below it, the shipped policy, a real disk, real git and a real scan.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostRootsOf, openDisk } from '../../src/adapters/files/index.ts';
import { openGitReader } from '../../src/adapters/git/index.ts';
import {
  createCommitHistory,
  parseGitLog,
  readSourceFacts,
  type SourceFacts,
} from '../../src/context/index.ts';
import { type AuditEntry, createWorld, type Policy, type Session } from '../../src/guard/index.ts';
import { contentId } from '../../src/kernel/index.ts';
import {
  type CallNote,
  type ContextServices,
  createTools,
  type ToolRequest,
  type ToolResult,
  type ToolSet,
} from '../../src/tools/index.ts';
import { git, makeFolder, scan, writeFiles } from '../context/workspace.ts';
import { policies } from './shipped-policies.ts';

interface ToolWorldOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly policy?: Policy;
  readonly session?: Partial<Session>;
  readonly means?: Partial<ToolSet>;
  /** Whether the files are committed. */
  readonly isCommitted?: boolean;
}

/** Tools, where they work, and what was noted of their calls. */
export interface ToolWorld extends Disposable {
  /** The folder around the roots. */
  readonly folder: string;
  readonly repo: string;
  readonly notes: readonly CallNote[];
  /** What was put on record; those with an intent were written before something was done. */
  readonly entries: readonly AuditEntry[];
  /** Calls `tool command`. */
  call(names: string, address: string, given?: unknown): Promise<ToolResult>;
}

/** Makes the tools; what is `.git` in the repository comes from git itself. */
export function makeToolWorld(options: ToolWorldOptions = {}): ToolWorld {
  const { files = {}, policy = policies.investigate, session, means, isCommitted = true } = options;
  const place = makeFolder();
  const repo = join(place.path, 'repo');
  mkdirSync(join(place.path, 'case'));
  mkdirSync(repo);
  git(repo, 'init', '--quiet');
  writeFiles(repo, files);
  if (isCommitted) {
    git(repo, 'add', '--all', '--force');
    git(repo, 'commit', '--quiet', '--allow-empty', '--message', 'state');
  }
  const roots = { repo, case: join(place.path, 'case') };
  const disk = openDisk();
  const notes: CallNote[] = [];
  const entries: AuditEntry[] = [];
  const keep = async (entry: AuditEntry) => void entries.push(entry);
  const world = createWorld({
    policy,
    roots,
    disk,
    session: { id: 'session', mode: () => 'forge', mods: [], contract: () => null, ...session },
  });
  const tools = createTools(world, {
    disk,
    hostRoots: hostRootsOf(roots),
    git: new Map([['repo', openGitReader(repo)]]),
    context: new Map([['repo', contextOf(repo)]]),
    ports: { disk },
    trail: { note: keep, record: keep, flush: async () => undefined },
    onCall: (note) => void notes.push(note),
    ...means,
  });
  return {
    folder: place.path,
    repo,
    notes,
    entries,
    call: (names, address, given) => {
      const [tool = '', command = ''] = names.split(' ');
      const request: ToolRequest = { tool, command, address, arguments: given, traceId: 'trace' };
      return tools.call(request);
    },
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

/** Scans a repository and reads facts without a store; hands out even what a policy hides, as a careless engine may. */
function contextOf(repo: string): ContextServices {
  const git = openGitReader(repo);
  const hidden = ['.git/config.js', '.penumbra/secret.js'];
  return {
    *files() {
      for (const node of scan(repo).tree.walk())
        if (node.kind === 'file') yield { path: node.path, contentId: node.contentId };
      for (const path of hidden) yield { path, contentId: contentId(Buffer.from(path)) };
    },
    async terms(files, read) {
      const facts = new Map<string, SourceFacts>();
      for (const { path } of files) {
        const bytes = read(path);
        const found = bytes && readSourceFacts(path, bytes);
        if (found) facts.set(path, found);
      }
      return facts;
    },
    async history() {
      const log = git.log(git.revision()?.commit ?? '');
      return log && createCommitHistory(parseGitLog(new TextDecoder().decode(log)));
    },
  };
}
