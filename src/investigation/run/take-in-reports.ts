/**
 * Takes in the reports of a run: reads them, and replaces the secrets marked as such by them, by the sources
 * they name, or by commits, before anything is stored.
 */

import { openFileTree } from '../../adapters/files/index.ts';
import { openSecretScanner } from '../../adapters/secrets/index.ts';
import {
  changeLimits,
  type FoundSecret,
  findSecrets,
  type PlacedSecret,
  placeholderOf,
  type SecretScanner,
  screenText,
  sourceText,
  spelledIn,
  toByteText,
} from '../../context/index.ts';
import { cite, makeId, PenumbraError } from '../../kernel/index.ts';
import { allTexts, type ReportReading, readReports, screenReading } from '../../rca/index.ts';
import type { OpenedReport, OpenedReports } from './open-reports.ts';
import type { RunInputs } from './run-inputs.ts';
import type { Survey } from './survey-workspace.ts';

/** Reports as read, with the hash of each. */
export type Intake = ReportReading & {
  readonly reports: RunInputs['reports'];
  /** The values that placeholders replaced; never recorded. */
  readonly secrets: readonly PlacedSecret[];
  /** Everything the reports mark as secret, including in parts that are not stored. */
  readonly marked: readonly FoundSecret[];
};

/** Reads reports and removes their secrets; throws `unreadable-input` if none of them is a report. */
export async function takeIn({ reports: opened, passedOver }: OpenedReports): Promise<Intake> {
  const scanner = await openSecretScanner();
  const screen = (text: string) => screenText(scanner, text);
  const reports = opened.map((report) => ({ ...report, name: screen(report.name) }));
  const collected = collectMarkedSecrets(scanner);
  const read = await readReports(reports, {
    screen,
    hear: (piece) => collected.push(piece),
  });
  const marked = collected.finish();
  // Files passed over are mentioned only if something else was read.
  const whole = screenReading({ ...read, unread: [...read.unread, ...passedOver] }, scanner);
  const { reading, secrets } = screenByMarks(whole, { marked, scanner });
  const hashes: { name: string; hash: Awaited<ReturnType<OpenedReport['hash']>> }[] = [];
  for (const { name, hash } of reports) hashes.push({ name, hash: await hash() });
  // A report that breaks off before its first test does not count as green.
  const isRead = reading.tests.total > 0 || read.unread.length === 0;
  if (reading.read.length > 0 && isRead) return { ...reading, reports: hashes, secrets, marked };
  const reasons = reading.unread.map(({ source, reason }) => `${cite(source)}: ${reason}`);
  throw new PenumbraError(
    'unreadable-input',
    `no test report could be read: ${reasons.slice(0, 5).join('; ')}`,
    {
      data: { unread: reading.unread },
      hint: 'give a report that the test runner writes, for instance target/surefire-reports; penumbra investigate --help lists the formats',
    },
  );
}

/** Replaces, in an already screened reading, values that are marked as secret elsewhere. */
function screenByMarks<Reading extends ReportReading>(
  { reading, secrets }: { readonly reading: Reading; readonly secrets: readonly PlacedSecret[] },
  { marked, scanner }: { readonly marked: readonly FoundSecret[]; readonly scanner: SecretScanner },
): { readonly reading: ReportReading; readonly secrets: readonly PlacedSecret[] } {
  const values = new Set(secrets.map(({ value }) => value));
  const others = marked.filter(({ value }) => !values.has(value));
  const text = others.length === 0 ? '' : allTexts(reading);
  const isInText = spelledIn(text);
  const quoted = others.filter(({ value }) => isInText(value));
  if (quoted.length === 0) return { reading, secrets };
  const placed = quoted.map((secret, index) => ({
    ...secret,
    placeholder: placeholderOf(secret, secrets.length + index + 1),
  }));
  return screenReading(reading, scanner, [...secrets, ...placed]);
}

/** Collects what pieces of reports mark as secret. */
type MarkedSecrets = {
  push(piece: string): void;
  finish(): readonly FoundSecret[];
};

