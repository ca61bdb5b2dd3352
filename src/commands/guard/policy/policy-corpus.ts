/** Reads a corpus of recorded requests: JSON lines, each one request with its code, or one record of the audit. */

import { readTextSource } from '../../../engine/index.ts';
import type { AuditedRequest, RecordedRequest } from '../../../guard/index.ts';
import {
  cite,
  fields,
  flag,
  limits,
  listOf,
  mappingOf,
  nullOr,
  PenumbraError,
  type Shape,
  textLike,
  textUpTo,
} from '../../../kernel/index.ts';

/** A request and where it was recorded. */
export type CorpusEntry = RecordedRequest & { readonly recordedAt: string };

/** The requests of a corpus, and how many of its records never came to the gate or were not kept whole. */
export type Corpus = {
  readonly entries: readonly CorpusEntry[];
  readonly skipped: Readonly<Record<SkipReason, number>>;
};

/** Why a record cannot be decided again. */
export type SkipReason = 'beforeGate' | 'notWhole';

/** As much of an audit record as is decided again. */
export type GateRecord = {
  readonly requests: readonly AuditedRequest[];
  readonly decision: string | null;
  /** What was too large to be kept, by name. */
  readonly cut?: { readonly requests?: unknown; readonly decision?: unknown };
};

const MOST = 100_000;
const MOST_FAULTS = 20;
const HINT =
  'write {"request": {"mode", "tool", "command", "root", "context"}, "code"} on each line, or records of the audit';

const anything: Shape = () => [];
const text = textUpTo(limits.subjectIdBytes);
const texts = listOf(text, MOST);

// Of a contract and an entry whatever else they hold is of no account here.
const contract: Shape = (value, whole, path) =>
  holding({ root: text, operations: texts, targets: texts })(value, whole, path);
const entry = holding({ name: text, root: text, path: text });

const context = fields(
  {
    contract: nullOr(contract),
    paths: texts,
    entry: text,
    registry: listOf(entry, MOST),
    session: fields({ id: text }, ['id']),
    masks: texts,
    role: nullOr(text),
    exec: fields({ isWhitelisted: flag, isSigned: flag, isOperators: flag, approvalId: text }, []),
  },
  [],
);
const request = fields(
  {
    mode: text,
    tool: text,
    command: text,
    root: text,
    subdirectory: nullOr(text),
    context,
    traceId: text,
  },
  ['mode', 'tool', 'command', 'root'],
);
const code = textLike(/^[A-Z]+-[A-Z]+-[SIDE]-\d{3}$/, 'a reply code, for instance EN-READ-S-001');
const recorded = fields({ request, further: listOf(request, MOST), code }, ['request']);
const gateRecord = holding({ requests: listOf(request, MOST), decision: nullOr(text) });

/** Reads a corpus; a line that is neither is a fault that names it. */
export async function readCorpus(name: string): Promise<Corpus> {
  const { source, text: lines } = await readTextSource(name, {
    maxBytes: limits.objectBytes,
    hint: 'name a file of JSON lines, or - for standard input',
  });
  const faults: { readonly line: number; readonly fault: string }[] = [];
  const entries: CorpusEntry[] = [];
  const skipped = { beforeGate: 0, notWhole: 0 };
  for (const [index, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line);
    if ('fault' in read) faults.push({ line: index + 1, fault: read.fault });
    else if (typeof read.recorded === 'string') skipped[read.recorded]++;
    else entries.push({ ...read.recorded, recordedAt: `line ${index + 1}` });
  }
  if (faults.length === 0) return { entries, skipped };
  throw malformed(source, faults);
}

/** Returns what a record of the audit put to the gate, or why that cannot be told. */
export function recordedCall({ requests, decision, cut = {} }: GateRecord): RecordedRequest | SkipReason {
  if (cut.requests !== undefined || cut.decision !== undefined) return 'notWhole';
  const [first, ...further] = requests;
  if (first === undefined) return 'beforeGate';
  return { request: first, further, ...(decision !== null && { code: decision }) };
}

type ReadLine = { readonly fault: string } | { readonly recorded: RecordedRequest | SkipReason };

function readLine(line: string): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { fault: `not JSON: ${cite((error as Error).message)}` };
  }
  const isRecord = typeof value === 'object' && value !== null && 'requests' in value;
  const [misfit] = (isRecord ? gateRecord : recorded)(value, 'the line');
  if (misfit !== undefined) return { fault: misfit.message };
  return { recorded: isRecord ? recordedCall(value as GateRecord) : (value as RecordedRequest) };
}

function malformed(
  source: string,
  faults: readonly { readonly line: number; readonly fault: string }[],
): PenumbraError {
  const [first] = faults;
  const others = faults.length === 1 ? '' : `, and ${faults.length - 1} more of its lines do not fit`;
  return new PenumbraError('unreadable-input', `${source}:${first?.line}: ${first?.fault}${others}`, {
    hint: HINT,
    data: { faults: faults.slice(0, MOST_FAULTS) },
  });
}

/** Fits mappings that have some fields, whatever else they have. */
function holding(shapes: { readonly [field: string]: Shape }): Shape {
  const isMapping = mappingOf(anything, anything, MOST);
  return (value, whole, path) => {
    const misfits = isMapping(value, whole, path);
    if (misfits.length > 0) return misfits;
    const given = value as { readonly [field: string]: unknown };
    const known = Object.fromEntries(Object.keys(shapes).map((field) => [field, given[field]]));
    return fields(shapes, Object.keys(shapes))(known, whole, path);
  };
}
