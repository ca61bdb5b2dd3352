/**
 * Writes a file in a held directory: completely into a private draft, which is made durable and then put in
 * place in one step. A fault before that step leaves everything unchanged; a kill leaves the draft.
 */

import { randomBytes } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { ChangeFault, Expected } from '../../tools/index.ts';
import { diskFaultOf } from '../paths/index.ts';
import {
  checkTarget,
  findMisplaced,
  type HeldName,
  type HeldTarget,
  lookAtTarget,
  pathOf,
  putName,
} from './put-name.ts';

const DRAFT_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const NEW_MODE = 0o644;
const DRAFT_MODE = 0o600;
// Without the setuid and setgid bits: they were granted to other bytes.
const KEPT_MODE = 0o777n;

/** Writes a whole file; a file with other hard links is left alone. */
export function writeHeldFile(place: HeldName, bytes: Uint8Array, expected: Expected): ChangeFault | null {
  const target = lookAtTarget(place);
  if (typeof target === 'string') return target;
  const misplaced = findMisplaced(target, expected) ?? findFurtherNames(place, target);
  if (misplaced !== null) return misplaced;
  const draft = { parent: place.parent, name: newDraftName() };
  try {
    writeDraft(draft, bytes, target);
    return putInPlace({ draft, place, expected });
  } finally {
    attemptChange(() => unlinkSync(pathOf(draft)));
  }
}

type Placing = { readonly draft: HeldName; readonly place: HeldName; readonly expected: Expected };

/**
 * INVARIANT (only what was expected is replaced): checked last, because no system call compares and renames
 * in one step.
 */
function putInPlace({ draft, place, expected }: Placing): ChangeFault | null {
  const target = checkTarget(place, expected);
  if (typeof target === 'string') return target;
  const fault = findFurtherNames(place, target);
  if (fault !== null) return fault;
  if (target === null) putName({ from: draft, to: place });
  else renameSync(pathOf(draft), pathOf(place));
  place.parent.sync();
  return null;
}

function findFurtherNames(place: HeldName, target: HeldTarget): ChangeFault | null {
  const current = target !== null && target.nlink > 1n ? withoutDrafts(place, target) : target;
  return current !== null && current.nlink > 1n ? 'hard-linked' : null;
}

function writeDraft(draft: HeldName, bytes: Uint8Array, target: HeldTarget): void {
  const descriptor = openSync(pathOf(draft), DRAFT_FLAGS, target === null ? NEW_MODE : DRAFT_MODE);
  try {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written, bytes.length - written);
    }
    if (target !== null) keepRights(descriptor, target);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function keepRights(descriptor: number, { uid, gid, mode }: NonNullable<HeldTarget>): void {
  const own = fstatSync(descriptor, { bigint: true });
  // Only privileged users can give files away; for others the file becomes theirs, as in any editor.
  if (own.uid !== uid || own.gid !== gid)
    attemptChange(() => fchownSync(descriptor, Number(uid), Number(gid)));
  fchmodSync(descriptor, Number(mode & KEPT_MODE));
}

/** Unlinks the drafts beside a file that are hard links of it, and returns the file's state afterwards. */
function withoutDrafts({ parent, name }: HeldName, file: BigIntStats): HeldTarget {
  for (const draft of readdirSync(parent.path).filter(isDraftName)) {
    const path = pathOf({ parent, name: draft });
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    // If it is the draft of a write in progress, that write is done with it and finds it gone.
    if (stat?.ino === file.ino && stat.dev === file.dev && draft !== name)
      attemptChange(() => unlinkSync(path));
  }
  return lstatSync(pathOf({ parent, name }), { bigint: true, throwIfNoEntry: false }) ?? null;
}

/** Performs a file operation, and returns the fault if the system throws. */
export function attemptChange<Result>(act: () => Result): Result | ChangeFault {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return changeFaultOf(error);
  }
}

/** A full, read-only or protected disk counts as unwritable. */
function changeFaultOf(error: unknown): ChangeFault {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
      return 'exists';
    case 'ENOTEMPTY':
      return 'changed';
    case 'EXDEV':
      return 'other-device';
    default: {
      const fault = diskFaultOf(error);
      return fault === 'unreadable' ? 'unwritable' : fault;
    }
  }
}

const PREFIX = '.penumbra-';
const DRAFT = /^\.penumbra-[0-9a-f]{32}$/;
const RANDOM_BYTES = 16;

/**
 * Makes an unused name. Such names are hidden in every root (`guard/policy/hidden-names.ts`), so no agent's
 * file has one.
 */
export function newDraftName(): string {
  return `${PREFIX}${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** Returns whether a name is that of a draft, which a killed write leaves behind and scans ignore. */
export function isDraftName(name: string): boolean {
  return name.startsWith(PREFIX) && DRAFT.test(name);
}
