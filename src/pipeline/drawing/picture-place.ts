/** The places of a picture, their texts, and the size they need. */
import { ANY_NODE } from '../definition/definition.ts';
import type { Graph, GraphNode } from '../definition/graph.ts';
import { drawableText, drawnPlaces, type TextStyle, terminalTitle, textWidth } from './drawn-graph.ts';

/** A place of a picture; sizes are even integers, so that its centre is an integer too. */
export type PicturePlace = {
  /** Its name in the graph; null for the start marker. */
  readonly name: string | null;
  readonly shape: 'node' | 'terminal' | 'any' | 'start';
  readonly title: string;
  readonly element: string | null;
  /** A line under the title. */
  readonly detail: string;
  /** The masks worn there. */
  readonly badges: readonly string[];
  /** Whether another pipeline is walked there. */
  readonly isNested: boolean;
  readonly width: number;
  readonly height: number;
};

/** The text sizes of a picture. */
export const textStyles = {
  title: { size: 15, isBold: true },
  detail: { size: 11 },
  badge: { size: 10 },
  label: { size: 11 },
  zone: { size: 12, isBold: true },
} as const satisfies Record<string, TextStyle>;

/** The line heights of a place. */
export const lineHeights = { padding: 9, title: 20, detail: 16, badge: 20, label: 15 } as const;

/** The distance between lines where they meet a place. */
export const PORT_GAP = 20;

/** Returns the places of a graph; `portsOf` returns how many lines meet the busier side of each. */
export function picturePlaces(graph: Graph, portsOf: (name: string) => number): readonly PicturePlace[] {
  const { hasAny, terminals } = drawnPlaces(graph);
  const plain = { element: null, detail: '', badges: [], isNested: false } as const;
  const sized = (shape: 'terminal' | 'any', name: string, title: string): PicturePlace => ({
    ...plain,
    name,
    shape,
    title: drawableText(title),
    width: even(
      Math.max(textWidth(drawableText(title), textStyles.title) + 44, portsOf(name) * PORT_GAP + 40),
    ),
    height: 36,
  });
  return [
    { ...plain, name: null, shape: 'start', title: '', width: 16, height: 16 },
    ...(hasAny ? [sized('any', ANY_NODE, 'any step')] : []),
    ...graph.nodes.map((node) => nodePlace(node, portsOf(node.name))),
    ...terminals.map((name) => sized('terminal', name, terminalTitle(name))),
  ];
}

function nodePlace(node: GraphNode, ports: number): PicturePlace {
  const title = drawableText(node.name);
  const detail = drawableText(
    [node.element, node.role, node.pipeline === null ? null : `walks ${node.pipeline}`]
      .filter((part) => part !== null)
      .join(' · '),
  );
  const badges = node.masks.map(drawableText);
  const widest = Math.max(
    textWidth(title, textStyles.title),
    detail === '' ? 0 : textWidth(detail, textStyles.detail) + (node.element === null ? 0 : 14),
    ...badges.map((badge) => textWidth(badge, textStyles.badge) + 16),
  );
  const height =
    2 * lineHeights.padding +
    lineHeights.title +
    (detail === '' ? 0 : lineHeights.detail) +
    badges.length * lineHeights.badge;
  return {
    name: node.name,
    shape: 'node',
    title,
    element: node.element,
    detail,
    badges,
    isNested: node.pipeline !== null,
    width: even(Math.max(96, widest + 28, ports * PORT_GAP + 16)),
    height: even(height),
  };
}

function even(length: number): number {
  return length + (length % 2);
}
