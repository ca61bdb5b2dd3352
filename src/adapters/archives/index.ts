/** The archive adapter's door. */
export { type Archive, type ArchiveEntry, beginsArchive, isArchive, openArchive } from './open-archive.ts';
