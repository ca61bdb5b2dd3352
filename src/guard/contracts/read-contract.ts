/**
 * Reads a contract as written by its author, which may be anything: returns a frozen copy, or every fault
 * with its remedy.
 */
import {
  canonicalText,
  deepFreeze,
  didYouMean,
  type Misfit,
  PenumbraError,
  type ValuePath,
} from '../../kernel/index.ts';
import { readYaml, type TextPlace } from '../../kernel/yaml.ts';
import { type ContractOperation, contractLimits, type DeclaredEdit } from '../conditions/contract.ts';
import { targetHolds } from '../conditions/target-pattern.ts';
import { draftShape, fieldNamesAt } from './contract-shape.ts';

/** What an author writes; the store adds the rest. */
export type ContractDraft = {
  readonly root: string;
  readonly intent: string;
  readonly operations: readonly ContractOperation[];
  readonly targets: readonly string[];
  readonly plan: readonly string[];
  readonly edits: readonly DeclaredEdit[];
  readonly author: string;
  readonly expiresInMs?: number;
};

/** One fault of a contract. The remedy repeats nothing from the input. */
export type ContractFault = {
  readonly path: ValuePath;
  readonly problem: Misfit['problem'] | 'repeated' | 'edits' | 'too-large';
  readonly message: string;
  readonly remedy: string;
};

/** A draft, or the faults of the input. */
export type ReadContract = { readonly draft: ContractDraft } | { readonly faults: readonly ContractFault[] };

const WHOLE = 'the contract';

/** Reads a contract's draft from a value. */
export function readContract(value: unknown): ReadContract {
  const copy = copyOf(value);
  if (isCrowded(copy)) return { faults: [crowded] };
  const misfits = draftShape(copy, WHOLE).slice(0, contractLimits.faults).map(withSuggestion);
  if (misfits.length > 0) return { faults: misfits };
  const draft = draftOf(copy as WrittenDraft);
  const faults = [...findRepeats(draft), ...findEditFaults(draft), ...findSizeFaults(draft)];
  return faults.length > 0 ? { faults } : { draft: deepFreeze(draft) };
}

const crowded: ContractFault = {
  path: [],
  problem: 'too-large',
  message: `${WHOLE} holds more than ${contractLimits.values} values`,
  remedy: 'write its fields only',
};

/** Returns whether a value contains more than any contract does, without visiting all of it. */
function isCrowded(value: unknown): boolean {
  const found = [value];
  // Iterating over the list includes items pushed on the way.
  for (const item of found) {
    if (typeof item === 'object' && item !== null) for (const one of Object.values(item)) found.push(one);
    if (found.length > contractLimits.values) return true;
  }
  return false;
}

/** A well-formed draft with its optional fields. */
type WrittenDraft = Omit<ContractDraft, 'edits'> & { readonly edits?: ContractDraft['edits'] };

/** Takes the fields that are present; undefined ones are absent. */
function draftOf({ edits = [], expiresInMs, ...written }: WrittenDraft): ContractDraft {
  return {
    ...written,
    edits: edits.map(({ path, operation, summary }) => ({
      path,
      operation,
      ...(summary !== undefined && { summary }),
    })),
    ...(expiresInMs !== undefined && { expiresInMs }),
  };
}

/** The copy is what gets checked, even if the original returns something different each time. */
function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}

function withSuggestion(misfit: Misfit): ContractFault {
  if (misfit.problem !== 'unknown-key') return misfit;
  const key = String(misfit.path.at(-1));
  return {
    ...misfit,
    remedy: misfit.remedy + didYouMean(key, fieldNamesAt(misfit.path.length - 1)),
  };
}

function findRepeats({ operations, targets }: ContractDraft): readonly ContractFault[] {
  return Object.entries({ operations, targets }).flatMap(([field, items]) =>
    (items as readonly string[]).flatMap((item, index) =>
      (items as readonly string[]).indexOf(item) === index
        ? []
        : faultAt([field, index], 'repeated', ['is named twice', 'leave one of them out']),
    ),
  );
}

