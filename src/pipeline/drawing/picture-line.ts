/** A line of a picture: its way, its head, and its labels with the box they stand in. */
import type { DrawnLine } from './drawn-graph.ts';
import type { PlacedBox, Sized } from './lay-out-picture.ts';
import { lineHeights, textStyles } from './picture-place.ts';
import type { RoutedLine } from './route-line.ts';
import { textWidth } from './text-size.ts';

/** A line with everything that is drawn of it. */
export type PictureLine = RoutedLine & Pick<DrawnLine, 'kind' | 'labels'> & { readonly box: PlacedBox };

/** Returns how much room labels take, one below the other. */
export function labelSize(labels: readonly string[]): Sized {
  if (labels.length === 0) return { width: 0, height: 0 };
  const widest = Math.max(...labels.map((label) => textWidth(label, textStyles.label)));
  return { width: widest + 10, height: labels.length * lineHeights.label + 4 };
}
