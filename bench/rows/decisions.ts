// Deciding a request: the gate against the same table as bare frozen maps, and against two well-known engines of policies
// that decide every request alike.

import { type EnforceRequest, enforce, type RequestContext } from '../../src/guard/index.ts';
import { repeated } from '../cpu.ts';
import { openCasbin, openCedar } from '../policy-peers.ts';
import type { Contestant, Row } from '../row.ts';
import {
  type SampleRequest,
  type SampleRule,
  samplePolicy,
  sampleRequests,
  sampleRules,
} from '../sample-policy.ts';

type Decide = (request: SampleRequest) => boolean;

const shared = { sizeUnit: 'rules', sizes: [10, 50, 250] } as const;

export const decisionRow: Row = {
  ...shared,
  name: 'decision',
  work: 'enforce() on a policy of 50 rules, with its reply',
  comparedWith: 'the same table as bare frozen maps, answering with an equal frozen reply',
  budget: 2,
  subject: gate,
  peer: (size) => contest(size, openMaps(sampleRules(size))),
};

export const cedarDecisionRow: Row = {
  ...shared,
  name: 'decision-cedar',
  work: 'enforce() on a policy of 50 rules, with its reply',
  comparedWith: 'cedar-wasm on an equivalent policy, parsed before; it decides every request alike',
  budget: 1,
  // A decision of the peer takes a hundred times as long.
  mostTimes: 2_000,
  subject: gate,
  peer: async (size) => contest(size, await openCedar(sampleRules(size))),
};

export const casbinDecisionRow: Row = {
  ...shared,
  name: 'decision-casbin',
  work: 'enforce() on a policy of 50 rules, with its reply',
  comparedWith: 'casbin on an equivalent policy, loaded before; it decides every request alike',
  budget: 1,
  mostTimes: 2_000,
  subject: gate,
  peer: async (size) => contest(size, await openCasbin(sampleRules(size))),
};

function gate(size: number): Contestant {
  const requests = enforceRequests(size);
  let turn = 0;
  return { run: repeated(() => enforce(requests[turn++ % requests.length] as EnforceRequest)) };
}

/** A peer that decides otherwise compares nothing. */
function contest(size: number, decide: Decide): Contestant {
  const requests = sampleRequests(sampleRules(size));
  const expected = enforceRequests(size).map((request) => enforce(request).type === 'S');
  const differing = requests.filter((request, position) => decide(request) !== expected[position]);
  if (differing.length > 0)
    throw new Error(
      `${differing.length} of ${requests.length} decisions differ, first ${JSON.stringify(differing[0])}`,
    );
  let turn = 0;
  return { run: repeated(() => decide(requests[turn++ % requests.length] as SampleRequest)) };
}

function enforceRequests(size: number): readonly EnforceRequest[] {
  const rules = sampleRules(size);
  const policy = samplePolicy(rules);
  return sampleRequests(rules).map(({ contract, ...request }) => ({
    ...request,
    policy,
    context: contextOf(request.root, contract),
  }));
}

function contextOf(root: string, contract: SampleRequest['contract']): RequestContext {
  const paths = ['place0/a.ts'];
  if (contract === 'none') return { paths };
  const targets = contract === 'covering' ? ['**'] : ['elsewhere/*'];
  return { paths, contract: { root, operations: ['READ', 'WRITE'], targets } };
}

/** The least that could decide: maps of maps, and a reply of the same form. */
function openMaps(rules: readonly SampleRule[]): Decide {
  const table = new Map<string, ReadonlyMap<string, SampleRule>>();
  for (const rule of rules) {
    const key = `${rule.mode} ${rule.place}`;
    const pairs = new Map(table.get(key));
    for (const pair of rule.pairs) pairs.set(`file ${pair}`, rule);
    table.set(key, pairs);
  }
  return (request) => replyOf(request, table).type === 'S';
}

function replyOf(
  { mode, root, subdirectory, tool, command, contract }: SampleRequest,
  table: ReadonlyMap<string, ReadonlyMap<string, SampleRule>>,
) {
  const rule = table.get(`${mode} ${root}/${subdirectory}`)?.get(`${tool} ${command}`);
  const isGranted = rule !== undefined && (!rule.needsContract || contract === 'covering');
  const failed = Object.freeze(isGranted ? [] : ['has_contract', 'contract_covers']);
  return Object.freeze({
    type: isGranted ? 'S' : 'D',
    code: isGranted ? 'EN-READ-S-001' : 'EN-READ-D-001',
    message: isGranted ? 'Reading is granted.' : 'The policy grants no reading here.',
    data: Object.freeze({ mode, tool, command, root, subdirectory, rule: rule?.place ?? null, failed }),
    trace: Object.freeze({ trace_id: '', session_id: '' }),
    meta: Object.freeze({ layer: 'EN', tool, policy: 'sample' }),
  });
}
