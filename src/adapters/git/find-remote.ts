/** Finds where the branch at hand comes from, in settings that are known to be harmless. */
import type { OpenedGit } from './open-git.ts';
import type { GitSetting } from './read-settings.ts';
import type { GitProtocol } from './run-git.ts';

/** A branch of another repository. */
export type RemoteBranch = {
  readonly url: string;
  readonly protocol: GitProtocol;
  /** The full name of the branch there. */
  readonly ref: string;
};

const BRANCH = /^refs\/heads\/[^\p{Cc}\s~^:?*[\\]+$/u;
const HTTPS = /^https:\/\/[^\p{Cc}\s]+$/u;
const LOCAL = /^(?:file:\/\/)?\/[^\p{Cc}]+$/u;

/** Returns the branch that the one at hand comes from, by a protocol that is offered; null where there is none. */
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
  // Several URLs would be pushed to one after the other.
  if (url === undefined || others.length > 0 || !BRANCH.test(ref)) return null;
  const protocol = protocolOf(url);
  return protocol !== null && protocols.includes(protocol) ? { url, protocol, ref } : null;
}

function protocolOf(url: string): GitProtocol | null {
  if (HTTPS.test(url) && URL.canParse(url)) return 'https';
  return LOCAL.test(url) ? 'file' : null;
}
