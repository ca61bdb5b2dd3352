/**
 * Compares what a contract declared with what was done under it according to the audit log. A change counts
 * as done if it was granted and recorded, which happens before it is carried out.
 */
import { compareCodePoints, sortByCodePoint } from '../../kernel/index.ts';
import type { AuditedRequest, AuditRecord } from '../audit/audit-record.ts';
import type { Contract, DeclaredEdit } from '../conditions/contract.ts';
import { targetCovers } from '../conditions/target-pattern.ts';
import type { ClosingAudit } from './contract-store.ts';

type Deed = ClosingAudit['done'][number];

/** The codes of grants for changes, and their areas. */
const changes: ReadonlyMap<string, string> = new Map(
  ['WRITE', 'DELETE', 'GIT', 'EXEC'].map((area) => [`EN-${area}-S-001`, area]),
);

/** Audits a contract using the records of its session. */
export async function auditContract(
  contract: Contract,
  records: AsyncIterable<AuditRecord>,
): Promise<ClosingAudit> {
  const deeds = new Map<string, Deed>();
  const refusals = new Map<string, number>();
  let incomplete = 0;
  for await (const record of records) {
    if (record.session !== contract.session || record.contract !== contract.id) continue;
    for (const deed of deedsOf(record, contract)) deeds.set(deedKey(deed), deed);
    if (isChange(record) && record.cut?.requests !== undefined) incomplete += 1;
    const refusal = refusalOf(record);
    if (refusal !== null) refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
  }
  const done = sortByCodePoint([...deeds.keys()]).map((key) => deeds.get(key) as Deed);
  const undeclared = done.filter((deed) => !contract.edits.some((edit) => declares(edit, deed)));
  const undone = contract.edits.filter((edit) => !done.some((deed) => declares(edit, deed)));
  return {
    contract: contract.id,
    declared: contract.edits.map(({ path, operation }) => ({ path, operation })),
    done,
    undeclared: pathsOf(undeclared),
    undone: pathsOf(undone),
    refused: [...refusals]
      .map(([code, count]) => ({ code, count }))
      .sort((left, right) => compareCodePoints(left.code, right.code)),
    incomplete,
  };
}

function deedsOf(record: AuditRecord, { root }: Contract): readonly Deed[] {
  if (!isChange(record)) return [];
  const { decision, tool, command } = record;
  const requests = record.requests.filter((request) => request.root === root);
  const isOwn = (request: AuditedRequest) => request.tool === tool && request.command === command;
  const own = new Set(requests.filter(isOwn).flatMap(pathsAsked));
  // Paths requested under the call's own and another command are moved out of their place, which counts as
  // deleting. Paths requested only under another command are merely read.
  const others = requests.filter((request) => !isOwn(request)).flatMap(pathsAsked);
  const removed = new Set(others.filter((path) => own.has(path)));
  const written = [...own].filter((path) => !removed.has(path));
  const operation = changes.get(decision ?? '') ?? '';
  const by = `${tool} ${command}`;
  return [
    ...written.map((path) => ({ path, operation, command: by })),
    ...[...removed].map((path) => ({ path, operation: 'DELETE', command: by })),
  ];
}

function pathsAsked({ context }: AuditedRequest): readonly string[] {
  return context?.paths ?? [''];
}

/** If there is an answer, the call ended before the act. */
function isChange({ decision, answer }: AuditRecord): boolean {
  return decision !== null && changes.has(decision) && answer === null;
}

/** Git and programs change files, so they do what was declared as writing. */
function declares(edit: DeclaredEdit, { path, operation }: Deed): boolean {
  const isDelete = operation === 'DELETE';
  return (edit.operation === 'DELETE') === isDelete && targetCovers(edit.path, path);
}

function refusalOf({ decision }: AuditRecord): string | null {
  const [layer, , type] = decision?.split('-') ?? [];
  return layer === 'EN' && type === 'D' ? decision : null;
}

function pathsOf(items: readonly { readonly path: string }[]): readonly string[] {
  return sortByCodePoint([...new Set(items.map(({ path }) => path))]);
}

// Paths contain no control characters, so joining with one is unambiguous and sorts by path first.
function deedKey({ path, operation, command }: Deed): string {
  return [path, operation, command].join('\0');
}
