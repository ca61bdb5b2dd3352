/** Why a record does not hold any more, in words. */
import { shortName } from '../short-name.ts';
import { visibleLine } from '../visible-text.ts';

/** What moved under a record: the input, from what to what, and since which scan; see the reasons of staleness. */
export type ShownStaleness = {
  readonly reason: string;
  readonly input: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The number is null while no scan has recorded it. */
  readonly since: { readonly scan: number | null; readonly root: string } | null;
};

/** A record that is stale, and the path it is about. */
export type ShownStaleFrame = {
  readonly path: string;
  readonly frameId: string;
  readonly type: string;
  readonly agent: string;
  readonly stale: ShownStaleness;
};

/** Says why a record about a path is stale, for instance `src/a.ts changed in scan 3`. */
export function staleWords(path: string, stale: ShownStaleness): string {
  return `${whatMoved(visibleLine(path), stale)}${sinceWords(stale)}`;
}

function whatMoved(path: string, { reason, input, from, to }: ShownStaleness): string {
  const name = shortName(input);
  switch (reason) {
    case 'content-changed':
      return to === null ? 'bytes it rests on left the workspace' : `${path} changed`;
    case 'place-changed':
      return to === null ? 'a place it rests on moved or is gone' : `${path} changed or moved`;
    case 'frame-superseded':
      return `${name}, which it rests on, was followed by ${shortName(to ?? 'another')}`;
    case 'frame-stale':
      return `${name}, which it rests on, became stale`;
    case 'frame-missing':
      return `${name}, which it rests on, is not there any more`;
    case 'children-changed':
      return `${path} has other children with records than those it was made from`;
    case 'external-changed':
      return `${name.replace(/^external:/, '')} is another now`;
    case 'producer-changed':
      return `${name.replace(/^producer:/, '')} makes it another way now`;
    case 'invalidated':
      return visibleLine(to ?? 'declared invalid');
    default:
      return `${visibleLine(reason)}: ${name} went from ${shortName(from ?? 'nothing')} to ${shortName(to ?? 'nothing')}`;
  }
}

function sinceWords({ reason, since }: ShownStaleness): string {
  if (since === null || reason === 'invalidated') return '';
  return since.scan === null ? ', which no scan has recorded yet' : ` in scan ${since.scan}`;
}
