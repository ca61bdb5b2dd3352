/** Makes zip archives, sound ones and others. */
import { crc32, deflateRawSync } from 'node:zlib';

type ZipFile = {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** What the archive says of the size, where that is not true. */
  readonly saidSize?: number;
  readonly isEncrypted?: boolean;
  readonly method?: number;
};

/** Returns the bytes of an archive of some files. */
export function makeZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, saidSize, isEncrypted = false, method = 8 } of files) {
    const content = Buffer.from(bytes as string);
    const packed = method === 8 ? deflateRawSync(content, { level: 9 }) : content;
    const raw = Buffer.from(name);
    // Flags (encrypted, UTF-8), method, time, date, checksum, sizes, length of the name.
    const shared = Buffer.alloc(26 - 4);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE((isEncrypted ? 1 : 0) | 0x800, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(saidSize ?? content.length, 18);
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004', 'latin1'),
      shared,
      lengths(raw.length, 4),
      raw,
      packed,
    ]);
    list.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
        shared,
        lengths(raw.length, 2),
        endOfEntry(offset),
        raw,
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const size = list.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...list, end]);
}

function lengths(name: number, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUInt16LE(name, 0);
  return length;
}

/** No extra fields, no comment, the first disk, no attributes, and where the file begins. */
function endOfEntry(offset: number): Buffer {
  const end = Buffer.alloc(16);
  end.writeUInt32LE(offset, 12);
  return end;
}
