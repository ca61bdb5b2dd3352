/** The command that runs the tests: the operator's own words, and the runner they resolve to. */
import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { pathWithin } from '../../engine/index.ts';
import { cite, PenumbraError } from '../../kernel/index.ts';
import { parseCommandLine, type RecognisedRunner, recogniseRunner, templateRunner } from '../../rca/index.ts';

/** A command that runs tests. */
export type TestCommand = {
  /** As the operator gave it, for display. */
  readonly text: string;
  readonly words: readonly string[];
  readonly runner: RecognisedRunner;
  /** Whether single tests can be selected and told apart. */
  readonly isKnown: boolean;
  /** Where it runs, relative to the root of the workspace; empty for the root. */
  readonly folder: string;
};

/** Where a command is run. */
export type CommandPlace = { readonly root: string; readonly currentDirectory?: string | undefined };

const MANIFEST_BYTES = 4 * 1024 * 1024;

/**
 * Makes a command from words or from a line of text; if neither is given, from the manifests of the folder.
 */
export function makeTestCommand(
  command: readonly string[] | string,
  { root, currentDirectory = process.cwd() }: CommandPlace,
): TestCommand {
  const given = typeof command === 'string' ? parseCommandLine(command) : command;
  // As in a shell, variables may precede the program.
  const words = /^\w+=/.test(given[0] ?? '') ? ['env', ...given] : given;
  const folder = pathWithin(root, resolve(currentDirectory)) ?? '';
  const directory = join(root, folder);
  const manifests = { read: (path: string) => readManifest(directory, path) };
  const recognised = recogniseRunner(words, manifests);
  if (recognised !== null)
    return { text: textOf(words, recognised), words, runner: recognised, isKnown: true, folder };
  if (words.length > 0)
    return { text: words.map(quote).join(' '), words, runner: templateRunner(words), isKnown: false, folder };
  throw new PenumbraError('usage', `nothing in ${cite(directory)} tells how its tests are run`, {
    hint: 'give the command: --run "npm test", or `run: npm test` in penumbra.yaml',
  });
}

function textOf(words: readonly string[], runner: RecognisedRunner): string {
  return words.length > 0 ? words.map(quote).join(' ') : runner.name;
}

function quote(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function readManifest(directory: string, path: string): string | null {
  const file = resolve(directory, path);
  if (!file.startsWith(directory + sep)) return null;
  try {
    const text = readFileSync(file, 'utf8');
    return text.length <= MANIFEST_BYTES ? text : null;
  } catch {
    return null;
  }
}
