/** Every frame type that the program writes or reads, and the default disclosure of each. */
import { contextTypes } from '../context/index.ts';
import { courtArtifactTypes } from '../court/frame-types/index.ts';
import { defineFrameTypes, type FrameType, type FrameTypes, noteType } from '../ledger/index.ts';
import { lightArtifactTypes, memoryTypes } from '../rca/frame-types/index.ts';

/** What is gathered about a case and shown beside its artifacts. */
const caseBlockTypes = ['evidence-base', 'other-case', 'remand'] as const;

/** The type of a block shown to a seat of the court; the block has its own kind. */
export const COURT_VIEW = 'court-view';

/** The type and kind of a kept secret found in a report, a file or a commit. */
export const SECRET = 'secret';

/** The type of the coverage of a run with the failing tests. */
export const COVERAGE = 'coverage';

/** The frame types by name. */
export const frameTypes: FrameTypes = defineFrameTypes(
  noteType,
  ...contextTypes,
  ...memoryTypes,
  { name: 'run', cardinality: 'single', mediaType: 'application/json' },
  { name: COVERAGE, cardinality: 'single', mediaType: 'application/json' },
  { name: 'case', cardinality: 'single', mediaType: 'application/json' },
  // The exact bytes of the report, which has decimals and therefore no canonical form.
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
  // A pack names each block by its own kind.
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
