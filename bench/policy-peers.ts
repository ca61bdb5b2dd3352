// The two engines of policies that decisions are compared with, each with the sample's rules in its own language.
// They are installed for benchmarks alone, so that their types are written down here as far as they are used.

import type { SampleRequest, SampleRule } from './sample-policy.ts';

type Decide = (request: SampleRequest) => boolean;

type Entity = { readonly type: string; readonly id: string };

type Cedar = {
  preparsePolicySet(id: string, policies: { readonly staticPolicies: string }): { readonly type: string };
  statefulIsAuthorized(call: {
    readonly principal: Entity;
    readonly action: Entity;
    readonly resource: Entity;
    readonly context: { readonly contract: string };
    readonly preparsedPolicySetId: string;
    readonly entities: readonly never[];
  }): { readonly type: string; readonly response?: { readonly decision: string } };
};

type Casbin = {
  newModelFromString(text: string): unknown;
  newSyncedEnforcer?: unknown;
  newEnforcer(model: unknown): Promise<{
    addPolicies(rules: readonly (readonly string[])[]): Promise<boolean>;
    enforceSync(...request: readonly string[]): boolean;
  }>;
};

/** Opens Cedar with the rules, parsed once. */
export async function openCedar(rules: readonly SampleRule[]): Promise<Decide> {
  const cedar = (await load('@cedar-policy/cedar-wasm/nodejs')) as Cedar;
  const id = `sample ${rules.length}`;
  const answer = cedar.preparsePolicySet(id, { staticPolicies: rules.map(cedarRule).join('\n') });
  if (answer.type !== 'success') throw new Error('Cedar does not read the policy');
  return ({ mode, root, subdirectory, tool, command, contract }) => {
    const { response } = cedar.statefulIsAuthorized({
      principal: { type: 'Mode', id: mode },
      action: { type: 'Action', id: `${tool} ${command}` },
      resource: { type: 'Place', id: `${root}/${subdirectory}` },
      context: { contract },
      preparsedPolicySetId: id,
      entities: [],
    });
    return response?.decision === 'allow';
  };
}

/** Opens casbin with the rules, loaded once. */
export async function openCasbin(rules: readonly SampleRule[]): Promise<Decide> {
  const casbin = (await load('casbin')) as Casbin;
  const enforcer = await casbin.newEnforcer(
    casbin.newModelFromString(`
[request_definition]
r = mode, place, pair, contract
[policy_definition]
p = mode, place, pair, contract
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.mode == p.mode && r.place == p.place && r.pair == p.pair && (p.contract == "any" || p.contract == r.contract)
`),
  );
  await enforcer.addPolicies(
    rules.flatMap(({ mode, place, pairs, needsContract }) =>
      pairs.map((pair) => [mode, place, `file ${pair}`, needsContract ? 'covering' : 'any']),
    ),
  );
  return ({ mode, root, subdirectory, tool, command, contract }) =>
    enforcer.enforceSync(mode, `${root}/${subdirectory}`, `${tool} ${command}`, contract);
}

function cedarRule({ mode, place, pairs, needsContract }: SampleRule): string {
  const actions = pairs.map((pair) => `Action::"file ${pair}"`).join(', ');
  const condition = needsContract ? ' when { context.contract == "covering" }' : '';
  return `permit(principal == Mode::"${mode}", action in [${actions}], resource == Place::"${place}")${condition};`;
}

/** By a name the compiler cannot follow, for the peers are not there when the types are checked. */
async function load(name: string): Promise<unknown> {
  const loaded = await import(name);
  return loaded.default ?? loaded;
}
