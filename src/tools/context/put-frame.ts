/** The command `context put`: writes a frame about the place, as the agent of the session. */
import { contentId } from '../../kernel/index.ts';
import type { PreparedAct, ToolCall, ToolResult } from '../calls/tool-command.ts';
import { answerFaults, refuseContext } from './answer-faults.ts';
import { openContext } from './open-context.ts';

type PutArguments = { readonly type: string; readonly content: string };

/** Prepares `put`. */
export async function putFrame(call: ToolCall): Promise<ToolResult | PreparedAct<'context'>> {
  const { place, reply } = call;
  const { type, content } = call.arguments as PutArguments;
  const open = await openContext(call);
  if (!open?.tree.at(open.path)) return { reply: reply.invalid('MCP-CTX-I-001') };
  const { path, tree } = open;
  // A frame rests on what it is about, and the id of such a directory covers what is hidden in it.
  if (!tree.isClear(path))
    return refuseContext(reply, 'write about a file, or about a directory all of which is visible');
  return {
    intent: { type, content: contentId(content) },
    act: (context) =>
      answerFaults(reply, async () => {
        const changes = context.get(place.root);
        if (changes === undefined) return { reply: reply.invalid('MCP-CALL-I-002') };
        const { frameId, isNew } = await changes.putFrame({ path, type, content });
        const data = { resolved: place.address, type, frame: frameId, is_new: isNew };
        return { reply: reply.success('MCP-CTX-S-005', { data }), value: frameId };
      }),
  };
}
