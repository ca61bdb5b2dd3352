/** Public entry point to the audit: its trail, and the external anchors that vouch for it. */

export { readAnchorFile } from './anchor-file.ts';
export { type AuditKeys, openAnchoredTrail, openAuditKeys, withTrail } from './anchored-trail.ts';
export { type Anchors, chooseMovedAnchors, contradicted, openAnchors } from './anchors.ts';
