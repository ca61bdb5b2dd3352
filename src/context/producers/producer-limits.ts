/** The bounds of producers; past them something is left out, the same way every time. */
import { SOURCE_BYTES } from '../scan/source-text.ts';

/** The documented bounds. */
export const producerLimits = {
  /** The largest file that is read at all; what is larger is data. */
  fileBytes: 8 * 1024 * 1024,
  /** How many bytes of a source are read. */
  sourceBytes: SOURCE_BYTES,
  /** How long an identifier may be; longer ones are data. */
  identifierLength: 80,
  /** How many specifiers of imports a source keeps, and how long one may be; longer ones are data. */
  imports: 2_000,
  specifierLength: 300,
  /** How many literals that may name a file or module are kept. */
  fileLiterals: 2_000,
  /** How many commits of the history are read, the newest. */
  commits: 20_000,
  /** How many bytes of a log of commits are read; the commits of a longer one that come after are left out. */
  logBytes: 64 * 1024 * 1024,
} as const;
