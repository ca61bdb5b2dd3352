/**
 * Pushes and pulls commits between the current branch and its upstream. If the other repository is on this
 * machine, nothing it configures is run either.
 */
import type { GitFault } from '../../tools/index.ts';
import { nameOfBytes } from '../paths/index.ts';
import type { OpenedGit } from './open-git.ts';
import { isBefore, readCommitId } from './read-commits.ts';
import type { GitSetting } from './read-settings.ts';
import { type GitProtocol, splitFields } from './run-git.ts';

type Moved = { readonly commit: string } | GitFault;

/** Settings that keep git from starting anything beyond the requested operation. */
export const quietSettings: readonly string[] = [
  ...['gc.auto=0', 'maintenance.auto=false', 'submodule.recurse=false', 'fetch.recurseSubmodules=false'],
  ...['core.askPass=', 'credential.helper=', 'http.followRedirects=false', 'transfer.bundleURI=false'],
  ...['fetch.writeCommitGraph=false', 'push.gpgSign=false', 'core.alternateRefsCommand=:'],
].flatMap((setting) => ['-c', setting]);

/**
 * How the other side is started if it is on this machine: with its own settings it could run hooks, check
 * files out through filters, or fetch from elsewhere.
 */
const served = [
  'GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git',
  ...[
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.alternateRefsCommand=:',
    'receive.autogc=false',
  ],
  ...['receive.denyCurrentBranch=refuse', 'receive.denyDeletes=true', 'gc.auto=0', 'maintenance.auto=false'],
  ...['protocol.allow=never'],
].join(' -c ');

/** Pushes the current commit to a branch; only fast-forwards are allowed. */
export function pushTo(git: OpenedGit, { url, protocol, ref }: RemoteBranch): Moved {
  const commit = readCommitId(git, 'HEAD');
  if (commit === null) return 'nothing-to-do';
  const options = [
    '--porcelain',
    '--no-verify',
    '--no-signed',
    '--no-follow-tags',
    '--recurse-submodules=no',
  ];
  const program = protocol === 'file' ? [`--receive-pack=${served} receive-pack`] : [];
  const args = ['push', ...options, ...program, '--', url, `${commit}:${ref}`];
  const { status, stdout } = git.ask([...quietSettings, ...args], { protocol });
  const printed = new TextDecoder().decode(stdout);
  if (status === 0) return /^=\t/m.test(printed) ? 'nothing-to-do' : { commit };
  if (/^!\t.*\((?:non-fast-forward|fetch first|needs force)\)$/m.test(printed)) return 'not-forward';
  return 'unreachable';
}

/** Fetches a branch and fast-forwards to it, if that is possible and does not touch kept paths. */
export function pullFrom(
  git: OpenedGit,
  { url, protocol, ref }: RemoteBranch,
  keeps: (path: string) => boolean,
): Moved {
  const head = readCommitId(git, 'HEAD');
  const options = ['--quiet', '--no-tags', '--refmap=', '--no-recurse-submodules', '--no-auto-maintenance'];
  const program = protocol === 'file' ? [`--upload-pack=${served} upload-pack`] : [];
  const args = ['fetch', ...options, ...program, '--', url, ref];
  if (git.run([...quietSettings, ...args], { protocol }) === null) return 'unreachable';
  const fetched = readCommitId(git, 'FETCH_HEAD');
  if (fetched === null || head === null) return 'failed';
  if (isBefore(git, { commit: fetched, later: head })) return 'nothing-to-do';
  if (!isBefore(git, { commit: head, later: fetched })) return 'not-forward';
  // Git silently overwrites ignored files, and so could overwrite a ledger.
  if (!leavesAlone(git, { from: head, to: fetched }, keeps)) return 'failed';
  const forward = ['merge', '--ff-only', '--quiet', '--no-stat', '--no-autostash', '--no-verify', fetched];
  return git.run([...quietSettings, ...forward]) === null ? 'failed' : { commit: fetched };
}

function leavesAlone(
  { run }: OpenedGit,
  { from, to }: { readonly from: string; readonly to: string },
  keeps: (path: string) => boolean,
): boolean {
  const printed = run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to, '--']);
  if (printed === null) return false;
  return [...splitFields(printed)].every((field) => !keeps(nameOfBytes(field)));
}

/** A branch of another repository. */
export type RemoteBranch = {
  readonly url: string;
  readonly protocol: GitProtocol;
  /** The full ref name of the branch there. */
  readonly ref: string;
};

const BRANCH = /^refs\/heads\/[^\p{Cc}\s~^:?*[\\]+$/u;
const HTTPS = /^https:\/\/[^\p{Cc}\s]+$/u;
const LOCAL = /^(?:file:\/\/)?\/[^\p{Cc}]+$/u;

/** Returns the upstream of the current branch, if its protocol is allowed; null if there is none. */
export function findRemote(
  { line }: OpenedGit,
  settings: readonly GitSetting[],
  protocols: readonly GitProtocol[],
): RemoteBranch | null {
  const head = line(['symbolic-ref', '--quiet', 'HEAD']);
  if (head === null || !BRANCH.test(head)) return null;
  const branch = `branch.${head.slice('refs/heads/'.length)}`;
  const valuesOf = (key: string) => settings.filter((one) => one.key === key).map(({ value }) => value);
  const remote = valuesOf(`${branch}.remote`).at(-1) ?? 'origin';
  const ref = valuesOf(`${branch}.merge`).at(-1) ?? head;
  const [url, ...others] = valuesOf(`remote.${remote}.url`);
  // With several URLs, git would push to one after the other.
  if (url === undefined || others.length > 0 || !BRANCH.test(ref)) return null;
  const protocol = protocolOf(url);
  return protocol !== null && protocols.includes(protocol) ? { url, protocol, ref } : null;
}

function protocolOf(url: string): GitProtocol | null {
  if (HTTPS.test(url) && URL.canParse(url)) return 'https';
  return LOCAL.test(url) ? 'file' : null;
}
