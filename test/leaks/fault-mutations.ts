// What stops attacks by faults.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const faultMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/oracle/facts/write-fact.ts',
      remove: `} catch {
    // The original error would reveal keys and values of the payload.`,
      put: `} catch (error) {
    throw error;`,
      why: 'the cause is not passed on',
    },
    'fault-value',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/facts/write-fact.ts',
      remove: "throw invalidFact('it cannot be read');",
      put: 'throw error;',
      why: 'what a getter throws is not passed on',
    },
    'fault-getter',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/facts/write-fact.ts',
      remove: "throw invalidFact('it has an unknown field');",
      put: `throw invalidFact(\`it has an unknown field among \${Object.keys(draft)}\`);`,
      why: 'a field that nobody knows is not named',
    },
    'fault-fields',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/knowledge/take-draft.ts',
      remove: `throw misfit(shape, \`\${what} has an unknown field\`);`,
      put: `throw misfit(shape, \`\${what} has an unknown field among \${Object.keys(fields)}\`);`,
      why: 'a field that nobody knows is not named',
    },
    'fault-drafts',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/facts/policy.ts',
      remove: 'if (unfit) throw misfit(unfit[0]);',
      put: 'if (unfit) throw misfit(JSON.stringify(policy));',
      why: 'an error names the document and not its content',
    },
    'fault-policy',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/parse-working-set.ts',
      remove: "throw invalid('it is not canonical JSON', '$');",
      put: 'return parseCanonical(bytes);',
      why: 'the cause is not passed on',
    },
    'fault-set',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/parse-pack.ts',
      remove: "throw notAPack('it is not canonical JSON');",
      put: 'return parseCanonical(bytes);',
      why: 'the cause is not passed on',
    },
    'fault-pack',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/first-difference.ts',
      remove: `    // The original error would reveal keys of payloads.
`,
      put: `    if (bytes.length > 0) return parseCanonical(bytes);
`,
      why: 'the cause is not passed on',
    },
    'fault-difference',
  ),
  ...without(
    {
      file: 'src/disclosure/lens/render-pack.ts',
      remove: "throw refused('a line is not JSON');",
      put: "return parseCanonical(fromReadable(line ?? ''));",
      why: 'the cause is not passed on',
    },
    'fault-text',
  ),
  ...without(
    {
      file: 'src/disclosure/oracle/knowledge/keep-packs.ts',
      remove: `    // The original error would reveal the contents of the request.
`,
      put: `    if (request !== undefined) return toObject(canonicalText(request));
`,
      why: 'the cause is not passed on',
    },
    'fault-request',
  ),
  ...without(
    {
      file: 'src/disclosure/working-set/first-difference.ts',
      remove: "return inner ?? (path === '' ? 'pack' : path);",
      put: `return inner ?? \`\${path} \${canonicalText(left ?? null)}\`;`,
      why: 'a difference is named by its place',
    },
    'fault-rebuild',
  ),
];
