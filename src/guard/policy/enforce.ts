/**
 * The gate that every tool call passes, and the only code that denies. A request is granted only by a row of
 * the policy whose conditions all hold.
 */
import { createReplyBuilder, type Reply, type ReplyBuilder } from '../../kernel/index.ts';
import {
  CONTRACT_COVERS,
  EXEC_ALLOWED,
  EXEC_CONDITIONS,
  EXEC_SIGNED,
  HAS_CONTRACT,
  PERSON_APPROVES,
} from '../conditions/built-in-conditions.ts';
import { type ConditionOperation, failedConditions, type RequestContext } from '../conditions/condition.ts';
import type { Area } from '../conditions/contract.ts';
import type { Policy } from './policy.ts';
import { findOperation, type PolicyTables, policyTables } from './policy-lookup.ts';

/** What someone wants to do, where, and in which context. */
export type EnforceRequest = {
  readonly policy: Policy;
  readonly mode: string;
  readonly tool: string;
  readonly command: string;
  readonly root: string;
  readonly subdirectory?: string | null;
  readonly context?: RequestContext;
  readonly traceId?: string;
};

type GrantCode = Parameters<ReplyBuilder['success']>[0];
type DenialCode = Parameters<ReplyBuilder['denied']>[0];
type AreaCodes = {
  readonly granted: GrantCode;
  readonly noRow: DenialCode;
  readonly noContract: DenialCode;
  readonly unmet: DenialCode;
  readonly noPerson: DenialCode;
};

// Rows for reading have no conditions, so only the first denial code of READ is ever used.
const codesOf: Readonly<Record<Area, AreaCodes>> = {
  READ: {
    granted: 'EN-READ-S-001',
    noRow: 'EN-READ-D-001',
    noContract: 'EN-READ-D-001',
    unmet: 'EN-READ-D-001',
    noPerson: 'EN-READ-D-001',
  },
  WRITE: {
    granted: 'EN-WRITE-S-001',
    noRow: 'EN-WRITE-D-001',
    noContract: 'EN-WRITE-D-002',
    unmet: 'EN-WRITE-D-003',
    noPerson: 'EN-WRITE-D-004',
  },
  DELETE: {
    granted: 'EN-DELETE-S-001',
    noRow: 'EN-DELETE-D-001',
    noContract: 'EN-DELETE-D-002',
    unmet: 'EN-DELETE-D-003',
    noPerson: 'EN-DELETE-D-004',
  },
  GIT: {
    granted: 'EN-GIT-S-001',
    noRow: 'EN-GIT-D-001',
    noContract: 'EN-GIT-D-002',
    unmet: 'EN-GIT-D-003',
    noPerson: 'EN-GIT-D-004',
  },
  EXEC: {
    granted: 'EN-EXEC-S-001',
    noRow: 'EN-EXEC-D-001',
    noContract: 'EN-EXEC-D-002',
    unmet: 'EN-EXEC-D-003',
    noPerson: 'EN-EXEC-D-004',
  },
};

/** Grants or denies a request; the only function that denies. */
export function enforce(request: EnforceRequest): Reply {
  const { policy, context } = request;
  // A missing mode or tool matches no row, so the request is denied.
  const [mode, tool] = [textOf(request.mode), textOf(request.tool)];
  const [command, root] = [textOf(request.command), textOf(request.root)];
  const subdirectory = typeof request.subdirectory === 'string' ? request.subdirectory : null;
  const tables = policyTables(policy);
  const reply = createReplyBuilder({ meta: metaOf(request, tool), trace: traceOf(request) });
  const about = { mode, tool, command, root, subdirectory };
  const deny = (code: DenialCode, failed: readonly string[], rule: string | null) => {
    const data = { ...about, rule, failed_conditions: failed };
    const person = personOf(request, failed);
    return reply.denied(code, { data: person === null ? data : { ...data, ...person } });
  };

  const operation = tables.operations.get(tool)?.get(command);
  if (operation === undefined) return deny('EN-GATE-D-001', [], null);
  const codes = codesOf[operation.area];
  const found = findOperation(tables, { mode, root, subdirectory }, operation);
  // INVARIANT (deny by default): without a row, the request is denied.
  if (found === undefined) return deny(codes.noRow, [], null);
  const { row } = found;
  const isProtected = reachesProtected(tables, { root, operation, context });
  // INVARIANT (a person for what is protected): regardless of the row, and of what a contract covers.
  const isAdded = isProtected && !row.conditions.includes(PERSON_APPROVES);
  const conditions = isAdded ? [...found.conditions, tables.person] : found.conditions;
  const failed =
    conditions.length === 0
      ? []
      : failedConditions(
          conditions,
          Object.freeze({ ...context, mode, root, subdirectory, operation }),
        ).flatMap(withAlternatives);
  if (failed.length > 0) return deny(denialCode(failed, codes), failed, row.name);
  return reply.success(codes.granted, { data: { ...about, rule: row.name } });
}

function denialCode(failed: readonly string[], codes: AreaCodes): DenialCode {
  if (failed.includes(HAS_CONTRACT)) return codes.noContract;
  if (failed.includes(CONTRACT_COVERS)) return 'EN-OPEN-D-002';
  return failed.every((name) => name === PERSON_APPROVES) ? codes.noPerson : codes.unmet;
}

/** A condition that has alternatives is reported together with all of them. */
function withAlternatives(failed: string): readonly string[] {
  return failed === EXEC_ALLOWED ? EXEC_CONDITIONS : [failed];
}

type Reaching = {
  readonly root: string;
  readonly operation: ConditionOperation;
  readonly context: RequestContext | undefined;
};

/** Returns whether an operation could change a protected file under any of its names. */
function reachesProtected({ protects }: PolicyTables, { root, operation, context }: Reaching): boolean {
  const { area, isWholeRoot } = operation;
  // What a program changes is limited by its sandbox.
  if (area === 'READ' || area === 'EXEC' || context?.changesFiles === false) return false;
  const paths = isWholeRoot ? [] : (context?.paths ?? []);
  const own = (paths.length === 0 ? [''] : paths).map((path) => ({ root, path }));
  return [...own, ...(context?.alsoAt ?? [])].some((name) => protects.get(name.root)?.(name.path) === true);
}

const NEED = 'a person has to approve exactly this call';

/** If a person can decide otherwise, returns the approval to ask for, to be added to the denial. */
function personOf(
  { context }: EnforceRequest,
  failed: readonly string[],
): { readonly approval_id?: string; readonly remedy?: string } | null {
  if (failed.length === 0) return null;
  const isPersons = failed.every((name) => name === PERSON_APPROVES);
  if (!isPersons && !failed.includes(EXEC_SIGNED)) return null;
  const id = context?.exec?.approvalId ?? (isPersons ? context?.person?.approvalId : undefined);
  const how = id === undefined ? '' : `: \`penumbra approve ${id}\`; then make the same call again`;
  return { ...(id !== undefined && { approval_id: id }), ...(isPersons && { remedy: `${NEED}${how}` }) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function metaOf({ policy, context }: EnforceRequest, tool: string): Reply['meta'] {
  const meta = { layer: 'EN', tool, policy: policy.hash } as const;
  const contractId = context?.contract?.id;
  return contractId === undefined ? meta : { ...meta, contract_id: contractId };
}

function traceOf({ context, traceId = '' }: EnforceRequest): Reply['trace'] {
  return { trace_id: traceId, session_id: context?.session?.id ?? '' };
}
