// What the compiler must refuse of a port: it reads this and nothing runs it, and a line that it takes is an error of its own.

import type { ReaderPort, SynthesisPort, Workspace, WriterPort } from '../../src/context/index.ts';

/** Uses ports as their roles allow, and as they do not. */
export function usePorts(workspace: Workspace): void {
  const reader: ReaderPort = workspace.as('agent');
  const writer: WriterPort = workspace.as('agent', 'writer');
  const synthesis: SynthesisPort = workspace.as({ agentId: 'agent', role: 'synthesis' });
  const put = { path: 'a', type: 'note', content: 'n' };
  // @ts-expect-error A reader does not write.
  reader.putFrame(put);
  // @ts-expect-error A reader does not invalidate.
  reader.invalidate({ path: 'a' });
  // @ts-expect-error An agent is a reader by its name alone.
  workspace.as('agent').putFrame(put);
  // @ts-expect-error A registered reader is one, too.
  workspace.as({ agentId: 'agent', role: 'reader' }).putFrame(put);
  // @ts-expect-error A writer does not synthesise.
  writer.synthesize({ path: '.', type: 'note' });
  // @ts-expect-error A writer does not regenerate.
  writer.regenerate();
  // @ts-expect-error A writer does not produce.
  writer.produce({ path: '.', types: [] });
  // @ts-expect-error A workspace itself writes for nobody.
  workspace.putFrame(put);
  synthesis.synthesize({ path: '.', type: 'note' });
  synthesis.putFrame(put);
  writer.putFrame(put);
}
