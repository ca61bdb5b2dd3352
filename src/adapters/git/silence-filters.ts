/**
 * Keeps git from running a repository's filters. Telling whether a file has changed, git would pass it through the
 * program that its attributes and the repository's settings name.
 */

const FILTERS = String.raw`^filter\..*\.(clean|smudge|process|required)$`;

/** Returns arguments that empty every filter the repository sets, or null where one cannot be reached. */
export function silenceFilters(
  run: (args: readonly string[]) => Uint8Array | null,
): readonly string[] | null {
  // Git answers with a fault where nothing matches, so that one match is made sure of.
  const printed = run([
    '-c',
    'filter.none.clean=',
    'config',
    '--null',
    '--name-only',
    '--get-regexp',
    FILTERS,
  ]);
  if (printed === null) return null;
  const names = new TextDecoder().decode(printed).split('\0').filter(Boolean);
  // Such a name cannot be given on the command line, and a name with other bytes not be repeated.
  if (names.some((name) => /[=\n\uFFFD]/.test(name))) return null;
  return [...new Set(names)].flatMap((name) => [
    '-c',
    name.endsWith('.required') ? `${name}=false` : `${name}=`,
  ]);
}
