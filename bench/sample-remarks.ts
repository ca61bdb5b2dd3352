// Workspaces in which much is said: remarks of about 1 kB of one agent, ten of each file, on a small tree.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { canonicalText, digestOf, type Sha256 } from '../src/kernel/index.ts';
import { currentFrames, type FrameDraft, frameLog, putFrames, type Subject } from '../src/ledger/index.ts';
import { type BareRows, toKey } from './bare-sqlite.ts';
import { sampleDocument } from './sample-document.ts';
import { makeTree, samplePath } from './sample-tree.ts';
import { openSampleWorkspace, type SampleWorkspace } from './sample-workspace.ts';

/** How much is said in a workspace. */
export type RemarkCounts = { readonly files: number; readonly remarks: number; readonly perFile: number };

/** A workspace with its ledger, where that lies, and how a further remark looks. */
export type RemarkedWorkspace = SampleWorkspace & {
  readonly file: string;
  draftOf(position: number): FrameDraft;
};

/** Makes a workspace with remarks on its first files. */
export async function remarkedWorkspace(counts: RemarkCounts): Promise<RemarkedWorkspace> {
  const root = makeTree({ files: counts.files, fileBytes: 100 });
  const file = join(root, '.penumbra', `${randomUUID()}.db`);
  const opened = await openSampleWorkspace(root, file);
  await opened.workspace.scan();
  const tree = await opened.workspace.tree();
  const draftOf = (position: number): FrameDraft => {
    const path = samplePath(Math.floor(position / counts.perFile));
    const contentId = tree.at(path)?.contentId;
    if (contentId === undefined) throw new Error(`no file ${path} to remark on`);
    return {
      subject: { kind: 'node', id: path },
      type: 'remark',
      agent: 'person',
      basis: { inputs: [contentId] },
      content: canonicalText(sampleDocument({ bytes: 1_000, seed: position })),
    };
  };
  const drafts = Array.from({ length: counts.remarks }, (_, position) => draftOf(position));
  await putFrames(opened.ledger, drafts);
  return { ...opened, file, draftOf };
}

/** Returns the rows that hold the remarks of files, each once. */
export async function remarkRows({ ledger }: SampleWorkspace, files: number): Promise<BareRows> {
  const keys = new Set<Sha256>();
  const logs: string[] = [];
  for (let index = 0; index < files; index++) {
    const subject: Subject = { kind: 'node', id: samplePath(index) };
    logs.push(frameLog(subject, 'remark'));
    for (const { id, frame } of await currentFrames(ledger, subject))
      for (const part of [id, frame.basis, frame.content]) keys.add(digestOf(part));
  }
  return { logs, keys: Array.from(keys, toKey) };
}
