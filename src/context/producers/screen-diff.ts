/**
 * The texts of a commit or of what is not committed, without their secrets: subject, author and lines. Lines are looked at
 * with the whole file before and after at hand: of a key whose body was exchanged they have neither beginning nor end, and
 * what marks a value as secret may not have changed. Paths stay, for they are what files are called.
 */

import { sourceText } from '../scan/byte-text.ts';
import {
  type ChangeHunk,
  type CommitDiff,
  changeLimits,
  type DiffBatch,
  type FileDiff,
} from './recent-changes.ts';
import { findSecrets, findSecretsOfPart, replaceSecrets, withoutNumbers } from './screen-secrets.ts';
import { type FoundSecret, isJumbled, type SecretScanner } from './wrapped-secrets.ts';

/** What of a change is text. */
type DiffTexts = {
  readonly subject: string;
  readonly author: string;
  readonly files: readonly { readonly hunks: readonly ChangeHunk[] }[];
};

type Sides = DiffBatch['blobs'];

/** Finds the secrets of a change; `blobs` are the files before and after it, as far as they are at hand. */
export function findDiffSecrets(
  scanner: SecretScanner,
  { subject, author, files }: CommitDiff,
  blobs: Sides,
): readonly FoundSecret[] {
  const found = [subject, author].flatMap((text) => findSecrets(scanner, text));
  for (const file of files)
    for (const side of sidesOf(file)) {
      found.push(...findSecrets(scanner, side.text));
      if (!isPart(file) || !looksSecret(side.text)) continue;
      const bytes = side.id === null ? undefined : blobs.get(side.id);
      const whole = bytes && sourceText(bytes);
      found.push(
        ...(whole === undefined
          ? keyLines(side.text)
          : findSecretsOfPart(scanner, { part: side.text, whole })),
      );
    }
  return [...new Map(found.map((secret) => [secret.value, secret])).values()];
}

/** Returns the files of a change whose lines can only be told from secrets with the whole file at hand. */
export function filesToScreen({ files }: CommitDiff): readonly FileDiff[] {
  return files.filter((file) => isPart(file) && sidesOf(file).some(({ text }) => looksSecret(text)));
}

/** Replaces the secrets of a change that were found; a file keeps as many lines as it had. */
export function screenDiff<Change extends DiffTexts>(change: Change, found: readonly FoundSecret[]): Change {
  const secrets = withoutNumbers(found);
  return secrets.length === 0 ? change : replaceInDiff(change, (text) => replaceSecrets(text, secrets));
}

/** Takes the last word of texts that were cut: half of a secret is not recognised. */
export function withoutCutWords<Change extends DiffTexts>(change: Change): Change {
  return {
    ...change,
    subject: withoutPart(change.subject, changeLimits.subjectLength),
    author: withoutPart(change.author, changeLimits.authorLength),
  };
}

/** Changes all texts of a change by a function that keeps the number of lines. */
export function replaceInDiff<Change extends DiffTexts>(
  change: Change,
  replace: (text: string) => string,
): Change {
  const files = change.files.map((file) => {
    const removed = replace(sideOf(file.hunks, 'removed')).split('\n');
    const added = replace(sideOf(file.hunks, 'added')).split('\n');
    const hunks = file.hunks.map((hunk) => ({
      ...hunk,
      removed: removed.splice(0, hunk.removed.length),
      added: added.splice(0, hunk.added.length),
    }));
    return { ...file, hunks };
  });
  return { ...change, subject: replace(change.subject), author: replace(change.author), files };
}

function sideOf(hunks: readonly ChangeHunk[], side: 'removed' | 'added'): string {
  return hunks.flatMap((hunk) => hunk[side]).join('\n');
}

/** The lines of a file before and after a change, and the ids of the whole. */
function sidesOf({ hunks, before, after }: FileDiff) {
  return [
    { text: sideOf(hunks, 'removed'), id: before },
    { text: sideOf(hunks, 'added'), id: after },
  ];
}

/** Of a file that is new or gone, the lines are the whole. */
function isPart({ kind, hunks }: FileDiff): boolean {
  return kind !== 'added' && kind !== 'deleted' && hunks.length > 0;
}

const WORD = /[^\s"'`,;:()<>{}[\]]{8,512}/g;

/** Tells whether lines have anything in them that somebody may keep to himself; most have not. */
function looksSecret(text: string): boolean {
  for (const [word] of text.matchAll(WORD))
    if (isJumbled(word.replace(/^[\w.-]{0,64}=(?=[^=])/, ''))) return true;
  return false;
}

/** A line of Base64 as keys have it. */
const KEY_LINE = /^[^A-Za-z0-9+/\n]{0,40}([A-Za-z0-9+/]{60,76}={0,2})[^A-Za-z0-9+/\n]{0,40}$/gm;

/** Where the whole file is not at hand, what looks like the lines of a key is taken for it. */
function keyLines(text: string): readonly FoundSecret[] {
  return Array.from(text.matchAll(KEY_LINE)).flatMap(([, value]) =>
    value === undefined ? [] : [{ kind: 'private key', value }],
  );
}

function withoutPart(text: string, limit: number): string {
  return text.length < limit ? text : text.replace(/\S+$/, '');
}
