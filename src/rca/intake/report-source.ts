/** What the intake is handed: named byte streams, opened by whoever may touch the outside. */

/** One report: a name for people (a path, `stdin`) and its bytes. */
export interface ReportSource {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Splits a stream into its first bytes, at most `length` of them, and a stream of everything. */
export async function peekBytes(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly prefix: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let rest: AsyncIterator<Uint8Array> = iterator;
  try {
    for (let size = 0; size < length; ) {
      const next = await iterator.next();
      if (next.done === true) break;
      seen.push(next.value);
      size += next.value.length;
    }
  } catch (error) {
    // What came before the fault is read first, so the fault waits for its turn.
    rest = { next: () => Promise.reject(error) };
  }
  return { prefix: join(seen).subarray(0, length), all: resume(seen, rest) };
}

async function* resume(
  seen: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* seen;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
