/**
 * Brings the ignored files that tests need from the user's work tree into a scratch state, following the
 * rules in `ignored-rules.ts`.
 */
import {
  chmodSync,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { decodeField, splitFields } from '../run-git.ts';
import { type CopyBounds, copyTree, measureTree, restoreCopy } from './copy-tree.ts';
import { type BringRule, bringRule, PACKAGE_CACHES, warmthOf } from './ignored-rules.ts';
import { type ScratchRepository, scratchFault } from './scratch-repository.ts';
import { WORK_INDEX } from './write-work-tree.ts';

/** An ignored path, or a submodule, and how it gets into every state. */
export type BroughtPath = { readonly path: string; readonly how: 'linked' | 'copied' | 'left-out' };

/** What to bring, determined once. */
export type BringPlan = readonly (BroughtPath & {
  readonly rule: BringRule | 'directory';
  /** Whether a run's changes to it are undone. */
  readonly isRestored: boolean;
  /** Whether a run's changes to it persist for the next, because it is too large to be restored. */
  readonly isLasting: boolean;
})[];

/**
 * Anything larger is linked or, if it is written to, left out, unless the file system shares copied bytes.
 */
export const SMALL: CopyBounds = { bytes: 128 * 1024 * 1024, entries: 20_000 };
const BUILD: CopyBounds = { bytes: 1024 * 1024 * 1024, entries: 100_000 };
/**
 * The limit for comparing with the source before each run, and so for restoring: about half a second's worth.
 */
const RESTORED: CopyBounds = { bytes: Number.POSITIVE_INFINITY, entries: 20_000 };
/** Copies that share their bytes cost next to nothing. */
export const UNBOUNDED: CopyBounds = { bytes: Number.POSITIVE_INFINITY, entries: 400_000 };

/** Determines what to bring. `isShared` says whether copied files share their bytes. */
export function planBringing(
  scratch: ScratchRepository,
  {
    top,
    isShared,
    isBuilt,
  }: {
    readonly top: string;
    readonly isShared: boolean;
    /** Whether each state is built, for example with an installation. */
    readonly isBuilt: boolean;
  },
): BringPlan {
  const ignored = list(scratch, ['--ignored', '--exclude-standard', '--directory']);
  const empty = list(scratch, ['--exclude-standard', '--directory']).filter((path) => path.endsWith('/'));
  const plan = ignored.flatMap((listed) => {
    const path = listed.replace(/\/$/, '');
    const rule = bringRule(path, listed.endsWith('/'), (name) => existsSync(join(top, path, name)));
    if (rule === 'none') return [];
    const how = wayOf(join(top, path), rule, { isShared, isBuilt });
    const hasBeside = (name: string) => existsSync(join(top, dirname(path), name));
    const isData = rule === 'other' || (rule === 'build' && warmthOf(path, hasBeside) !== 'always');
    const isSmall = how === 'copied' && measureTree(join(top, path), RESTORED);
    return [
      {
        path,
        rule,
        how,
        isRestored: isData && isSmall,
        isLasting: isData && rule === 'build' && how === 'copied' && !isSmall,
      },
    ];
  });
  // A nested repository is also listed like a directory.
  const directories = empty
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => hasNoFiles(join(top, path)))
    .map((path) => ({
      path,
      rule: 'directory' as const,
      how: 'copied' as const,
      isRestored: true,
      isLasting: false,
    }));
  return [...plan, ...directories];
}

function list(scratch: ScratchRepository, options: readonly string[]): readonly string[] {
  const printed = scratch.run(['ls-files', '-z', '--others', ...options], { index: WORK_INDEX });
  if (printed === null) throw scratchFault(scratch, 'what git ignores cannot be listed');
  // A name that is not text matches no rule and is no lock file.
  return [...splitFields(printed)].map(decodeField).filter((path) => path !== undefined);
}

function wayOf(
  place: string,
  rule: BringPlan[number]['rule'],
  { isShared, isBuilt }: { readonly isShared: boolean; readonly isBuilt: boolean },
): BroughtPath['how'] {
  if (rule === 'packages' || (rule === 'environment' && !isBuilt)) return 'linked';
  if (rule === 'rebuilt') return 'left-out';
  // Programs write into these, and through a link would change the user's own.
  const isWritten = rule === 'build' || rule === 'environments' || rule === 'environment';
  const bounds = isShared ? UNBOUNDED : isWritten ? BUILD : SMALL;
  if (measureTree(place, bounds)) return 'copied';
  return isWritten ? 'left-out' : 'linked';
}

type Bringing = Tops & {
  /** Returns whether the state itself has something at a path. */
  readonly isTracked: (path: string) => boolean;
};

/** Tests may write into directories that git ignores because they are empty. */
function hasNoFiles(place: string): boolean {
  try {
    return readdirSync(place, { withFileTypes: true }).every(
      (entry) => entry.isDirectory() && hasNoFiles(join(place, entry.name)),
    );
  } catch {
    return false;
  }
}

