/** The difference between two states as a patch that `git apply` takes in the user's work tree. */
import { decodeUtf8 } from '../../../kernel/index.ts';
import { logSettings } from '../log-settings.ts';
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
/** Has git take every file for binary, and print it in letters. */
const AS_BINARY = ['-c', 'core.bigFileThreshold=1'];

/** Returns the patch; files whose lines are no UTF-8 are in it as bytes, for a text cannot hold their lines. */
export function makePatch(
  scratch: ScratchRepository,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const print = (settings: readonly string[]): Uint8Array => {
    const args = [...logSettings, ...settings, 'diff-tree', ...OPTIONS, ...PREFIXES, before, after];
    const printed = scratch.run(args);
    if (printed === null) throw scratchFault(scratch, 'two states cannot be compared');
    return printed;
  };
  const text = decodeUtf8(print([]));
  if (text !== null) return text;
  const [sections, binary] = [print([]), print(AS_BINARY)].map(sectionsOf);
  return (sections ?? [])
    .map((section, index) => decodeUtf8(section) ?? new TextDecoder().decode(binary?.[index]))
    .join('');
}

/** Both ways of printing have the same sections in the same order. */
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
