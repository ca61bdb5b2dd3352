/**
 * The anchors of ledgers, kept beside the keys and so out of reach of who can only write a ledger: a file for each
 * ledger, with the newest head of each of its chains. An anchor moves forward along its chain and never back, and stays
 * where the ledger no longer holds what it names, for then it is the proof.
 */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FileLock, makeDirectories, takeFileLock } from '../../../adapters/keys/index.ts';
import { type AuditAnchor, type AuditHead, holdsAnchor, signAnchor } from '../../../guard/index.ts';
import {
  canonicalShortHash,
  cite,
  PenumbraError,
  type Signer,
  sortByCodePoint,
} from '../../../kernel/index.ts';
import type { Store } from '../../../ledger/index.ts';
import { writeTextFile } from '../../write-text-file.ts';
import { damagedAnchors, unkeptAnchor } from './audit-anchor-faults.ts';
import { formatAnchors, readAnchorFile } from './audit-anchor-file.ts';
import { chooseMovedAnchors } from './audit-moved-anchors.ts';

/** What became of an anchor: moved, left because it is as new, or left because the ledger no longer fits it. */
export type KeptAnchor = 'moved' | 'as-new' | 'contradicted';

/** The anchors beside the keys. */
export type Anchors = {
  /** Returns where the anchors of a ledger are kept. */
  fileOf(location: string): string;
  /** Returns the anchors of a ledger; none where none were made, a fault where they cannot be read. */
  read(location: string): Promise<readonly AuditAnchor[]>;
  /** Returns the anchors of some chains that were kept of ledgers at other places. */
  readElsewhere(location: string, chains: ReadonlySet<string>): Promise<readonly AuditAnchor[]>;
  /** Returns the files of anchors that cannot be read. */
  listDamaged(): Promise<readonly string[]>;
  /** Signs the head of a ledger's audit and keeps it. */
  keep(store: Store, head: AuditHead, signer: Signer): Promise<KeptAnchor>;
};

/** So many ledgers are looked through for one that was moved. */
const MOST_FILES = 1_000;

/** Opens the anchors in a directory of the configuration. */
export function openAnchors(configDirectory: string): Anchors {
  const directory = join(configDirectory, 'anchors');
  const fileOf = (location: string): string => join(directory, `${canonicalShortHash(location)}.json`);

  const read = async (location: string): Promise<readonly AuditAnchor[]> => {
    const file = fileOf(location);
    try {
      return (await readAnchorFile(file)) ?? [];
    } catch (error) {
      throw error instanceof PenumbraError ? damagedAnchors(file, error) : error;
    }
  };

  const readElsewhere: Anchors['readElsewhere'] = async (location, chains) => {
    const found: AuditAnchor[] = [];
    if (chains.size === 0) return found;
    for (const file of (await filesIn(directory)).filter((each) => each !== fileOf(location)))
      found.push(...((await readAnchorFile(file).catch(() => null)) ?? []));
    return found.filter(({ chain }) => chains.has(chain));
  };

  /** The first anchor of a chain at this place must not hide what was anchored at another. */
  const belies = async (store: Store, chain: string): Promise<boolean> => {
    const found = await readElsewhere(store.location, new Set([chain]));
    for (const anchor of (await chooseMovedAnchors(store, found)).anchors)
      if (!(await holdsAnchor(store, anchor))) return true;
    return false;
  };

  const keepAt = async (file: string, store: Store, head: AuditHead, signer: Signer): Promise<KeptAnchor> => {
    const kept = await read(store.location);
    const before = kept.find(({ chain }) => chain === head.chain);
    if (before !== undefined && before.sequence >= head.sequence) return 'as-new';
    if (before !== undefined && !(await holdsAnchor(store, before))) return 'contradicted';
    if (before === undefined && (await belies(store, head.chain))) return 'contradicted';
    const others = kept.filter(({ chain }) => chain !== head.chain);
    const anchor = await signAnchor(head, { ledger: store.location, signer });
    await writeTextFile(file, formatAnchors([...others, anchor]));
    return 'moved';
  };

  return {
    fileOf,
    read,
    readElsewhere,
    listDamaged: async () => {
      const damaged: string[] = [];
      for (const file of await filesIn(directory))
        await readAnchorFile(file).catch(() => void damaged.push(file));
      return damaged;
    },
    keep: async (store, head, signer) => {
      const file = fileOf(store.location);
      try {
        makeDirectories(dirname(file));
        return await withFileLock(file, () => keepAt(file, store, head, signer));
      } catch (error) {
        throw unkeptAnchor(file, error);
      }
    },
  };
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  const files = sortByCodePoint(names.filter((name) => name.endsWith('.json')));
  return files.slice(0, MOST_FILES).map((name) => join(directory, name));
}

const STEP_MS = 20;
const MAX_WAIT_MS = 10_000;

/** Runs work while no other process runs any on the same file. */
async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await waitFor(file);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function waitFor(file: string): Promise<FileLock> {
  const name = `${file}.lock`;
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += STEP_MS) {
    const lock = takeFileLock(name);
    if (lock !== null) return lock;
    await delay(STEP_MS);
  }
  throw new PenumbraError('store-busy', `another process held ${cite(file)} for too long`, {
    hint: `end it, or remove ${cite(name)} if there is none`,
  });
}
