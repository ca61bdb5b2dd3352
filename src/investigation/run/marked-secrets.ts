/**
 * What the whole of a report marks as secret. Of passed and skipped tests, and of the middle of long texts, nothing is kept;
 * but what they mark may be quoted by a failing test, which does not say what it is.
 */
import type { FoundSecret, SecretScanner } from '../../context/index.ts';

/** Gathers what pieces of reports mark as secret. */
export type MarkedSecrets = {
  push(piece: string): void;
  finish(): readonly FoundSecret[];
};

/** A value without a form of its own is known by what stands before it; of other lines nothing has to be known. */
const MARK =
  /passw|passphrase|pwd|[_-](?:pass|pw)|secret|token|[_-]?key|credential|authorization|bearer|:\/\/[^\s/@]{0,512}@/i;
const KEY = 'PRIVATE KEY';
/** How much of a line is looked at again with what comes after it. */
const LONGEST_LINE = 4_096;
const MOST_MARKED = 10_000;

/** Opens an empty collection. */
export function collectMarkedSecrets(scanner: SecretScanner): MarkedSecrets {
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

/** A report is looked at before it is read, so that its references to characters stand in it yet. */
function withoutReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .replace(/&#(?:x0*[ad]|0*1[03]);/gi, '\n')
    .replace(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => references[name] ?? '');
}
