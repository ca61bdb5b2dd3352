// A real workspace behind the tools: a repository with parts that a policy hides, frames about all of it, and frames
// that rest on what is hidden in every way there is.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostRootsOf, openDisk } from '../../src/adapters/files/index.ts';
import { type OpenedWorkspace, openWorkspace } from '../../src/commands/workspace/index.ts';
import { openContextServices } from '../../src/engine/guard/context-services.ts';
import { type AuditEntry, createWorld, loadPolicy, type Policy } from '../../src/guard/index.ts';
import type { FrameId } from '../../src/kernel/index.ts';
import { createTools, type ToolResult, type Tools } from '../../src/tools/index.ts';
import { commitAll, git, makeFolder, writeFiles } from '../context/workspace.ts';

/** The word that is in everything hidden, and in nothing else. */
export const SECRET = 'hunter2';

/** What the repository holds; `secret` and every `vault` are hidden by the strict policy. */
const files = {
  'src/a.ts': 'export function alpha() {}\n',
  'src/b.ts': 'export function beta() {}\n',
  'src/vault/key.ts': `export function ${SECRET}Key() {}\n`,
  'secret/s.ts': `export function ${SECRET}() {}\n`,
  'secret/copy.ts': 'export function alpha() {}\n',
  'docs/d.md': 'words\n',
  'docs/e.md': 'more words\n',
  'nested/c.ts': 'export function gamma() {}\n',
};

const policyText = ({ hidden = '', rows = '' }) => `
policy: sample
modes: [work]
roots: { repo: { hidden: [${hidden}] } }
tools:
  file: [read, list]
  search: [text, symbols]
  context: [get, compose, history, explain, put, synthesize, regenerate]
sets:
  read: { area: READ, commands: { file: [read, list], search: [text, symbols], context: [get, compose, history, explain] } }
  put: { area: WRITE, commands: { context: [put] } }
  derive: { area: WRITE, commands: { context: [synthesize, regenerate] } }
visibility:
  work:
    repo: always${rows}
operations:
  work:
    repo:
      - allow: read
      - { allow: put, when: [role_is(writer|synthesis)] }
      - { allow: derive, when: [role_is(synthesis)] }
`;

/** What hides two kinds of places, what hides one of them, what hides nothing that is in the tree, and nothing at all. */
export const contextPolicies = {
  strict: loadPolicy(policyText({ hidden: '.git, vault', rows: '\n    repo/secret: never' })),
  aside: loadPolicy(policyText({ hidden: '.git, .penumbra', rows: '\n    repo/secret: never' })),
  plain: loadPolicy(policyText({ hidden: '.git' })),
  whole: loadPolicy(policyText({})),
} as const;

/** Returns a policy that hides one subdirectory. */
export function policyHiding(subdirectory: string): Policy {
  return loadPolicy(policyText({ hidden: '.git', rows: `\n    repo/${subdirectory}: never` }));
}

/** Returns a policy in which one subdirectory is a place of its own, as visible as the rest. */
export function policyNaming(subdirectory: string): Policy {
  return loadPolicy(policyText({ hidden: '.git', rows: `\n    repo/${subdirectory}: always` }));
}

/** What a caller is. */
type Caller = { readonly policy: Policy; readonly role?: string; readonly agent?: string };

/** The frames of the repository by what they are. */
type KnownFrames = Readonly<Record<'seen' | 'secret' | 'key' | 'onFrame' | 'onBytes' | 'onChain', FrameId>>;

/** A workspace with its tools. */
export type ContextToolWorld = AsyncDisposable & {
  readonly repo: string;
  readonly folder: string;
  readonly workspace: OpenedWorkspace;
  readonly known: KnownFrames;
  readonly trail: readonly AuditEntry[];
  call(caller: Caller, names: string, address: string, given?: unknown): Promise<ToolResult>;
};

/** Opens the workspace. */
export async function openContextTools(): Promise<ContextToolWorld> {
  const place = makeFolder();
  const repo = join(place.path, 'repo');
  mkdirSync(repo);
  git(repo, 'init', '--quiet');
  writeFiles(repo, files);
  commitAll(repo, SECRET);
  writeFiles(repo, {
    'nested/.git/config': `token = ${SECRET}\n`,
    'nested/.git/HEAD': 'ref: refs/heads/main\n',
  });
  const workspace = await openWorkspace({ root: repo, environment: {} });
  await workspace.scan();
  const known = await writeFrames(workspace);
  const context = await openContextServices(workspace);
  const disk = openDisk();
  const trail: AuditEntry[] = [];
  const keep = async (entry: AuditEntry) => void trail.push(entry);

  const toolsOf = ({ policy, role = 'reader', agent = 'synthesis' }: Caller): Tools => {
    const session = { id: 's', mode: () => 'work', mods: [], contract: () => null, role: () => role };
    const world = createWorld({ policy, roots: { repo }, disk, session });
    return createTools(world, {
      disk,
      hostRoots: hostRootsOf({ repo }),
      context: new Map([['repo', context.means]]),
      ports: { context: new Map([['repo', context.changesOf(agent)]]) },
      trail: { record: keep, note: keep, flush: async () => {} },
    });
  };
  return {
    repo,
    folder: place.path,
    workspace,
    known,
    trail,
    call: (caller, names, address, given) => {
      const [tool = '', command = ''] = names.split(' ');
      return toolsOf(caller).call({ tool, command, address, arguments: given });
    },
    async [Symbol.asyncDispose]() {
      await workspace.close();
      place[Symbol.dispose]();
    },
  };
}

/** Writes notes, what producers make, and syntheses of every directory. */
async function writeFrames(workspace: OpenedWorkspace): Promise<KnownFrames> {
  const person = workspace.as('person', 'writer');
  const tree = await workspace.tree();
  const bytesOf = (path: string) => tree.at(path)?.contentId as never;
  const note = async (path: string, content: string, further: readonly string[] = []) => {
    const basis = [bytesOf(path), ...further] as never;
    return (await person.putFrame({ path, type: 'note', content, basis })).frameId;
  };
  const seen = await note('src/a.ts', 'about alpha');
  const secret = await note('secret/s.ts', `${SECRET} of a frame`);
  const key = await note('src/vault/key.ts', `${SECRET} of a key`);
  const onFrame = await note('src/b.ts', `${SECRET} from a frame`, [secret]);
  const onBytes = await note('docs/d.md', `${SECRET} from bytes`, [bytesOf('secret/s.ts')]);
  const onChain = await note('docs/e.md', `${SECRET} from afar`, [onBytes]);
  const synthesis = workspace.as('synthesis', 'synthesis');
  await synthesis.produce({ path: '.', types: ['outline', 'history'] });
  await synthesis.synthesize({ path: '.', type: 'outline', recursive: true });
  return { seen, secret, key, onFrame, onBytes, onChain };
}
