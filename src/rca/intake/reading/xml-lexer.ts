/**
 * Reads XML as runners really write it, incrementally and in one pass: bare `&` and `<`, missing quotes,
 * illegal characters and truncated ends are tolerated. DOCTYPE, comments and processing instructions are
 * skipped. INVARIANT (no expansion): only the five predefined entities and character references are decoded,
 * so text never grows; INVARIANT (flat memory): names and attribute values are bounded, and nothing else is
 * held.
 */
import { type BoundedText, collectText, intakeLimits, type TextCollector } from './bounded-text.ts';
import {
  decodeReference,
  isBareValueStop,
  isNameStart,
  isNameUnit,
  isReferenceUnit,
  isSpace,
  isTextStop,
  longestReference,
  units,
} from './xml-character.ts';

/** The attributes of an element by name; of a repeated name the first counts. */
export type XmlAttributes = ReadonlyMap<string, BoundedText>;

/** Receives the document in order; an empty element is opened and closed. */
export interface XmlHandler {
  /** Called with an element and the line its tag begins on. */
  open(name: string, attributes: XmlAttributes, line: number): void;
  text(piece: string): void;
  close(name: string): void;
}

/** A lexer that takes text and calls its handler. */
export interface XmlLexer {
  write(piece: string): void;
  /** Ends the document. */
  end(): void;
  /** The current line, from 1. */
  line(): number;
  /** Returns whether the position is inside markup: a tag, a comment, CDATA. */
  isInMarkup(): boolean;
}

type State =
  | 'text'
  | 'reference'
  | 'markup'
  | 'bang'
  | 'cdata'
  | 'comment'
  | 'instruction'
  | 'declaration'
  | 'open-name'
  | 'close-name'
  | 'tag'
  | 'attribute-name'
  | 'before-equals'
  | 'before-value'
  | 'value'
  | 'bare-value';

const { AMPERSAND, APOSTROPHE, BANG, EQUALS, GREATER, LESS, QUESTION, QUOTE, SEMICOLON, SLASH } = units;
const { CLOSE_BRACKET, OPEN_BRACKET } = units;
const CDATA = '[CDATA[';

