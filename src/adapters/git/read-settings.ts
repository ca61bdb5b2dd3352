/**
 * The settings of a repository, read before anything is changed in it. Reading can be hardened setting by setting;
 * changing touches too much of git for that, so a repository may set what is known to be harmless and nothing else.
 */
import type { OpenedGit } from './open-git.ts';

/** A setting; section and name are in small letters, as git tells them. */
export type GitSetting = { readonly key: string; readonly value: string };

const KNOWN = new Set([
  ...['repositoryformatversion', 'filemode', 'bare', 'logallrefupdates', 'ignorecase'].map(
    (name) => `core.${name}`,
  ),
  ...['precomposeunicode', 'symlinks', 'autocrlf', 'eol', 'safecrlf', 'abbrev'].map((name) => `core.${name}`),
  ...['user.name', 'user.email', 'init.defaultbranch', 'extensions.objectformat'],
  ...['pull.ff', 'pull.rebase', 'push.default'],
]);
const KNOWN_FORMS = [
  /^gc\.[a-z]+$/,
  /^advice\.[a-z]+$/,
  // A remote that is called like a URL would stand in for that URL.
  /^remote\.[\w.-]+\.(?:url|fetch)$/,
  /^branch\.[^\n]+\.(?:remote|merge|rebase)$/,
];

/** Returns the settings of a repository, or null where one of them is not known to be harmless. */
export function readHarmlessSettings({ run }: OpenedGit): readonly GitSetting[] | null {
  const printed = run(['config', '--null', '--show-scope', '--includes', '--list']);
  if (printed === null) return null;
  const settings = parse(new TextDecoder().decode(printed));
  return settings.every(({ key }) => KNOWN.has(key) || KNOWN_FORMS.some((form) => form.test(key)))
    ? settings
    : null;
}

/** Scope and setting take turns; what we say on the command line ourselves is no setting of the repository. */
function parse(printed: string): readonly GitSetting[] {
  const fields = printed.split('\0');
  return fields.flatMap((entry, index) => {
    if (index % 2 === 0 || fields[index - 1] === 'command') return [];
    const end = entry.indexOf('\n');
    return [end < 0 ? { key: entry, value: '' } : { key: entry.slice(0, end), value: entry.slice(end + 1) }];
  });
}
