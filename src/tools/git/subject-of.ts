/** The first line of a commit's message, cut to what a reply shows. */
import { cutText } from '../../kernel/index.ts';
import { toolLimits } from '../calls/tool-limits.ts';

/** Returns the first line of a message. */
export function subjectOf(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return cutText(first, toolLimits.subjectLength);
}
