/** Watches whether the answer reaches its reader; without this, a full disk behind it would end the program midway. */

/** Starts watching, and returns what tells at the end how writing the answer failed, if it did. */
export function watchOutput(): () => Promise<NodeJS.ErrnoException | null> {
  let failure: NodeJS.ErrnoException | null = null;
  process.stdout.on('error', (error) => {
    failure ??= error;
  });
  // There is nowhere left to say so.
  process.stderr.on('error', () => undefined);
  return async () => {
    if (process.stdout.writableLength > 0)
      await new Promise((resolve) => process.stdout.write('', () => resolve(undefined)));
    await new Promise((resolve) => setImmediate(resolve));
    return failure;
  };
}
