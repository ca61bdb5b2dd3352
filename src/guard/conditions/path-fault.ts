/**
 * The rules for every path below a root, whether it comes from an address, a contract's target or a row of a
 * policy.
 */

/** Why a path is rejected. */
export type PathFault =
  | 'not-well-formed'
  | 'control-character'
  | 'backslash'
  | 'empty-segment'
  | 'dot-segment'
  | 'segment-too-long'
  | 'path-too-long';

/** The maximum length of a segment, in bytes. */
export const MAX_SEGMENT_BYTES = 255;
/** The maximum length of a path, in bytes. */
export const MAX_PATH_BYTES = 4096;

const CONTROL = /\p{Cc}/u;
const encoder = new TextEncoder();

/** Returns what is wrong with a segment of a path, or null. */
export function findSegmentFault(segment: string): PathFault | null {
  if (segment === '') return 'empty-segment';
  if (segment === '.' || segment === '..') return 'dot-segment';
  if (!segment.isWellFormed()) return 'not-well-formed';
  if (CONTROL.test(segment)) return 'control-character';
  if (segment.includes('\\')) return 'backslash';
  return isLonger(segment, MAX_SEGMENT_BYTES) ? 'segment-too-long' : null;
}

/** Returns what is wrong with a relative path, or null. The empty path is the root itself. */
export function findPathFault(path: string): PathFault | null {
  if (path === '') return null;
  // Checked before splitting, so that a huge path costs nothing.
  if (isLonger(path, MAX_PATH_BYTES)) return 'path-too-long';
  for (const segment of path.split('/')) {
    const fault = findSegmentFault(segment);
    if (fault !== null) return fault;
  }
  return null;
}

function isLonger(text: string, maxBytes: number): boolean {
  // A UTF-16 unit takes one to three bytes, so most texts need not be encoded.
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && encoder.encode(text).length > maxBytes;
}
