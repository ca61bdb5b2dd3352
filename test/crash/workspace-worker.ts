// A process that reads and writes a workspace at once: one writer, and readers that check every frame they see.
// usage: workspace-worker.ts ROOT STORE WRITER COUNT READERS; it begins when its input ends, and tells each put that
// was acknowledged as a line `path frame`, and last how many frames its readers saw.

import { openWorkspace } from '../../src/engine/open-workspace.ts';
import { contentId } from '../../src/kernel/index.ts';
import { NOTED_PATHS, sentenceOf } from './worker-plan.ts';

const [root = '', store = '', writer = '', count = '0', readers = '0'] = process.argv.slice(2);
const workspace = await openWorkspace({ root, store });
process.stdout.write('ready\n');
await Array.fromAsync(process.stdin);
let isWriting = true;
let seen = 0;
const reading = Array.from({ length: Number(readers) }, (_, index) => readAll(index));
await Promise.all([writeAll(), ...reading]);
await workspace.close();
process.stdout.write(`seen ${seen}\n`);

async function writeAll(): Promise<void> {
  const port = workspace.as(writer, 'writer');
  for (let number = 1; number <= Number(count); number++) {
    // Now and then it takes notice of what was edited meanwhile; what it writes rests on that.
    if (number % 4 === 0) await workspace.look({});
    const path = NOTED_PATHS[number % NOTED_PATHS.length] as string;
    const type = number % 2 ? 'note' : 'remark';
    const { frameId } = await port.putFrame({ path, type, content: sentenceOf(writer, number) });
    process.stdout.write(`${path} ${frameId}\n`);
    const { frames } = await port.getNode(path, { history: true });
    if (!frames.some((frame) => frame.frameId === frameId)) throw new Error(`${frameId} is not there`);
  }
  isWriting = false;
}

async function readAll(index: number): Promise<void> {
  const port = workspace.as('onlooker', 'reader');
  const lengths = new Map<string, number>();
  for (let turn = index; isWriting; turn++) {
    const path = NOTED_PATHS[turn % NOTED_PATHS.length] as string;
    const { node, frames, frameCount } = await port.getNode(path, { history: turn % 2 === 0 });
    for (const frame of frames) checkFrame(node, frame);
    if (turn % 2 === 0) {
      if (frameCount < (lengths.get(path) ?? 0)) throw new Error(`the history of ${path} became shorter`);
      lengths.set(path, frameCount);
    }
    seen += frames.length;
    await new Promise(setImmediate);
  }
}

type Answer = Awaited<ReturnType<typeof workspace.getNode>>;

/** A frame is fresh just where it rests on the bytes that the reader sees, and says what its writer wrote. */
function checkFrame(node: Answer['node'], frame: Answer['frames'][number]): void {
  const text = new TextDecoder().decode(frame.content ?? new Uint8Array());
  const [name = '', number = ''] = text.split(' ');
  const isWhole = text === sentenceOf(frame.agent, Number(number)) && name === frame.agent;
  if (!isWhole || contentId(text) !== frame.contentId) throw new Error(`${frame.frameId} says ${text}`);
  const isOfNow = frame.basis.inputs.includes(node.contentId);
  if (frame.fresh !== isOfNow || frame.fresh !== (frame.stale === undefined))
    throw new Error(`${frame.frameId} at ${node.path} is called ${frame.fresh ? 'fresh' : 'stale'}`);
}
