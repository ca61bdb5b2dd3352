/** Writes agents as the YAML that `parsePersonas` reads: every field, so that the file shows what can be changed. */
import { Document, isCollection } from 'yaml';
import type { AgentIdentity } from './identity.ts';

const INLINE_FIELDS: readonly (keyof AgentIdentity)[] = ['colour', 'stepAffinity', 'tags', 'costProfile'];

/** Writes agents as a YAML file that opens with a comment. */
export function formatPersonas(agents: readonly AgentIdentity[], comment: string): string {
  const document = new Document({ personas: agents });
  document.commentBefore = comment.replace(/^/gm, ' ');
  for (const index of agents.keys()) {
    for (const field of INLINE_FIELDS) {
      const node = document.getIn(['personas', index, field], true);
      if (isCollection(node)) node.flow = true;
    }
  }
  // Quoted, because a block text that begins with blanks does not read back as it was.
  return document.toString({ lineWidth: 0, blockQuote: false });
}
