/**
 * Context that producers derive from the visible files. Replies only contain counts; the data itself is for
 * trusted code.
 */
import type { SourceFacts } from '../../context/index.ts';
import type { RefPlace } from '../../guard/index.ts';
import { memoizeByView } from '../calls/create-call-view.ts';
import type { ToolCall, ToolResult } from '../calls/tool-command.ts';
import { toolLimits } from '../calls/tool-limits.ts';
import type { ContextFile, ContextServices, ReadVisible, ToolServices } from '../calls/tool-services.ts';
import { visibleHistory, visibleRecentChanges } from '../git/visible-history.ts';

/** The available producers. */
export const producedContext = ['terms', 'history', 'changes'] as const;

/** The result of `terms`: the facts, and a function to read what this call saw, even after it has ended. */
export type ContextTerms = {
  /** Every file that the call saw, sources or not. */
  readonly paths: readonly string[];
  readonly facts: ReadonlyMap<string, SourceFacts>;
  readonly read: ReadVisible;
};

/** Answers `get` for a producer. */
export async function getProduced(call: ToolCall): Promise<ToolResult> {
  const context = call.means.context?.get(call.place.root);
  if (context === undefined) return { reply: call.reply.invalid('MCP-CTX-I-001') };
  const { producer } = call.arguments as { readonly producer: (typeof producedContext)[number] };
  return getters[producer](call, context);
}

async function getTerms(
  { place, view, means, reply }: ToolCall,
  context: ContextServices,
): Promise<ToolResult> {
  const listed = context.files();
  // A list belongs to one tree; any other iterable is cached by the services object.
  const { files, below } = visibleFiles(Array.isArray(listed) ? listed : context, view());
  using reader = means.disk.openReader(place.disk);
  const read = (path: string): Uint8Array | undefined => {
    const visible = below.get(path);
    if (visible === undefined) return undefined;
    const found = reader.readFile(visible, { maxBytes: toolLimits.sourceBytes });
    return typeof found === 'string' || found.isCut ? undefined : found.bytes;
  };
  const facts = await context.terms(files, read);
  const data = { resolved: place.address, producer: 'terms', files: files.length, sources: facts.size };
  const value: ContextTerms = { paths: [...below.keys()], facts, read: readLater(place, means, below) };
  return { reply: reply.success('MCP-CTX-S-001', { data }), value };
}

/** The files of a tree that a call sees, and their paths below the call's place. */
const visibleFiles = memoizeByView((shown: ContextServices | readonly ContextFile[], view) => {
  const below = new Map<string, string>();
  const files = [...('files' in shown ? shown.files() : shown)].filter(({ path }) => {
    const found = view.find(path);
    if (found !== undefined) below.set(path, found);
    return found !== undefined;
  });
  return { files, below };
});

function readLater({ disk }: RefPlace, means: ToolServices, below: ReadonlyMap<string, string>): ReadVisible {
  return (path) => {
    const visible = below.get(path);
    if (visible === undefined) return undefined;
    const place = { root: disk.root, path: disk.path === '' ? visible : `${disk.path}/${visible}` };
    const found = means.disk.readFile(place, { maxBytes: toolLimits.sourceBytes });
    return typeof found === 'string' || found.isCut ? undefined : found.bytes;
  };
}

async function getHistory({ place, view, reply }: ToolCall, context: ContextServices): Promise<ToolResult> {
  const history = await context.history();
  if (history === null) return { reply: reply.invalid('MCP-CTX-I-001') };
  const visible = visibleHistory(history, view());
  const data = { resolved: place.address, producer: 'history', commits: visible.changes.length };
  return { reply: reply.success('MCP-CTX-S-001', { data }), value: visible };
}

async function getChanges({ place, view, reply }: ToolCall, context: ContextServices): Promise<ToolResult> {
  const recent = (await context.changes?.()) ?? null;
  if (recent === null) return { reply: reply.invalid('MCP-CTX-I-001') };
  const visible = visibleRecentChanges(recent, view());
  const data = { resolved: place.address, producer: 'changes', changes: visible.changes.length };
  return { reply: reply.success('MCP-CTX-S-001', { data }), value: visible };
}

const getters = { terms: getTerms, history: getHistory, changes: getChanges } as const satisfies Record<
  (typeof producedContext)[number],
  unknown
>;
