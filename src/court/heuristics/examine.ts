/** The expert without a model: it holds every exhibit of the charge against the bytes it cites. */
import type { Block, PromptPack } from '../../lens/index.ts';
import type { RoundStatement } from '../court-artifacts.ts';
import { type CourtPack, type PackExhibit, readCourtPack } from './read-court-pack.ts';

const LONGEST_NOTES = 4_000;

/** Strikes what does not say what is claimed, and notes where all that is left is one unverified assumption. */
export function examine(pack: PromptPack): RoundStatement<'expert'> {
  const read = readCourtPack(pack);
  const faults = read.charged.flatMap((exhibit) => {
    const fault = faultOf(exhibit, read);
    return fault === null ? [] : [{ index: exhibit.index, fault }];
  });
  const strikes = faults.map(({ index }) => index);
  const standing = read.charged.filter(({ index, struck }) => !struck && !strikes.includes(index));
  const isAssumed = standing.length === 1 && standing[0]?.class !== 'executed';
  const notes = [
    ...faults.map(({ index, fault }) => `exhibit ${index} is struck: ${fault}`),
    ...(isAssumed
      ? [`what agreement there is rests on one unverified assumption, exhibit ${standing[0]?.index}`]
      : []),
  ];
  return {
    notes: (notes.join('; ') || 'every exhibit says what is claimed').slice(0, LONGEST_NOTES),
    strikes,
  };
}

/** Returns why an exhibit does not say what is claimed, or null. */
function faultOf(exhibit: PackExhibit, { blocks, charge }: CourtPack): string | null {
  const block = blocks.get(exhibit.handle);
  if (!block) return 'what it cites is not there';
  if (exhibit.class === 'executed' && block.kind !== 'experiment') return 'what it cites was not run';
  const place = charge?.location;
  if (place === undefined) return null;
  return speaksFor(block, place, exhibit.class === 'primary');
}

function speaksFor({ kind, payload }: Block, place: string, isPrimary: boolean): string | null {
  const { path, features, frames, blames } = (payload ?? {}) as {
    readonly path?: string;
    readonly features?: { readonly stackDepth?: number; readonly stackShare?: number };
    readonly frames?: readonly { readonly file?: string }[];
    readonly blames?: boolean;
  };
  if (kind === 'trace')
    return frames?.some(({ file }) => file === place) ? null : 'the trace it cites does not pass the place';
  if (kind === 'evidence' || kind === 'experiment') {
    if (path !== place) return 'what it cites is about another place';
    if (kind === 'experiment') return blames === true ? null : 'the run it cites clears the place';
    const isOnPath = (features?.stackDepth ?? 0) > 0 || (features?.stackShare ?? 0) > 0;
    return isPrimary && !isOnPath ? 'the failing run it cites does not pass the place' : null;
  }
  return isPrimary ? 'what it cites names no place' : null;
}
