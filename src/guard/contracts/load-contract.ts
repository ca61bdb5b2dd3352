/** Reads a contract that a person wrote as YAML or JSON: what is wrong with it, with line and column. */
import { PenumbraError } from '../../kernel/index.ts';
import { readYaml, type TextPlace } from '../../kernel/yaml.ts';
import { type ContractDraft, type ContractFault, readContract } from './read-contract.ts';

/** One fault of a contract's text. */
export type ContractFinding = TextPlace & {
  readonly rule: ContractFault['problem'] | 'yaml' | 'duplicate-key';
  readonly message: string;
  readonly remedy: string;
};

type ReadText = { readonly draft: ContractDraft } | { readonly findings: readonly ContractFinding[] };

/** Loads a contract's draft, or throws at the first fault's place; `source` names the text in errors. */
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
