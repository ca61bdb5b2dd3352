/**
 * The texts of a commit or of what is not committed, without their secrets: subject, author and lines. The lines of a file
 * are looked at together, so that a key of many lines is seen whole. Paths stay, for they are what files are called.
 */
import { findSecrets, replaceSecrets, withoutNumbers } from '../secrets/screen-secrets.ts';
import type { FoundSecret, SecretScanner } from '../secrets/secret-scanner.ts';
import { type ChangeHunk, changeLimits } from './recent-changes.ts';

/** What of a change is text. */
type DiffTexts = {
  readonly subject: string;
  readonly author: string;
  readonly files: readonly { readonly hunks: readonly ChangeHunk[] }[];
};

/** Finds the secrets of a change. */
export function findDiffSecrets(
  scanner: SecretScanner,
  { subject, author, files }: DiffTexts,
): readonly FoundSecret[] {
  const texts = [
    subject,
    author,
    ...files.flatMap(({ hunks }) => [sideOf(hunks, 'removed'), sideOf(hunks, 'added')]),
  ];
  const found = texts.flatMap((text) => findSecrets(scanner, text));
  return [...new Map(found.map((secret) => [secret.value, secret])).values()];
}

/** Replaces the secrets of a change; a file keeps as many lines as it had. */
export function screenDiff<Change extends DiffTexts>(scanner: SecretScanner, change: Change): Change {
  const whole = {
    ...change,
    subject: withoutPart(change.subject, changeLimits.subjectLength),
    author: withoutPart(change.author, changeLimits.authorLength),
  };
  const secrets = withoutNumbers(findDiffSecrets(scanner, whole));
  return secrets.length === 0 ? whole : replaceInDiff(whole, (text) => replaceSecrets(text, secrets));
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

/** Half of a secret is not recognised, so where a text was cut its last word goes. */
function withoutPart(text: string, limit: number): string {
  return text.length < limit ? text : text.replace(/\S+$/, '');
}
