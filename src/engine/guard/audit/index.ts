/** The door of the audit: its trail, and the anchors that hold it from outside. */

export { readAnchorFile } from './anchor-file.ts';
export { type AuditKeys, openAnchoredTrail, openAuditKeys, withTrail } from './anchored-trail.ts';
export { type Anchors, chooseMovedAnchors, contradicted, openAnchors } from './anchors.ts';