function findEditFaults({ operations, targets, edits }: ContractDraft): readonly ContractFault[] {
  const changes = operations.filter((operation) => operation !== 'READ');
  if (changes.length > 0 && edits.length === 0)
    return faultAt(['edits'], 'edits', [
      'is missing, though the contract changes something',
      'declare each change with `path` and `operation`',
    ]);
  if (changes.length === 0 && edits.length > 0)
    return faultAt(['edits'], 'edits', [
      'declares changes, though the contract only reads',
      'leave `edits` out, or allow WRITE or DELETE',
    ]);
  return edits.flatMap(({ path, operation }, index) => [
    ...(operations.includes(operation)
      ? []
      : faultAt(['edits', index, 'operation'], 'edits', [
          'is not allowed by the contract',
          'add it to `operations`, or declare another',
        ])),
    ...(targets.some((target) => targetHolds(target, path))
      ? []
      : faultAt(['edits', index, 'path'], 'edits', [
          'lies outside the targets',
          'add it to `targets`, or declare a path that one of them covers',
        ])),
  ]);
}

function findSizeFaults(draft: ContractDraft): readonly ContractFault[] {
  const { draftLength, targetsLength } = contractLimits;
  const says = (length: number) => `is longer than ${length} characters`;
  if (canonicalText(draft.targets).length > targetsLength)
    return faultAt(['targets'], 'too-large', [says(targetsLength), 'name less at once, or use wildcards']);
  if (canonicalText(draft).length <= draftLength) return [];
  const remedy = 'declare less at once, or use wildcards';
  return [{ path: [], problem: 'too-large', message: `${WHOLE} ${says(draftLength)}`, remedy }];
}

function faultAt(
  path: ValuePath,
  problem: ContractFault['problem'],
  [says, remedy]: readonly [string, string],
): readonly ContractFault[] {
  return [{ path, problem, message: `\`${path.join('.')}\` ${says}`, remedy }];
}

/** One fault in a contract's text. */
export type ContractFinding = TextPlace & {
  readonly rule: ContractFault['problem'] | 'yaml' | 'duplicate-key';
  readonly message: string;
  readonly remedy: string;
};

type ReadText = { readonly draft: ContractDraft } | { readonly findings: readonly ContractFinding[] };

/**
 * Loads a contract's draft, or throws with the position of the first fault; `source` names the text in
 * errors.
 */
export function loadContract(
  text: string,
  { source = 'contract.yaml' }: { readonly source?: string } = {},
): ContractDraft {
  const read = readText(text);
  if ('draft' in read) return read.draft;
  const { findings } = read;
  const [first] = findings;
  throw new PenumbraError(
    'invalid-configuration',
    `${source}:${first?.line}:${first?.column}: ${first?.message}`,
    {
      data: { source, line: first?.line, column: first?.column, rule: first?.rule, findings },
      ...(first && { hint: first.remedy }),
    },
  );
}

/** Returns everything that is wrong with a contract's text, in its order. */
export function lintContract(text: string): readonly ContractFinding[] {
  const read = readText(text);
  return 'draft' in read ? [] : read.findings;
}

function readText(text: string): ReadText {
  const yaml = readYaml(text);
  if ('fault' in yaml) {
    const { line, column, kind, fault: message } = yaml;
    const [rule, remedy] =
      kind === 'duplicate-key'
        ? (['duplicate-key', 'join the two or remove one'] as const)
        : (['yaml', 'correct the YAML'] as const);
    return { findings: Object.freeze([{ line, column, rule, message, remedy }]) };
  }
  const read = readContract(yaml.value);
  if ('draft' in read) return read;
  const findings = read.faults.map(({ path, problem, message, remedy }): ContractFinding => {
    const place = problem === 'unknown-key' ? yaml.keyAt(path) : yaml.valueAt(path);
    return { ...place, rule: problem, message, remedy };
  });
  return { findings: Object.freeze(findings.sort(byPosition)) };
}

function byPosition(left: ContractFinding, right: ContractFinding): number {
  return left.line - right.line || left.column - right.column;
}
