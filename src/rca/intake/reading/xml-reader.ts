/**
 * Reads XML documents incrementally and emits the elements that a format asks for, each as a whole; for XML
 * formats that keep everything about a test in one element. INVARIANT (flat memory): emitted elements are not
 * held, texts are bounded, and one element holds no more than `itemLimits`.
 */
import { collectText, intakeLimits, type TextCollector } from './bounded-text.ts';
import {
  type FailureKeeper,
  type ReportFormat,
  type ReportReader,
  UnreadableReport,
} from './failure-keeper.ts';
import { createRecorder, type TestRecorder, unlistedFailures } from './record-test.ts';
import { createXmlLexer, firstElement, type XmlAttributes } from './xml-lexer.ts';

export type XmlElement = {
  /** The name without its namespace prefix. */
  readonly name: string;
  readonly line: number;
  /** The attribute's trimmed value; empty if it is missing. */
  attribute(name: string): string;
  /** The child elements with a name, or all of them. */
  all(name?: string): readonly XmlElement[];
  /** The first descendant with a name. */
  find(name: string): XmlElement | undefined;
  /** The element's own text. */
  text(): string;
};

/** An element that remains open around others. */
export type XmlOwner = Pick<XmlElement, 'name' | 'attribute'>;

/** What a format reads from a document. */
export type XmlItems = {
  /** Returns whether an element is emitted as a whole. Not called for elements inside such an element. */
  isItem(name: string, owners: readonly XmlOwner[]): boolean;
  /** Takes an element; returns how many failed tests it contained. */
  take(element: XmlElement, owners: readonly XmlOwner[]): number;
  /**
   * Called when an element that remains open begins; returns how many failed tests it declares in addition to
   * others.
   */
  begin?(owner: XmlOwner): number;
  /** Called when the document has ended, whole or truncated. */
  end?(): void;
};

const itemLimits = { elements: 20_000, length: 16 * 1024 * 1024 } as const;

type Element = XmlElement & { readonly children: Element[]; collector?: TextCollector; told: string };

/** Creates a format for documents with a certain root element. */
export function xmlFormat(
  name: string,
  isRoot: (root: string, beginning: string) => boolean,
  read: (recorder: TestRecorder) => XmlItems,
): ReportFormat {
  return {
    name,
    recognises(beginning) {
      const root = firstElement(beginning);
      return root !== undefined && isRoot(localName(root), beginning);
    },
    open: (source, keeper) => openXml(source, keeper, read),
  };
}

function openXml(
  source: string,
  keeper: FailureKeeper,
  read: (recorder: TestRecorder) => XmlItems,
): ReportReader {
  const items = read(createRecorder(source, keeper));
  const owners: XmlOwner[] = [];
  const open: Element[] = [];
  let elements = 0;
  let length = 0;
  let isLeftOut = false;
  let declared = 0;
  let failed = 0;

  const depth = () => owners.length + open.length;

  function begin(written: string, attributes: XmlAttributes, line: number): void {
    if (depth() >= intakeLimits.depth)
      throw new UnreadableReport(`it nests deeper than ${intakeLimits.depth} elements`);
    const element = createElement(localName(written), attributes, line);
    const owner = open.at(-1);
    if (owner !== undefined) {
      elements++;
      if (elements <= itemLimits.elements && length <= itemLimits.length) owner.children.push(element);
      else isLeftOut = true;
      open.push(element);
    } else if (items.isItem(element.name, owners)) open.push(element);
    else {
      owners.push(element);
      declared += items.begin?.(element) ?? 0;
    }
  }

  function finish(): void {
    const element = open.pop();
    if (element === undefined) {
      owners.pop();
      return;
    }
    element.told = element.collector?.finish().text ?? '';
    delete element.collector;
    length += element.told.length;
    if (open.length > 0) return;
    failed += items.take(element, owners);
    elements = 0;
    length = 0;
  }

  function close(written: string): void {
    const name = localName(written);
    const inside = open.findLastIndex((one) => one.name === name);
    const around = owners.findLastIndex((one) => one.name === name);
    if (inside < 0 && around < 0) return;
    const left = inside >= 0 ? owners.length + inside : around;
    while (depth() > left) finish();
  }

  const lexer = createXmlLexer({
    open: begin,
    text(piece) {
      const element = open.at(-1);
      if (element === undefined) return;
      element.collector ??= collectText(intakeLimits.stackLength - 64);
      element.collector.push(piece);
    },
    close,
  });
  const place = () => `line ${lexer.line()}`;

  return {
    write: lexer.write,
    place,
    end() {
      const isCut = lexer.isInMarkup() || depth() > 0;
      lexer.end();
      while (depth() > 0) finish();
      items.end?.();
      if (isCut) return `it is cut off at ${place()}; what came before was read`;
      if (declared > failed) return unlistedFailures(declared - failed);
      return isLeftOut ? 'an element of it is too large to be held; parts of it were left out' : undefined;
    },
  };
}

function createElement(name: string, attributes: XmlAttributes, line: number): Element {
  const children: Element[] = [];
  const element: Element = {
    name,
    line,
    children,
    told: '',
    attribute: (wanted) => attributes.get(wanted)?.text.trim() ?? '',
    all: (wanted) => (wanted === undefined ? children : children.filter((child) => child.name === wanted)),
    find(wanted) {
      for (const child of children) {
        const found = child.name === wanted ? child : child.find(wanted);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    text: () => element.told,
  };
  return element;
}

function localName(written: string): string {
  return written.slice(written.indexOf(':') + 1);
}

/** Reads a non-negative whole number; anything else is 0. */
export function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Converts seconds to milliseconds. */
export function milliseconds(seconds: string): number | undefined {
  const value = Number(seconds.replace(',', '.'));
  return seconds === '' || !Number.isFinite(value) ? undefined : value * 1000;
}
