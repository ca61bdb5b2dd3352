/** What a failed file call means for the entry it was about. */
import type { SkipReason } from '../../context/index.ts';

/** Returns the reason to skip an entry, from what a file call threw. */
export function skipReasonOf(error: unknown): SkipReason {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'vanished';
    case 'ENAMETOOLONG':
      return 'path-too-long';
    // A link or a directory where a file was; links are not followed.
    case 'ELOOP':
    case 'EISDIR':
      return 'changing';
    default:
      return 'unreadable';
  }
}
