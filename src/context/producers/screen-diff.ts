/**
 * Removes secrets from the texts of a diff: subject, author and lines. Lines are screened with the whole file
 * before and after, because a diff of a replaced key body has neither its first nor last line, and the marker
 * of a secret value may be unchanged. Paths are kept, as they identify files.
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

/** The texts of a diff. */
type DiffTexts = {
  readonly subject: string;
  readonly author: string;
  readonly files: readonly { readonly hunks: readonly ChangeHunk[] }[];
};

type Sides = DiffBatch['blobs'];

/** Finds the secrets of a diff; `blobs` are the available files before and after it. */
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

/** Returns the files whose lines can only be screened with the whole file. */
export function filesToScreen({ files }: CommitDiff): readonly FileDiff[] {
  return files.filter((file) => isPart(file) && sidesOf(file).some(({ text }) => looksSecret(text)));
}

/** Replaces the secrets found in a diff, preserving line counts. */
export function screenDiff<Change extends DiffTexts>(change: Change, found: readonly FoundSecret[]): Change {
  const secrets = withoutNumbers(found);
  return secrets.length === 0 ? change : replaceInDiff(change, (text) => replaceSecrets(text, secrets));
}

/** Removes the last word of texts that were cut, as half a secret would not be recognised. */
export function withoutCutWords<Change extends DiffTexts>(change: Change): Change {
  return {
    ...change,
    subject: withoutPart(change.subject, changeLimits.subjectLength),
    author: withoutPart(change.author, changeLimits.authorLength),
  };
}

/** Applies a function to all texts of a diff; it must preserve line counts. */
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

/** Returns the lines of a file before and after, and the blob ids. */
function sidesOf({ hunks, before, after }: FileDiff) {
  return [
    { text: sideOf(hunks, 'removed'), id: before },
    { text: sideOf(hunks, 'added'), id: after },
  ];
}

/** For an added or deleted file, the hunks contain the whole file. */
function isPart({ kind, hunks }: FileDiff): boolean {
  return kind !== 'added' && kind !== 'deleted' && hunks.length > 0;
}

const WORD = /[^\s"'`,;:()<>{}[\]]{8,512}/g;

/** A cheap check for lines that may contain secrets; most do not. */
function looksSecret(text: string): boolean {
  for (const [word] of text.matchAll(WORD))
    if (isJumbled(word.replace(/^[\w.-]{0,64}=(?=[^=])/, ''))) return true;
  return false;
}

/** A line of Base64 as found in keys. */
const KEY_LINE = /^[^A-Za-z0-9+/\n]{0,40}([A-Za-z0-9+/]{60,76}={0,2})[^A-Za-z0-9+/\n]{0,40}$/gm;

/** Without the whole file, anything that looks like lines of a key is treated as one. */
function keyLines(text: string): readonly FoundSecret[] {
  return Array.from(text.matchAll(KEY_LINE)).flatMap(([, value]) =>
    value === undefined ? [] : [{ kind: 'private key', value }],
  );
}

function withoutPart(text: string, limit: number): string {
  return text.length < limit ? text : text.replace(/\S+$/, '');
}
