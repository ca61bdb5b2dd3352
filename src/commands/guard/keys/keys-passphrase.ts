/** The passphrase of the key for approvals, from a file that only its owner can read, or from a pipe. */
import { stat } from 'node:fs/promises';
import { readTextSource } from '../../../engine/index.ts';
import { cite, PenumbraError } from '../../../kernel/index.ts';

const MOST_BYTES = 4_096;
const OTHERS = 0o077;

/** Reads a passphrase: the one line of a file, or of standard input for `-`. */
export async function readPassphrase(file: string): Promise<string> {
  if (file !== '-') await requirePrivate(file);
  const hint = 'name a file that holds the passphrase on one line';
  const { source, text } = await readTextSource(file, { maxBytes: MOST_BYTES, hint });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase !== '' && !/[\r\n]/.test(passphrase)) return passphrase;
  const problem = passphrase === '' ? 'holds no passphrase' : 'holds more than one line';
  throw new PenumbraError('unreadable-input', `${cite(source)} ${problem}`, { hint });
}

/** What others could read is no secret; a pipe has no readers but ours. */
async function requirePrivate(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile() || process.platform === 'win32' || (found.mode & OTHERS) === 0)
    return;
  throw new PenumbraError('invalid-configuration', `${cite(file)} can be read by others`, {
    hint: 'take it from them with chmod 600',
    data: { file },
  });
}
