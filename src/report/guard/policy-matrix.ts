/** A mode of a policy as a matrix: a row per place, and cells for visibility and each area of commands. */
import type {
  ContractBreadth,
  ExecPolicy,
  PolicyRoot,
  PolicyTableRow,
  RowAnswer,
} from '../../guard/index.ts';
import { answerWords, commandWords, placeText } from './policy-words.ts';

/** What `policy table` prints. */
export type PolicyTableDocument = {
  readonly policy: string;
  readonly hash: string;
  readonly registry: string | null;
  readonly modes: readonly string[];
  readonly roots: readonly PolicyRoot[];
  readonly rows: readonly PolicyTableRow[];
  readonly exec: ExecPolicy | null;
  /** The limits of an agent's own contract; null if there is none. */
  readonly contracts: ContractBreadth | null;
};

/** The content of a cell: everything, some commands, conditional, nothing, or an invisible place. */
export type MatrixMark = 'always' | 'some' | 'conditions' | 'never' | 'invisible';

/** A cell and the number of its footnote. */
export type MatrixCell = { readonly mark: MatrixMark; readonly note: number | null };

/** A place and its cells. */
export type MatrixRow = { readonly place: string; readonly cells: readonly MatrixCell[] };

/** The areas in column order. */
export const matrixAreas = ['READ', 'WRITE', 'DELETE', 'GIT', 'EXEC'] as const;

/** Footnotes shared by cells. */
export type Footnotes = {
  readonly notes: readonly (readonly string[])[];
  /** Returns the number of a footnote, adding it if it is new. */
  number(note: readonly string[]): number;
};

/** Opens an empty list of footnotes. */
export function openFootnotes(): Footnotes {
  const numbers = new Map<string, number>();
  const notes: (readonly string[])[] = [];
  return {
    notes,
    number: (note) => {
      const key = note.join('\n');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, notes.push(note));
      return notes.length;
    },
  };
}

/** Makes the matrix of a mode; a subdirectory with the same decisions as its root is omitted. */
export function policyMatrix(
  { rows, registry }: PolicyTableDocument,
  { mode, footnotes }: { readonly mode: string; readonly footnotes: Footnotes },
): readonly MatrixRow[] {
  const byRoot = Map.groupBy(
    rows.filter((row) => row.mode === mode),
    ({ root }) => root,
  );
  return [...byRoot.values()].flatMap((inRoot) => {
    const byPlace = Map.groupBy(inRoot, ({ subdirectory }) => subdirectory);
    const rest = decisionsOf(byPlace.get(null) ?? []);
    return [...byPlace]
      .filter(([subdirectory, some]) => subdirectory === null || decisionsOf(some) !== rest)
      .map(([, some]) => matrixRow(some, { footnotes, hasRegistry: registry !== null }));
  });
}

function decisionsOf(rows: readonly PolicyTableRow[]): string {
  return JSON.stringify(rows.map(({ visible, granted }) => [visible, granted]));
}

function matrixRow(
  rows: readonly PolicyTableRow[],
  { footnotes, hasRegistry }: { readonly footnotes: Footnotes; readonly hasRegistry: boolean },
): MatrixRow {
  const [first] = rows as readonly [PolicyTableRow];
  const isHidden = first.visible === 'never';
  const areaCells = matrixAreas.map((area) => {
    const cell = areaCell(
      rows.filter((row) => row.area === area),
      footnotes,
    );
    // A registry entry may be in an otherwise invisible place.
    const isReached = hasRegistry && cell.mark !== 'never';
    return isHidden && !isReached ? ({ mark: 'invisible', note: null } as const) : cell;
  });
  return { place: placeText(first), cells: [visibilityCell(first.visible, footnotes), ...areaCells] };
}

function visibilityCell(visible: RowAnswer, footnotes: Footnotes): MatrixCell {
  if (visible === 'never') return { mark: 'invisible', note: null };
  if (visible === 'always') return { mark: 'always', note: null };
  return { mark: 'conditions', note: footnotes.number([answerWords(visible)]) };
}

function areaCell(rows: readonly PolicyTableRow[], footnotes: Footnotes): MatrixCell {
  const granted = rows.filter((row) => row.granted !== 'never');
  if (granted.length === 0) return { mark: 'never', note: null };
  const byAnswer = [...Map.groupBy(granted, (row) => answerWords(row.granted))];
  const isWhole = granted.length === rows.length && byAnswer.length === 1;
  const hasFree = granted.some((row) => row.granted === 'always');
  if (isWhole && hasFree) return { mark: 'always', note: null };
  const note = byAnswer.map(([answer, some]) => (isWhole ? answer : `${commandWords(some)}: ${answer}`));
  return { mark: hasFree ? 'some' : 'conditions', note: footnotes.number(note) };
}