/** Brings what was planned into a work tree; what is already there is restored if it is small. */
export function bringIgnored(plan: BringPlan, { from, to, isTracked }: Bringing): void {
  for (const { path, rule, how, isRestored } of plan) {
    const [source, target] = [join(from, path), join(to, path)];
    if (how === 'left-out' || !isReachable(to, path)) continue;
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
      if (isRestored && !isTracked(path)) restoreCopy(source, target);
      continue;
    }
    if (!existsSync(source)) continue;
    mkdirSync(dirname(target), { recursive: true });
    if (rule === 'packages') linkPackages(source, target, { from, to });
    else if (rule === 'environment')
      bringEnvironment(source, target, { from, to, isCopied: how === 'copied' });
    else if (rule === 'environments') bringEnvironments(source, target, { from, to });
    else if (how === 'copied') copyTree(source, target);
    else if (rule === 'vendor') linkVendor(source, target);
    else symlinkSync(source, target);
  }
}

/**
 * INVARIANT (nothing outside): a state can have a link where another has a directory, and nothing is written
 * through it.
 */
export function isReachable(top: string, path: string): boolean {
  for (let way = dirname(path); way !== '.'; way = dirname(way)) {
    const stat = lstatSync(join(top, way), { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isDirectory()) return false;
  }
  return true;
}

type Tops = { readonly from: string; readonly to: string };

/**
 * Links each package. Scoped packages and programs are one level deeper, and may include links of the project
 * to itself.
 */
function linkPackages(source: string, target: string, tops: Tops): void {
  mkdirSync(target);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [own, made] = [join(source, entry.name), join(target, entry.name)];
    if (PACKAGE_CACHES.has(entry.name)) continue;
    if (entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin'))
      linkPackages(own, made, tops);
    else symlinkSync(linkFor(entry, { source, target, tops }), made);
  }
}

/** Relative links are kept, so that packages of one repository find each other in the scratch state. */
function linkFor(
  entry: Dirent,
  { source, target, tops }: { source: string; target: string; tops: Tops },
): string {
  const own = join(source, entry.name);
  if (!entry.isSymbolicLink()) return own;
  const link = readlinkSync(own);
  if (!link.startsWith('/')) return isInside(join(source, link), tops.from) ? link : join(source, link);
  return isInside(link, tops.from) && !link.includes('/node_modules/')
    ? join(relative(target, tops.to), relative(tops.from, link))
    : link;
}

/** Anything beside the environments is recreated by the tool that made it. */
function bringEnvironments(source: string, target: string, tops: Tops): void {
  mkdirSync(target);
  for (const { name } of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (existsSync(join(source, name, 'pyvenv.cfg')))
      bringEnvironment(join(source, name), join(target, name), { ...tops, isCopied: true });
}

function isInside(place: string, top: string): boolean {
  return place === top || place.startsWith(`${top}/`);
}

/** Composer's own files are copied, because they locate the project relative to themselves. */
function linkVendor(source: string, target: string): void {
  mkdirSync(target);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [own, made] = [join(source, entry.name), join(target, entry.name)];
    if (!entry.isDirectory() || entry.name === 'composer' || entry.name === 'bin') copyTree(own, made);
    else symlinkSync(own, made);
  }
}

const LARGEST_BYTES = 1024 * 1024;
/** Folders whose entries are linked one by one: programs, and packages. */
const OPENED = /^(?:bin|Scripts|lib|lib64|Lib|python[\d.]+t?|site-packages)$/;
/** Files that contain paths: how packages are found, and the programs. */
const NAMING = /^__editable__.*\.py$|\.(?:pth|egg-link)$|^pyvenv\.cfg$|^direct_url\.json$/;

type EnvironmentBringing = Tops & { readonly isCopied: boolean };

/**
 * Makes an environment in which paths of the user's work tree are replaced by those of the scratch state. It
 * consists of links, or of copies if programs install into it, since that would change the user's packages
 * through a link.
 */
function bringEnvironment(source: string, target: string, { isCopied, ...tops }: EnvironmentBringing): void {
  mkdirSync(target);
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [own, made] = [join(source, entry.name), join(target, entry.name)];
    const isProgram = /[/\\](?:bin|Scripts)$/.test(source);
    if (entry.name === '__pycache__' && !isCopied) continue;
    if (entry.isSymbolicLink()) symlinkSync(linkOf(own, source), made);
    else if (entry.isDirectory() && (isCopied || OPENED.test(entry.name)))
      bringEnvironment(own, made, { ...tops, isCopied });
    else if (!entry.isFile() || !(isProgram || NAMING.test(entry.name)) || !rewrite(own, made, tops)) {
      if (isCopied) copyTree(own, made);
      else symlinkSync(own, made);
    }
  }
}

/** Links within the environment stay within it. */
function linkOf(own: string, source: string): string {
  const link = readlinkSync(own);
  return link.startsWith('/') || !link.startsWith('..') ? link : join(source, link);
}

/** Rewrites a text that mentions the user's work tree; returns whether it did. */
function rewrite(own: string, made: string, { from, to }: Tops): boolean {
  const stat = lstatSync(own);
  if (stat.size > LARGEST_BYTES) return false;
  const bytes = readFileSync(own);
  if (bytes.includes(0)) return false;
  const text = bytes.toString('latin1');
  const [known, wanted] = [from, to].map((path) => Buffer.from(path).toString('latin1'));
  if (known === undefined || wanted === undefined || !text.includes(known)) return false;
  writeFileSync(made, Buffer.from(text.replaceAll(known, wanted), 'latin1'));
  chmodSync(made, stat.mode & 0o777);
  return true;
}
