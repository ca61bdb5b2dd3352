/**
 * Secrets of the sources that a report speaks of: a test that compares a password prints it without saying what it is, and
 * only its source says so. Files are looked at whose names the report has, not all of the workspace, and what the newest
 * commits say of themselves.
 */
import { openFileTree } from '../../adapters/files/index.ts';
import { openSecretScanner } from '../../adapters/secrets/index.ts';
import {
  changeLimits,
  findSecrets,
  type PlacedSecret,
  placeholderOf,
  sourceText,
  toByteText,
} from '../../context/index.ts';
import { makeId } from '../../kernel/index.ts';
import { allTexts, screenReading } from '../../rca/index.ts';
import type { Intake } from './start-run.ts';
import type { Survey } from './survey-workspace.ts';

/** How many files are looked at, and how large each may be. */
const MOST_FILES = 200;
const LARGEST_FILE = 256 * 1024;

/** Replaces in what was read of reports the secrets that sources named there, commits or earlier reports mark as such. */
export async function screenByNamedSources<Read extends Intake>(
  intake: Read,
  { tree, directory, git, revision }: Survey,
  earlier: Pick<Intake, 'secrets' | 'marked'> | undefined,
): Promise<Read> {
  const text = allTexts(intake);
  if (text === '') return intake;
  const scanner = await openSecretScanner();
  const files = openFileTree(directory);
  const known: PlacedSecret[] = [...intake.secrets];
  // The reports themselves were looked at as a whole.
  const reports = new Set<string>(intake.reports.map(({ hash }) => makeId('content', hash)));
  for (const path of namedPaths(tree, text)) {
    if (reports.has(tree.at(path)?.contentId ?? '')) continue;
    const { bytes } = files.readSmall(toByteText(path), LARGEST_FILE);
    const source = bytes === undefined ? undefined : sourceText(Buffer.from(bytes, 'latin1'));
    const found = source === undefined ? [] : findSecrets(scanner, source);
    for (const secret of found)
      if (text.includes(secret.value) && !known.some(({ value }) => value === secret.value))
        known.push({ ...secret, placeholder: placeholderOf(secret, known.length + 1) });
  }
  const ofCommits = revision === null ? [] : findSecrets(scanner, wordsOfCommits(git, revision));
  for (const secret of [...(earlier?.secrets ?? []), ...(earlier?.marked ?? []), ...ofCommits])
    if (text.includes(secret.value) && !known.some(({ value }) => value === secret.value))
      known.push({ ...secret, placeholder: placeholderOf(secret, known.length + 1) });
  if (known.length === intake.secrets.length) return intake;
  const { reading, secrets } = screenReading(intake, scanner, known);
  return { ...intake, ...reading, secrets };
}

/** What the newest commits say of themselves, and who made them. */
function wordsOfCommits(git: Survey['git'], revision: string): string {
  const { commits = [] } = git.listCommits({ from: revision, limit: changeLimits.commits }) ?? {};
  const read = git.readCommits(commits) ?? [];
  return read.flatMap(({ author, message }) => [author, message]).join('\n\n');
}

/** The files whose names, with or without an ending, stand in a text, in the order of the tree. */
function namedPaths(tree: Survey['tree'], text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}_$.-]{3,200}/gu)) {
    words.add(word);
    if (word.includes('.')) for (const part of word.split('.')) words.add(part);
  }
  const named: string[] = [];
  for (const { path, kind, size } of tree.walk()) {
    if ((kind !== 'file' && kind !== 'executable') || size > LARGEST_FILE) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (words.has(name) || words.has(name.replace(/\.\w+$/, ''))) named.push(path);
    if (named.length === MOST_FILES) break;
  }
  return named;
}
