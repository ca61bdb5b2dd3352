/** Decides recorded requests again under another policy, and reports which answers would differ. */
import { findWorkspaceRoot, openLedgerToRead, readTextSource } from '../../engine/index.ts';
import {
  type AuditedRequest,
  type Policy,
  type PolicyEffect,
  type RecordedRequest,
  readAuditRecords,
  replayRequests,
} from '../../guard/index.ts';
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
} from '../../kernel/index.ts';
import type { PolicyReplayDocument, ReplayedChange } from '../../report/index.ts';
import { openPolicy, policyNamed } from './policies.ts';

/** The requests to decide again, and the policy; without a corpus, the requests in the ledger's audit. */
type PolicyReplayOptions = {
  readonly policy: string;
  readonly corpus?: string | undefined;
  readonly workspace?: string;
  readonly store?: string;
};

/** Decides a corpus again. */
export async function replayPolicy(options: PolicyReplayOptions): Promise<PolicyReplayDocument> {
  const opened = await openPolicy(options.policy);
  const { corpus: name = 'the audit' } = options;
  const corpus = await (options.corpus === undefined ? readAudit(options) : readCorpus(options.corpus));
  const changes = changesOf(opened.policy, corpus.entries);
  const count = (effect: PolicyEffect) => changes.filter((change) => change.effect === effect).length;
  const unrecorded = corpus.entries.filter(({ code }) => code === undefined).length;
  const decided = corpus.entries.length;
  const counts = {
    decided,
    same: decided - changes.length - unrecorded,
    unrecorded,
    wider: count('wider'),
    narrower: count('narrower'),
    other: count('other'),
  };
  return { policy: policyNamed(opened), corpus: name, counts, skipped: corpus.skipped, changes };
}

async function readAudit({ policy: _, corpus: __, ...options }: PolicyReplayOptions): Promise<Corpus> {
  const workspace = findWorkspaceRoot({ ...options, environment: process.env }).path;
  const ledger = await openLedgerToRead({ ...options, workspace });
  const entries: CorpusEntry[] = [];
  const skipped = { beforeGate: 0, notWhole: 0 };
  try {
    for await (const record of readAuditRecords(ledger.store)) {
      const call = recordedCall(record);
      if (typeof call === 'string') skipped[call]++;
      else entries.push({ ...call, recordedAt: `record ${record.sequence}` });
    }
  } finally {
    await ledger.store.close();
  }
  return { entries, skipped };
}

function changesOf(policy: Policy, entries: readonly CorpusEntry[]): readonly ReplayedChange[] {
  return replayRequests(policy, entries).flatMap(
    ({ index, code: wouldBe, failedConditions, recorded, isSame }) => {
      const entry = entries[index];
      if (isSame !== false || recorded === null || entry === undefined) return [];
      const { mode, tool, command, root, subdirectory = null, context } = entry.request;
      return [
        {
          recordedAt: entry.recordedAt,
          mode,
          root,
          subdirectory,
          tool,
          command,
          paths: context?.paths ?? [],
          was: recorded,
          wouldBe,
          failedConditions,
          effect: effectOf({ was: recorded, wouldBe }),
        },
      ];
    },
  );
}

function effectOf({ was, wouldBe }: Pick<ReplayedChange, 'was' | 'wouldBe'>): PolicyEffect {
  const [before, after] = [was, wouldBe].map((code) => code.split('-')[2]);
  if (before === after) return 'other';
  return after === 'S' ? 'wider' : 'narrower';
}

/** A request and where it was recorded. */
type CorpusEntry = RecordedRequest & { readonly recordedAt: string };

/** The requests of a corpus, and how many of its records never reached the gate or are incomplete. */
type Corpus = {
  readonly entries: readonly CorpusEntry[];
  readonly skipped: Readonly<Record<SkipReason, number>>;
};

/** Why a record cannot be decided again. */
type SkipReason = 'beforeGate' | 'notWhole';

/** The part of an audit record that is decided again. */
type GateRecord = {
  readonly requests: readonly AuditedRequest[];
  readonly decision: string | null;
  /** The fields that were too large to keep, by name. */
  readonly cut?: { readonly requests?: unknown; readonly decision?: unknown };
};

const MOST = 100_000;
const MOST_FAULTS = 20;
const HINT =
  'write {"request": {"mode", "tool", "command", "root", "context"}, "code"} on each line, or records of the audit';

const anything: Shape = () => [];
const text = textUpTo(limits.subjectIdBytes);
const texts = listOf(text, MOST);

// All other fields of a contract or an entry are ignored.
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

/** Reads a corpus; a malformed line is a fault that names it. */
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

/** Returns the request that an audit record put to the gate, or why that is unknown. */
function recordedCall({ requests, decision, cut = {} }: GateRecord): RecordedRequest | SkipReason {
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

/** Accepts mappings that have the given fields, whatever else they contain. */
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