export function createXmlLexer(handler: XmlHandler): XmlLexer {
  let state: State = 'text';
  let input = '';
  let index = 0;
  let lines = 1;
  /** The next line end in the current piece that has not been counted. */
  let lineEnd = Number.POSITIVE_INFINITY;
  let tagLine = 1;

  /** The state to return to after a reference, and the part of it read so far. */
  let outer: 'text' | 'value' | 'bare-value' = 'text';
  let held = '';
  let quote = 0;
  /** How much of a closing `-->`, `]]>` or `?>` was read, or the bracket depth of a declaration. */
  let closing = 0;
  let name = '';
  let attributeName = '';
  let value: TextCollector | undefined;
  let attributes = new Map<string, BoundedText>();
  let isEmpty = false;

  function emit(piece: string): void {
    if (piece === '') return;
    if (outer === 'text') handler.text(piece);
    else value?.push(piece);
  }

  /** Emits text from the current position up to a stop character, and returns the position of that. */
  function emitUntil(stop: (unit: number) => boolean): number {
    const start = index;
    while (index < input.length && !stop(input.charCodeAt(index))) index++;
    emit(index === start ? '' : input.slice(start, index));
    return index < input.length ? input.charCodeAt(index) : -1;
  }

  function startReference(): void {
    index++;
    held = '';
    state = 'reference';
  }

  function finishAttribute(): void {
    if (value !== undefined && attributes.size < intakeLimits.attributes && !attributes.has(attributeName)) {
      attributes.set(attributeName, value.finish());
    }
    value = undefined;
    outer = 'text';
    state = 'tag';
  }

  function finishTag(): void {
    state = 'text';
    outer = 'text';
    handler.open(name, attributes, tagLine);
    if (isEmpty) handler.close(name);
  }

  function startMarkup(): void {
    index++;
    tagLine = line();
    state = 'markup';
  }

  const steps: Record<State, () => void> = {
    text() {
      const unit = emitUntil(isTextStop);
      if (unit === LESS) startMarkup();
      else if (unit === AMPERSAND) startReference();
    },
    reference() {
      while (index < input.length) {
        const unit = input.charCodeAt(index);
        if (unit === SEMICOLON) {
          index++;
          return finishReference(decodeReference(held) ?? `&${held};`);
        }
        if (!isReferenceUnit(unit) || held.length >= longestReference) return finishReference(`&${held}`);
        held += input[index++];
      }
    },
    markup() {
      const unit = input.charCodeAt(index);
      name = '';
      held = '';
      closing = 0;
      if (unit === BANG) state = 'bang';
      else if (unit === QUESTION) state = 'instruction';
      else if (unit === SLASH) state = 'close-name';
      else if (isNameStart(unit)) return startOpenName();
      else return takeAsText('<');
      index++;
    },
    bang() {
      const next = held + input[index];
      if (next === '--') state = 'comment';
      else if (next === CDATA) state = 'cdata';
      else if (next !== '-' && !CDATA.startsWith(next)) {
        state = 'declaration';
        return;
      }
      held = next;
      index++;
    },
    cdata() {
      while (index < input.length) {
        const start = index;
        const end = input.indexOf(']', index);
        if (closing === 0) {
          index = end < 0 ? input.length : end;
          emit(input.slice(start, index));
          if (end < 0) return;
        }
        const unit = input.charCodeAt(index);
        if (unit === CLOSE_BRACKET) closing++;
        else {
          // Two brackets belong to the end mark; further ones before them belong to the text.
          const isEnd = unit === GREATER && closing >= 2;
          emit(']'.repeat(isEnd ? closing - 2 : closing));
          closing = 0;
          if (isEnd) state = 'text';
          else continue;
        }
        index++;
        if (state === 'text') return;
      }
    },
    comment() {
      skipUntilClosed({ mark: '-', atLeast: 2 });
    },
    instruction() {
      skipUntilClosed({ mark: '?', atLeast: 1 });
    },
    declaration() {
      // A DOCTYPE declares its entities here; they are skipped.
      while (index < input.length) {
        const unit = input.charCodeAt(index++);
        if (unit === OPEN_BRACKET) closing++;
        else if (unit === CLOSE_BRACKET) closing--;
        else if (unit === GREATER && closing <= 0) {
          state = 'text';
          return;
        }
      }
    },
    'open-name'() {
      name = readName(name);
      if (index < input.length) state = 'tag';
    },
    'close-name'() {
      name = readName(name);
      if (index >= input.length) return;
      while (index < input.length) {
        const unit = input.charCodeAt(index);
        if (unit !== LESS) index++;
        if (unit !== LESS && unit !== GREATER) continue;
        state = 'text';
        return handler.close(name);
      }
    },
    tag() {
      const unit = input.charCodeAt(index);
      if (unit === LESS) return finishTag();
      if (unit === GREATER) {
        index++;
        return finishTag();
      }
      if (isNameStart(unit)) {
        attributeName = '';
        isEmpty = false;
        state = 'attribute-name';
        return;
      }
      if (!isSpace(unit)) isEmpty = unit === SLASH;
      index++;
    },
    'attribute-name'() {
      attributeName = readName(attributeName);
      if (index < input.length) state = 'before-equals';
    },
    'before-equals'() {
      const unit = input.charCodeAt(index);
      if (unit === EQUALS) state = 'before-value';
      else if (!isSpace(unit)) {
        state = 'tag';
        return;
      }
      index++;
    },
    'before-value'() {
      const unit = input.charCodeAt(index);
      if (isSpace(unit)) {
        index++;
        return;
      }
      if (unit === GREATER || unit === LESS) {
        state = 'tag';
        return;
      }
      value = collectText(intakeLimits.attributeLength);
      quote = unit;
      state = unit === QUOTE || unit === APOSTROPHE ? 'value' : 'bare-value';
      outer = state;
      if (state === 'value') index++;
    },
    value() {
      const unit = emitUntil((candidate) => candidate === quote || candidate === AMPERSAND);
      if (unit === quote) {
        index++;
        finishAttribute();
      } else if (unit === AMPERSAND) startReference();
    },
    'bare-value'() {
      const unit = emitUntil(isBareValueStop);
      if (unit === AMPERSAND) startReference();
      else if (unit >= 0) finishAttribute();
    },
  };

  function startOpenName(): void {
    state = 'open-name';
    attributes = new Map();
    isEmpty = false;
  }

  function takeAsText(piece: string): void {
    state = 'text';
    emit(piece);
  }

  function finishReference(piece: string): void {
    state = outer;
    emit(piece);
  }

  function readName(start: string): string {
    const from = index;
    while (index < input.length && isNameUnit(input.charCodeAt(index))) index++;
    const free = intakeLimits.tagNameLength - start.length;
    return free > 0 ? start + input.slice(from, Math.min(index, from + free)) : start;
  }

  function skipUntilClosed({ mark, atLeast }: { mark: string; atLeast: number }): void {
    const markUnit = mark.charCodeAt(0);
    while (index < input.length) {
      if (closing === 0) {
        const next = input.indexOf(mark, index);
        index = next < 0 ? input.length : next;
        if (next < 0) return;
      }
      const unit = input.charCodeAt(index++);
      if (unit === GREATER && closing >= atLeast) {
        state = 'text';
        return;
      }
      closing = unit === markUnit ? closing + 1 : 0;
    }
  }

  function line(): number {
    while (lineEnd < index) {
      lines++;
      lineEnd = lineEndFrom(lineEnd + 1);
    }
    return lines;
  }

  function lineEndFrom(start: number): number {
    const found = input.indexOf('\n', start);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }

  return {
    write(piece) {
      input = piece;
      index = 0;
      lineEnd = lineEndFrom(0);
      while (index < input.length) steps[state]();
      line();
    },
    end() {
      // Whatever a truncated end left undecided is text.
      if (state === 'reference') finishReference(`&${held}`);
      if (state === 'cdata') emit(']'.repeat(closing));
    },
    line,
    isInMarkup: () => state !== 'text' && state !== 'reference',
  };
}

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const DECLARATION = /<![A-Za-z][^>[]*(?:\[[^\]]*\]?)?[^>]*(?:>|$)/g;
const ELEMENT = /<([A-Za-z_][\w.:-]{0,127})/;

/** Returns the name of the first element at the beginning of an XML document, if there is one. */
export function firstElement(beginning: string): string | undefined {
  if (!beginning.trimStart().startsWith('<')) return undefined;
  return ELEMENT.exec(withoutDeclarations(beginning))?.[1];
}

/** Returns the beginning of a document without comments and declarations. */
export function withoutDeclarations(beginning: string): string {
  return beginning.replace(COMMENT, '').replace(DECLARATION, '');
}
