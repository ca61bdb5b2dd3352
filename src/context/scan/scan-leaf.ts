/** Reads one file or link: its content's digest, kept with a stamp that tells when it must be read again. */
import { digestOf } from '../../kernel/index.ts';
import { type ByteText, decodeText } from './byte-text.ts';
import { keptStamp, sameStamp } from './file-stamp.ts';
import { type DigestRead, type EntryStat, entryType } from './file-tree.ts';
import type { RecordEntry } from './make-record.ts';
import { nodeKinds } from './node-kind.ts';
import { scanLimits } from './scan-limits.ts';
import type { ScanRun } from './scan-run.ts';
import { linkContentId } from './tree-ids.ts';

/** A file or link that is to be read. */
export type LeafTask = { readonly path: ByteText; readonly name: ByteText; readonly stat: EntryStat };

/** Reads a file or link, or reports why it is left out. */
export function scanLeaf(run: ScanRun, task: LeafTask): RecordEntry | undefined {
  const { path, name } = task;
  const readAfterNs = run.readAfterNs();
  let { stat } = task;
  for (let attempt = 1; ; attempt++) {
    const type = entryType(stat.mode);
    if (type === 'directory') return run.skip(path, 'changing');
    if (type === 'special') return run.skip(path, 'special-file');
    if (stat.size > run.maxFileBytes) return run.skip(path, 'too-large');
    const { digest, reason } = type === 'link' ? readLink(run, path, stat) : run.files.digest(path, stat);
    if (digest !== undefined) {
      run.counts.read++;
      return { name, kind: nodeKinds.indexOf(type), stamp: keptStamp(stat, readAfterNs), digest };
    }
    if (reason !== 'changing' || attempt === scanLimits.readAttempts) return run.skip(path, reason);
    const again = run.files.stat(path);
    if (typeof again === 'string') return run.skip(path, again);
    stat = again;
  }
}

function readLink(run: ScanRun, path: ByteText, stat: EntryStat): DigestRead {
  const { bytes, reason } = run.files.readLink(path);
  if (bytes === undefined) return { reason };
  const after = run.files.stat(path);
  if (typeof after === 'string' || !sameStamp(stat, after)) return { reason: 'changing' };
  const target = decodeText(bytes);
  return target === undefined ? { reason: 'name-not-utf8' } : { digest: digestOf(linkContentId(target)) };
}
