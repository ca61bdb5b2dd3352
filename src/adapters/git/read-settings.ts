/**
 * The settings of a repository, read before anything is changed in it. Reading can be hardened setting by
 * setting; changing involves too much of git for that, so a repository may only have settings known to be
 * harmless.
 */
import type { GitRunOptions, OpenedGit } from './open-git.ts';

/** A setting; section and name are in lower case, as git prints them. */
export type GitSetting = { readonly key: string; readonly value: string };

/**
 * Settings git maintains itself, and settings that only affect display or the default targets of push and
 * pull.
 */
const HARMLESS: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  /^core\.(?:safecrlf|abbrev|longpaths|fscache|preloadindex|quotepath|checkstat|trustctime|commitgraph)$/,
  /^(?:user\.(?:name|email|signingkey)|init\.defaultbranch|extensions\.objectformat)$/,
  /^(?:pull\.(?:ff|rebase)|push\.(?:default|autosetupremote|followtags)|fetch\.(?:prune|prunetags))$/,
  /^(?:merge\.(?:conflictstyle|ff)|rerere\.enabled|rebase\.(?:autostash|autosquash)|status\.[a-z]+)$/,
  /^(?:gc|advice|color|column)\.[a-z.]+$/,
  // A remote named like a URL would take the place of that URL.
  /^remote\.[\w.-]+\.(?:url|fetch|prune|tagopt|gh-resolved)$/,
  /^branch\.[^\n]+\.(?:remote|merge|rebase|description|gh-merge-base|vscode-merge-base|github-pr-owner-number)$/,
  // Submodules are skipped, and large files are rejected by their filters.
  /^(?:submodule\.[^\n]+\.(?:url|active|branch)|lfs\.(?:repositoryformatversion|[^\n]+\.access))$/,
];
/**
 * Settings that would run something if they were not overridden or never used: hooks and signing, as tools
 * set them up.
 */
const OVERRULED = /^(?:core\.hookspath|(?:commit|tag|push)\.gpgsign|gpg\.format)$/;

/** The settings of a repository, or the names of those not known to be harmless. */
export type ReadSettings =
  | { readonly settings: readonly GitSetting[] }
  | { readonly unknown: readonly string[] };

/** Reads the settings of a repository; null if git cannot tell. */
export function readSettings(git: OpenedGit): ReadSettings | null {
  const settings = listSettings(git);
  if (settings === null) return null;
  const unknown = settings.map(({ key }) => key).filter((key) => !isHarmless(key));
  return unknown.length === 0 ? { settings } : { unknown: [...new Set(unknown.map(plainName))] };
}

/** Lists settings, later ones overriding earlier ones; null if git cannot tell. */
export function listSettings(
  { run }: Pick<OpenedGit, 'run'>,
  options: GitRunOptions = {},
): readonly GitSetting[] | null {
  const printed = run(['config', '--null', '--show-scope', '--includes', '--list'], options);
  return printed && parse(new TextDecoder().decode(printed));
}

function isHarmless(key: string): boolean {
  return OVERRULED.test(key) || HARMLESS.some((form) => form.test(key));
}

/** The part between section and name may contain somebody's address. */
function plainName(key: string): string {
  const [section = '', ...rest] = key.split('.');
  return rest.length > 1 ? `${section}.*.${rest.at(-1)}` : key;
}

/** Scopes and settings alternate; settings from our own command line are not the repository's. */
function parse(printed: string): readonly GitSetting[] {
  const fields = printed.split('\0');
  return fields.flatMap((entry, index) => {
    if (index % 2 === 0 || fields[index - 1] === 'command') return [];
    const end = entry.indexOf('\n');
    return [end < 0 ? { key: entry, value: '' } : { key: entry.slice(0, end), value: entry.slice(end + 1) }];
  });
}
