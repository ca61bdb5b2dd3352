/** Every frame type that the program writes or reads, and what may be told of each by default. */
import { contextTypes } from '../context/index.ts';
import { courtArtifactTypes } from '../court/frame-types/index.ts';
import { defineFrameTypes, type FrameType, type FrameTypes, noteType } from '../ledger/index.ts';
import { lightArtifactTypes, memoryTypes } from '../rca/frame-types/index.ts';

/** What is gathered about a case, and what it is told beside its artifacts. */
const caseBlockTypes = ['evidence-base', 'other-case', 'remand'] as const;

/** The type of what a seat of the court was shown: a block with its kind. */
export const COURT_VIEW = 'court-view';

/** The type and kind of what is kept of a secret that was found in a report, a file or a commit. */
export const SECRET = 'secret';

/** The type of what ran in a run with the failing tests, as coverage tools told it. */
export const COVERAGE = 'coverage';

/** The frame types by name. */
export const frameTypes: FrameTypes = defineFrameTypes(
  noteType,
  ...contextTypes,
  ...memoryTypes,
  { name: 'run', cardinality: 'single', mediaType: 'application/json' },
  { name: COVERAGE, cardinality: 'single', mediaType: 'application/json' },
  { name: 'case', cardinality: 'single', mediaType: 'application/json' },
  // The very bytes of the report, which has decimals and so no canonical form.
  { name: 'run-report', cardinality: 'single', mediaType: 'text/plain' },
  { name: 'proof-request', cardinality: 'single', mediaType: 'application/json' },
  open('evidence', 'many'),
  open('experiment', 'many'),
  {
    name: SECRET,
    cardinality: 'many',
    mediaType: 'application/json',
    disclosure: { kind: SECRET, visibility: 'public', precision: 'locked', slice: 'facts' },
  },
  // A pack names each by its own kind.
  open(COURT_VIEW, 'many'),
  ...[...caseBlockTypes, ...lightArtifactTypes, ...courtArtifactTypes].map((name) => open(name, 'single')),
);

function open(name: string, cardinality: FrameType['cardinality']): FrameType {
  return {
    name,
    cardinality,
    mediaType: 'application/json',
    disclosure: { kind: name, visibility: 'public', precision: 'unlocked', slice: 'facts' },
  };
}
