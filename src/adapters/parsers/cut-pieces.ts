/** Cuts a text into pieces that can be parsed one by one, between declarations where that can be told by the lines. */

/** A piece of a text, with the offset and the line, counted from one, at which it begins. */
export type TextPiece = { readonly text: string; readonly offset: number; readonly line: number };

/** A line without indentation that begins something, after the end of another. */
const BOUNDARY = /\n(?=[^\s})\]])/g;

/** Cuts a text into pieces of at most a length, which together are the text. */
export function cutPieces(text: string, pieceLength: number): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let line = 1;
  for (let offset = 0; offset < text.length; ) {
    const end = pieceEnd(text, offset, pieceLength);
    const piece = text.slice(offset, end);
    pieces.push({ text: piece, offset, line });
    line += piece.split('\n').length - 1;
    offset = end;
  }
  return pieces;
}

function pieceEnd(text: string, offset: number, pieceLength: number): number {
  const most = offset + pieceLength;
  if (most >= text.length) return text.length;
  const window = text.slice(offset, most);
  const boundary = Array.from(window.matchAll(BOUNDARY)).at(-1)?.index ?? window.lastIndexOf('\n');
  if (boundary > 0) return offset + boundary + 1;
  // Half of a character would be a character of its own.
  return isLowSurrogate(text.charCodeAt(most)) ? most - 1 : most;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