/**
 * A value without a recognizable form is known by what precedes it; lines without such a mark can be skipped.
 */
const MARK =
  /passw|passphrase|pwd|[_-](?:pass|pw)|secret|token|[_-]?key|credential|authorization|bearer|:\/\/[^\s/@]{0,512}@/i;
const KEY = 'PRIVATE KEY';
/** How much of a line is examined again together with what follows it. */
const LONGEST_LINE = 4_096;
const MOST_MARKED = 10_000;

/** Opens an empty collection. */
function collectMarkedSecrets(scanner: SecretScanner): MarkedSecrets {
  const found = new Map<string, FoundSecret>();
  let rest = '';
  const look = (text: string) => {
    if (found.size >= MOST_MARKED || !MARK.test(text)) return;
    const lines = text.includes(KEY)
      ? text
      : text
          .split('\n')
          .filter((line) => MARK.test(line))
          .join('\n\n');
    for (const secret of scanner.find(withoutReferences(lines))) found.set(secret.value, secret);
  };
  return {
    push(piece) {
      const text = rest + piece;
      const end = Math.max(text.lastIndexOf('\n') + 1, text.length - LONGEST_LINE);
      rest = text.slice(end);
      look(text.slice(0, end));
    },
    finish() {
      look(rest);
      rest = '';
      return [...found.values()];
    },
  };
}

const references: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

/** A report is examined before it is parsed, so it still contains character references. */
function withoutReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .replace(/&#(?:x0*[ad]|0*1[03]);/gi, '\n')
    .replace(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => references[name] ?? '');
}

/** How many files are examined, and how large each may be. */
const MOST_FILES = 200;
const LARGEST_FILE = 256 * 1024;

/**
 * Replaces in the reports' reading the secrets marked as such by sources named there, by commits or by
 * earlier reports.
 */
export async function screenByNamedSources<Read extends Intake>(
  intake: Read,
  { tree, directory, git, revision }: Survey,
  earlier: Pick<Intake, 'secrets' | 'marked'> | undefined,
): Promise<Read> {
  const text = allTexts(intake);
  if (text === '') return intake;
  const isInText = spelledIn(text);
  const scanner = await openSecretScanner();
  const files = openFileTree(directory);
  const known: PlacedSecret[] = [...intake.secrets];
  // The reports themselves were already examined as a whole.
  const reports = new Set<string>(intake.reports.map(({ hash }) => makeId('content', hash)));
  for (const path of namedPaths(tree, text)) {
    if (reports.has(tree.at(path)?.contentId ?? '')) continue;
    const { bytes } = files.readSmall(toByteText(path), LARGEST_FILE);
    const source = bytes === undefined ? undefined : sourceText(Buffer.from(bytes, 'latin1'));
    const found = source === undefined ? [] : findSecrets(scanner, source);
    for (const secret of found)
      if (isInText(secret.value) && !known.some(({ value }) => value === secret.value))
        known.push({ ...secret, placeholder: placeholderOf(secret, known.length + 1) });
  }
  const ofCommits = revision === null ? [] : findSecrets(scanner, wordsOfCommits(git, revision));
  for (const secret of [...(earlier?.secrets ?? []), ...(earlier?.marked ?? []), ...ofCommits])
    if (isInText(secret.value) && !known.some(({ value }) => value === secret.value))
      known.push({ ...secret, placeholder: placeholderOf(secret, known.length + 1) });
  if (known.length === intake.secrets.length) return intake;
  const { reading, secrets } = screenReading(intake, scanner, known);
  return { ...intake, ...reading, secrets };
}

/** The messages and authors of the newest commits. */
function wordsOfCommits(git: Survey['git'], revision: string): string {
  const { commits = [] } = git.listCommits({ from: revision, limit: changeLimits.commits }) ?? {};
  const read = git.readCommits(commits) ?? [];
  return read.flatMap(({ author, message }) => [author, message]).join('\n\n');
}

/** The files whose names, with or without an extension, occur in a text, in tree order. */
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
