/** The difference between two states as a patch that `git apply` accepts in the user's work tree. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeUtf8 } from '../../../kernel/index.ts';
import { logSettings } from '../open-git.ts';
import { type ScratchRepository, scratchFault } from './scratch-repository.ts';

const OPTIONS = [
  '-r',
  '-p',
  '--binary',
  '--full-index',
  '-M50%',
  '-l400',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
];
const PREFIXES = [
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--unified=3',
  '--diff-algorithm=histogram',
  '--indent-heuristic',
];
/** Makes git treat every file as binary, whatever other attributes say, and print its bytes encoded. */
const AS_BINARY = '* -diff\n';

/**
 * Returns the patch; files that are not UTF-8 are included as binary, because a text cannot hold their lines.
 */
export function makePatch(
  scratch: ScratchRepository,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const print = (): Uint8Array => {
    const printed = scratch.run([...logSettings, 'diff-tree', ...OPTIONS, ...PREFIXES, before, after]);
    if (printed === null) throw scratchFault(scratch, 'two states cannot be compared');
    return printed;
  };
  const plain = print();
  const text = decodeUtf8(plain);
  if (text !== null) return text;
  const binary = sectionsOf(withAttributes(scratch, AS_BINARY, print));
  return sectionsOf(plain)
    .map((section, index) => decodeUtf8(section) ?? new TextDecoder().decode(binary[index]))
    .join('');
}

/**
 * Slots filled in the meantime are unaffected, because how files are compared does not change their bytes.
 */
function withAttributes<Result>(
  { gitDirectory, settings }: ScratchRepository,
  text: string,
  use: () => Result,
): Result {
  const file = join(gitDirectory, 'info', 'attributes');
  writeFileSync(file, `${settings.attributes.own}\n${text}`);
  try {
    return use();
  } finally {
    writeFileSync(file, settings.attributes.own);
  }
}

/** Both output formats have the same sections in the same order. */
function sectionsOf(patch: Uint8Array): readonly Uint8Array[] {
  const bytes = Buffer.from(patch.buffer, patch.byteOffset, patch.byteLength);
  const sections: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf('\ndiff --git ', start);
    const end = found < 0 ? bytes.length : found + 1;
    sections.push(bytes.subarray(start, end));
    start = end;
  }
  return sections;
}
