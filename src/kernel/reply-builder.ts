/**
 * Builds replies: the only place one is made. A builder serves one call and ends with one reply; an unregistered code,
 * a method that does not fit the code, a second reply or a host path is a defect of the caller and throws.
 */
import {
  type HostRoot,
  orderRoots,
  refuseHostPaths,
  replaceHostPaths,
  type SoughtRoot,
} from './host-path.ts';
import { assertInvariant } from './invariant.ts';
import type { Reply, ReplyTrace, ReplyType, ReplyValue } from './reply.ts';
import {
  type ReplyCode,
  type ReplyCodeOf,
  type ReplyCodeTable,
  replyCodes,
  splitReplyCode,
} from './reply-codes.ts';

/** What a builder needs to know about the call it answers. */
export type ReplyBuilderOptions = {
  readonly meta: Reply['meta'];
  readonly trace: ReplyTrace;
  /** The roots whose real places must not show in a reply. */
  readonly roots?: readonly HostRoot[];
};

type ReplyData = { readonly [key: string]: ReplyValue };
type ReplyDetail = { readonly data?: ReplyData; readonly message?: string };

/** Ends one call with one reply. */
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

/** Creates a builder that knows the codes of one table. */
export function createReplyBuilderFor<Table extends ReplyCodeTable>(
  codes: Table,
  options: ReplyBuilderOptions,
): ReplyBuilder<keyof Table & string> {
  const roots = orderRoots(options.roots ?? []);
  const trace = refuseHostPaths(options.trace, roots, 'the trace') as ReplyTrace;
  const meta = refuseHostPaths(options.meta, roots, 'the meta data') as Reply['meta'];
  let isEnded = false;

  const end = (type: ReplyType, code: string, detail: ReplyDetail = {}): Reply => {
    const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
    assertInvariant(entry, `reply code \`${code}\` is not registered`);
    const parts = splitReplyCode(code);
    assertInvariant(parts.type === type, `reply code \`${code}\` is of type ${parts.type}, not ${type}`);
    assertInvariant(
      parts.layer === options.meta.layer,
      `layer ${options.meta.layer} may not emit \`${code}\``,
    );
    const message = refuseHostPaths(detail.message ?? entry.means, roots, 'message');
    assertInvariant(typeof message === 'string', 'the message of a reply is a text');
    const data = cleanData(detail.data ?? {}, new Set(entry.contentFields), roots);
    assertInvariant(!isEnded, 'a call ends with one reply');
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

function cleanData(
  data: ReplyData,
  contentFields: ReadonlySet<string>,
  roots: readonly SoughtRoot[],
): ReplyData {
  const clean = Object.entries(data).map(([field, value]) => {
    refuseHostPaths(field, roots, 'a data key');
    const isContent = contentFields.has(field);
    return [
      field,
      isContent ? replaceHostPaths(value, roots) : refuseHostPaths(value, roots, `data.${field}`),
    ];
  });
  return Object.freeze(Object.fromEntries(clean));
}
