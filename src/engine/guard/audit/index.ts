/** The door of the audit: its trail, and the anchors that hold it from outside. */
export { type Anchors, openAnchors } from './anchors.ts';
export { contradicted } from './audit-anchor-faults.ts';
export { readAnchorFile } from './audit-anchor-file.ts';
export { openAnchoredTrail } from './audit-anchored-trail.ts';
export { type AuditKeys, openAuditKeys } from './audit-keys.ts';
export { chooseMovedAnchors } from './audit-moved-anchors.ts';
export { withTrail } from './with-trail.ts';
