/** Enforces a limit by its count. */
import { PenumbraError } from '../../kernel/index.ts';

/** Throws `limit-exceeded` where a count is above its limit. */
export function requireAtMost(count: number, limit: number, what: string): void {
  if (count <= limit) return;
  throw new PenumbraError('limit-exceeded', `${count} ${what}, more than ${limit}`, {
    data: { count, limit, what },
  });
}
