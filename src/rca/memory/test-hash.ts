/** The identity of a test as memory keeps it: short, and the same in every run and on every machine. */
import { taggedHash } from '../../kernel/index.ts';

/** What names a test; a report may leave its class out. */
export type TestIdentity = {
  readonly suite: string;
  readonly name: string;
  readonly className?: string | undefined;
};

const DIGITS = 16;

/** Returns the hash of a test's identity. */
export function testHash({ suite, className = '', name }: TestIdentity): string {
  const parts = [suite, className, name].map((part) => part.toWellFormed());
  return taggedHash('penumbra/test/1', parts).slice(0, DIGITS);
}
