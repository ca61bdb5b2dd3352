/** Takes lines and runs of bytes from a stream of chunks, however the stream is cut, and never more than was asked for. */
import { archiveInvalid } from './archive-format.ts';

const NEWLINE = 0x0a;
const FIRST_BYTES = 64 * 1024;
const decoder = new TextDecoder('latin1');

/** What an archive is read from. */
export type ByteSource = {
  /** Returns the next line without its newline, or null at the end. */
  line(limit: number): Promise<string | null>;
  bytes(size: number): Promise<Uint8Array>;
  isEnded(): Promise<boolean>;
  /** Lets go of the stream. */
  close(): Promise<void>;
};

/** Reads from a stream of chunks. */
export function createByteSource(stream: AsyncIterable<Uint8Array>): ByteSource {
  const chunks = stream[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array();
  let offset = 0;

  const fill = async (): Promise<boolean> => {
    while (offset >= chunk.length) {
      const next = await chunks.next();
      if (next.done) return false;
      chunk = next.value;
      offset = 0;
    }
    return true;
  };

  return {
    async line(limit) {
      const pieces: string[] = [];
      let length = 0;
      while (await fill()) {
        const newline = chunk.indexOf(NEWLINE, offset);
        const end = newline === -1 ? chunk.length : newline;
        length += end - offset;
        if (length > limit) throw archiveInvalid(`it has a line of more than ${limit} bytes`);
        pieces.push(decoder.decode(chunk.subarray(offset, end)));
        offset = end + 1;
        if (newline !== -1) return pieces.join('');
      }
      if (pieces.length === 0) return null;
      throw archiveInvalid('it ends in the middle of a line');
    },

    async bytes(size) {
      // Grows with what arrives, so that a false size costs nothing.
      let target = new Uint8Array(Math.min(size, FIRST_BYTES));
      let filled = 0;
      while (filled < size) {
        if (!(await fill())) throw archiveInvalid('it ends in the middle of an object');
        const taken = chunk.subarray(offset, offset + size - filled);
        if (filled + taken.length > target.length)
          target = grow(target, Math.min(size, 2 * (filled + taken.length)));
        target.set(taken, filled);
        filled += taken.length;
        offset += taken.length;
      }
      return target;
    },

    isEnded: async () => !(await fill()),
    close: async () => void (await chunks.return?.()),
  };
}

function grow(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}
