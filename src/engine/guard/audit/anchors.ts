/**
 * The anchors of ledgers, kept beside the keys and so out of reach of anyone who can only write to a ledger:
 * one file per ledger, with the newest head of each of its chains. An anchor only moves forward along its
 * chain, and is kept if the ledger no longer contains the head it names, because then it is the proof.
 */
import { readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
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
import { systemReason } from '../../system-fault.ts';
import { writeTextFile } from '../../write-target.ts';
import { formatAnchors, readAnchorFile } from './anchor-file.ts';

/** The outcome for an anchor: moved, kept because it is as new, or kept because the ledger contradicts it. */
export type KeptAnchor = 'moved' | 'as-new' | 'contradicted';

/** The anchors beside the keys. */
export type Anchors = {
  /** Returns where the anchors of a ledger are kept. */
  fileOf(location: string): string;
  /** Returns the anchors of a ledger, possibly none; throws if they cannot be read. */
  read(location: string): Promise<readonly AuditAnchor[]>;
  /** Returns the anchors of the given chains that were kept for ledgers at other places. */
  readElsewhere(location: string, chains: ReadonlySet<string>): Promise<readonly AuditAnchor[]>;
  /** Returns the anchor files that cannot be read. */
  listDamaged(): Promise<readonly string[]>;
  /** Signs the head of a ledger's audit and stores it. */
  keep(store: Store, head: AuditHead, signer: Signer): Promise<KeptAnchor>;
};

/** How many ledgers are searched for one that was moved. */
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

  /** The first anchor of a chain at this place must not hide one that was kept for another place. */
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

/** Runs work while holding an exclusive lock on a file. */
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

/** Makes the error that a ledger no longer contains what was anchored. */
export function contradicted(): PenumbraError {
  return new PenumbraError('check-failed', 'the audit no longer holds what was anchored of it', {
    hint: 'see what is wrong with it by `penumbra audit verify --against-anchor`',
  });
}

/** Makes the error that a ledger's anchors cannot be read, so that none can be added. */
function damagedAnchors(file: string, { message, cause }: PenumbraError): PenumbraError {
  return new PenumbraError('check-failed', `the anchors kept of this ledger are damaged: ${message}`, {
    hint: `put back a copy of ${file}, or move it away to anchor anew with penumbra audit anchor`,
    data: { file },
    cause,
  });
}

/**
 * Turns a system error while storing an anchor into a fault about it; other errors are returned unchanged.
 */
function unkeptAnchor(file: string, error: unknown): unknown {
  const isOfWriting =
    error instanceof PenumbraError && (error.code === 'unwritable-output' || error.code === 'usage');
  const reason = systemReason(isOfWriting ? error.cause : error);
  if (reason === null) return error;
  return new PenumbraError('unwritable-output', `cannot keep the anchor at ${cite(file)}: ${reason}`, {
    hint: `see that ${dirname(file)} is yours and has room, then run penumbra audit anchor; what was anchored before stays`,
    data: { file },
    cause: error,
  });
}

/** Anchors kept for other places that apply here, and notes about the rest. */
type MovedAnchors = { readonly anchors: readonly AuditAnchor[]; readonly notes: readonly string[] };

/** Chooses, among the anchors that name a ledger's chains, those that apply to it. */
export async function chooseMovedAnchors(store: Store, found: readonly AuditAnchor[]): Promise<MovedAnchors> {
  const anchors: AuditAnchor[] = [];
  const notes: string[] = [];
  for (const anchor of found) {
    const { ledger, sequence } = anchor;
    const isCopied = await isElsewhere(ledger, store.location);
    if (isCopied && !(await holdsAnchor(store, anchor))) {
      notes.push(
        `another ledger lies at ${cite(ledger)} and shares a chain with this one; it has a record ${sequence} that is not here`,
      );
      continue;
    }
    anchors.push(anchor);
    if (!isCopied)
      notes.push(`this ledger was at ${cite(ledger)}, and is held against what was anchored there`);
  }
  return { anchors, notes };
}

/** Returns whether a ledger still exists at another place; databases are not checked. */
async function isElsewhere(ledger: string, location: string): Promise<boolean> {
  if (!isAbsolute(ledger)) return true;
  const [there, here] = await Promise.all([lookAt(ledger), lookAt(location)]);
  return there !== null && !(there.dev === here?.dev && there.ino === here.ino);
}

async function lookAt(file: string): Promise<{ readonly dev: number; readonly ino: number } | null> {
  return stat(file).catch(() => null);
}
