/** The forms of every policy, for one that comes from a basis, a caller or a command line. */
import {
  didYouMean,
  fields,
  listOf,
  type Misfit,
  oneOf,
  type Shape,
  satisfying,
  textLike,
  type ValuePath,
} from '../../kernel/index.ts';
import { POLICY_NAME } from './custom-policies.ts';
import { synthesisLimits } from './synthesis-limits.ts';
import { BUILT_IN_VERSION, builtInPolicies } from './synthesis-policy.ts';

const { filterItemLength, filterItems, leastSummaryBytes, mostSummaryLines, textBytes } = synthesisLimits;

/** Fits names of frame types. */
export const typeName = textLike(/^[a-z][a-z0-9._-]{0,63}$/, 'the name of a frame type');

const filterText = satisfying(
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= filterItemLength && value.isWellFormed(),
  `a text of 1 to ${filterItemLength} characters`,
);
const keep = filled(
  fields(
    {
      types: filled(listOf(typeName, filterItems), 'at least one type'),
      agents: filled(listOf(filterText, filterItems), 'at least one agent'),
      names: filled(listOf(filterText, filterItems), 'at least one pattern'),
      contains: filled(listOf(filterText, filterItems), 'at least one text'),
    },
    [],
  ),
  'one of types, agents, names, contains',
);

const policy = textLike(POLICY_NAME, 'the name of a policy');
const version = oneOf([BUILT_IN_VERSION]);
const builtInShapes: { readonly [name in (typeof builtInPolicies)[number]]: Shape } = {
  concatenation: fields({ policy, version }, ['policy', 'version']),
  summarisation: fields(
    {
      policy,
      version,
      maxLines: wholeNumber({ from: 1, to: mostSummaryLines }),
      maxBytes: wholeNumber({ from: leastSummaryBytes, to: textBytes }),
    },
    ['policy', 'version'],
  ),
  filtering: fields({ policy, version, keep }, ['policy', 'version', 'keep']),
};
const customShape = fields(
  {
    policy,
    version: wholeNumber({ from: 1, to: Number.MAX_SAFE_INTEGER }),
    options: satisfying(() => true, 'a value'),
  },
  ['policy', 'version'],
);

/** Fits policies. */
export function policyShape(value: unknown, whole: string, path?: ValuePath): readonly Misfit[] {
  const given = (value as { readonly policy?: unknown } | null | undefined)?.policy;
  const builtIn = builtInPolicies.find((name) => name === given);
  if (builtIn !== undefined) return builtInShapes[builtIn](value, whole, path);
  // A misspelt built-in policy is taken for a custom one, so what does not fit there may be meant for the other.
  const suggestion = typeof given === 'string' ? didYouMean(given, builtInPolicies) : '';
  return customShape(value, whole, path).map((misfit) => ({
    ...misfit,
    message: `${misfit.message}${suggestion}`,
  }));
}

/** Fits what another shape fits, unless it is empty. */
function filled(shape: Shape, needs: string): Shape {
  const nothing = satisfying(() => false, needs);
  return (value, whole, path) => {
    const misfits = shape(value, whole, path);
    const isEmpty = misfits.length === 0 && Object.keys(value as object).length === 0;
    return isEmpty ? nothing(value, whole, path) : misfits;
  };
}

function wholeNumber({ from, to }: { readonly from: number; readonly to: number }): Shape {
  return satisfying(
    (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
    `a whole number from ${from} to ${to}`,
  );
}
