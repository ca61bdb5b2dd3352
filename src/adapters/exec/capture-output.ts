/** Gathers what a program prints on two streams, up to a bound for both together; the rest is read and dropped. */
import type { Readable } from 'node:stream';

/** What was printed. */
export type Output = { readonly stdout: Uint8Array; readonly stderr: Uint8Array; readonly isCut: boolean };

/** Begins to gather; the returned function tells what there is so far. */
export function captureOutput(
  streams: { readonly stdout: Readable; readonly stderr: Readable },
  mostBytes: number,
): () => Output {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let room = mostBytes;
  let isCut = false;
  const gather = (name: 'stdout' | 'stderr') => {
    streams[name].on('data', (chunk: Uint8Array) => {
      if (chunk.length > room) isCut = true;
      // A copy, so that a small rest does not keep a large chunk.
      if (room > 0) chunks[name].push(Uint8Array.from(chunk.subarray(0, room)));
      room = Math.max(0, room - chunk.length);
    });
    // A stream that breaks ends; what came before stands.
    streams[name].on('error', () => {});
  };
  gather('stdout');
  gather('stderr');
  return () => ({ stdout: Buffer.concat(chunks.stdout), stderr: Buffer.concat(chunks.stderr), isCut });
}
