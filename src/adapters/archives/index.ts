/** The archive adapter's door. */
export { type Archive, type ArchiveEntry, openArchive } from './open-archive.ts';
