// What holds a host's own tools.

import type { Mutation } from '../support/red-team/mutation.ts';

const OWN = 'src/tools/calls/own-command.ts';

/** The checks that an own tool gets what was decided, and no more. */
export const ownToolMutations: readonly Mutation[] = [
  {
    attack: 'own-denied-place',
    file: 'src/tools/calls/answer-call.ts',
    remove: 'const own = others.filter((other) => !decidedAs.has(other));',
    put: 'const own: typeof others = [];',
    why: 'a place among the arguments would be nobody’s',
  },
  {
    attack: 'own-denied-as',
    file: 'src/tools/calls/decide.ts',
    remove: 'replies.push(put(places, elsewhere.get(places[0] as RefPlace)));',
    put: 'replies.push(replies[0] as Reply);',
    why: 'what is decided as another command would not be decided',
  },
  {
    attack: 'own-wrote-where-read',
    file: OWN,
    remove: "call.areaOf(place) === 'WRITE'",
    put: "call.areaOf(place) !== 'EXEC'",
    why: 'where reading was granted would be written',
  },
  {
    attack: 'own-kept-handle',
    file: OWN,
    remove: 'life.isOver = true;',
    put: '',
    why: 'what is done later would be in no record',
  },
  {
    attack: 'own-asked',
    file: 'src/tools/calls/answer-call.ts',
    remove: 'needs === undefined ? readLater(weighed, toolCall) : weighed.run(toolCall)',
    put: 'readLater && weighed.run(toolCall)',
    why: 'to prepare what only reads is to do it',
  },
  {
    attack: 'own-off-record',
    file: OWN,
    remove: 'if (annotations.readOnly) return',
    put: 'if (annotations) return',
    why: 'it would be done before it is on record',
  },
  {
    attack: 'own-changing-arguments',
    file: 'src/tools/calls/read-arguments.ts',
    remove: 'return { values: deepFreeze({ ...values }) };',
    put: 'return { values: fit.fitting as never };',
    why: 'what is done would be another thing than what was decided',
  },
  {
    attack: 'own-shown-otherwise',
    file: 'src/tools/calls/read-arguments.ts',
    remove: 'length !== null && length <= MOST_LETTERS ?',
    put: 'length !== -1 ?',
    why: 'a person would approve something else than what is done',
  },
  {
    attack: 'own-cut-off',
    file: OWN,
    remove: "maxBytes === undefined && typeof read !== 'string' && read.isCut ? 'too-large' : read",
    put: 'read',
    why: 'the end of a long file would be lost',
  },
  {
    attack: 'own-no-bytes',
    file: OWN,
    remove: "assertInvariant(bytes instanceof Uint8Array, 'what is written is a `Uint8Array`');",
    put: '',
    why: 'what is no bytes would be written as zeros',
  },
  {
    attack: 'own-shadow',
    file: 'src/tools/tool-table.ts',
    remove: 'if (twice === undefined) return;',
    put: 'if (names) return;',
    why: 'an own tool would answer in the place of a shipped one',
  },
  {
    attack: 'own-undeclared',
    file: 'src/tools/calls/define-tool.ts',
    remove: 'const found = defined.get(tool);',
    put: 'const found = defined.get(tool) ?? (tool as never as Tool);',
    why: 'what was never checked would be handed what changes things',
  },
  {
    attack: 'own-leak',
    file: 'src/tools/calls/open-tool-call.ts',
    remove: 'reply: builderFor(context, { roots: means.hostRoots }),',
    put: 'reply: builderFor(context),',
    why: 'what a tool says would tell where roots lie',
  },
  {
    attack: 'own-leak',
    file: 'src/tools/calls/answer-call.ts',
    remove: 'const roots = services.means.hostRoots;',
    put: 'const roots: never[] = [];',
    why: 'what a schema says would tell where roots lie',
  },
  {
    attack: 'own-too-much',
    file: OWN,
    remove: 'length <= toolLimits.replyBytes',
    put: 'length >= 0',
    why: 'one call would answer without end',
  },
];
