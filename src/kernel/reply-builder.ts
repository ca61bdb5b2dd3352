/**
 * Builds replies; they are made nowhere else. A builder serves one call and makes one reply. An unregistered
 * code, a method that does not match the code, a second reply or a host path is a bug in the caller and
 * throws.
 */
import {
  type HostRoot,
  orderRoots,
  refuseHostPaths,
  replaceHostPaths,
  type SoughtRoot,
  setOwn,
} from './host-path.ts';
import { assertInvariant } from './penumbra-error.ts';
import {
  type Reply,
  type ReplyCode,
  type ReplyCodeOf,
  type ReplyCodeTable,
  type ReplyLayer,
  type ReplyTrace,
  type ReplyType,
  type ReplyValue,
  replyCodes,
  splitReplyCode,
} from './reply.ts';

/** Options of a builder. */
export type ReplyBuilderOptions = {
  readonly meta: Reply['meta'];
  readonly trace: ReplyTrace;
  /** The roots whose real paths must not appear in a reply. */
  readonly roots?: readonly HostRoot[];
};

type ReplyData = { readonly [key: string]: ReplyValue };
type ReplyDetail = { readonly data?: ReplyData; readonly message?: string };

/** Makes the reply of one call. */
export type ReplyBuilder<Code extends string = ReplyCode> = {
  success(code: ReplyCodeOf<'S', Code>, detail?: ReplyDetail): Reply;
  invalid(code: ReplyCodeOf<'I', Code>, detail?: ReplyDetail): Reply;
  denied(code: ReplyCodeOf<'D', Code>, detail?: ReplyDetail): Reply;
  failed(code: ReplyCodeOf<'E', Code>, detail?: ReplyDetail): Reply;
};

/** Creates the builder for one call. */
export function createReplyBuilder(options: ReplyBuilderOptions): ReplyBuilder {
  return createReplyBuilderFor(replyCodes, options);
}

/** Creates a builder for one table of codes. */
export function createReplyBuilderFor<Table extends ReplyCodeTable>(
  codes: Table,
  options: ReplyBuilderOptions,
): ReplyBuilder<keyof Table & string> {
  const roots = orderRoots(options.roots ?? []);
  const trace = refuseHostPaths(options.trace, roots, 'the trace') as ReplyTrace;
  const meta = refuseHostPaths(options.meta, roots, 'the meta data') as Reply['meta'];
  const known = compileCodes(codes);
  let isEnded = false;

  const end = (type: ReplyType, code: string, detail: ReplyDetail = {}): Reply => {
    const entry = known.get(code) ?? fail(`reply code \`${code}\` is not registered`);
    if (entry.type !== type) fail(`reply code \`${code}\` is of type ${entry.type}, not ${type}`);
    if (entry.layer !== options.meta.layer) fail(`layer ${options.meta.layer} may not emit \`${code}\``);
    const message = refuseHostPaths(detail.message ?? entry.means, roots, 'message');
    if (typeof message !== 'string') fail('the message of a reply is a text');
    const data = cleanData(detail.data, entry, roots);
    if (isEnded) fail('a call ends with one reply');
    isEnded = true;
    return Object.freeze({ type, code, message, data, trace, meta });
  };

  return {
    success: (code, detail) => end('S', code, detail),
    invalid: (code, detail) => end('I', code, detail),
    denied: (code, detail) => end('D', code, detail),
    failed: (code, detail) => end('E', code, detail),
  };
}

type CompiledCode = {
  readonly type: ReplyType;
  readonly layer: ReplyLayer;
  readonly means: string;
  readonly contentFields: readonly string[];
  readonly printedFields: readonly string[];
};

const compiled = new WeakMap<ReplyCodeTable, ReadonlyMap<string, CompiledCode>>();

/** Parses the codes of a table once, as every reply needs them. */
function compileCodes(table: ReplyCodeTable): ReadonlyMap<string, CompiledCode> {
  const known = compiled.get(table);
  if (known !== undefined) return known;
  const codes = new Map(
    Object.entries(table).map(([code, { means, contentFields = [], printedFields = [] }]) => {
      const { type, layer } = splitReplyCode(code);
      return [code, { type, layer, means, contentFields, printedFields }] as const;
    }),
  );
  compiled.set(table, codes);
  return codes;
}

const NOTHING: ReplyData = Object.freeze({});

function cleanData(
  data: ReplyData = NOTHING,
  { contentFields, printedFields }: Pick<CompiledCode, 'contentFields' | 'printedFields'>,
  roots: readonly SoughtRoot[],
): ReplyData {
  // Without roots, content need not be treated differently.
  if (roots.length === 0) return refuseHostPaths(data, roots, 'data') as ReplyData;
  // A spread preserves V8's hidden class.
  const clean: { [field: string]: ReplyValue } = { ...data };
  const cleanValue = (value: ReplyValue, field: string): ReplyValue => {
    // INVARIANT (bytes are bytes): a path in a file's content is content, not our own text.
    if (contentFields.includes(field)) return refuseHostPaths(value, [], field);
    if (printedFields.includes(field)) return replaceHostPaths(value, roots);
    return refuseHostPaths(value, roots, `data.${field}`);
  };
  for (const field of Object.keys(data)) {
    refuseHostPaths(field, roots, 'a data key');
    const value = clean[field] as ReplyValue;
    const cleaned = cleanValue(value, field);
    if (cleaned !== value) setOwn(clean, field, cleaned);
  }
  return Object.freeze(clean);
}

/** Throws like a broken invariant; the message is only built on failure, as replies are frequent. */
function fail(invariant: string): never {
  assertInvariant(false, invariant);
}
