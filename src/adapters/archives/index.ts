/** Public entry point to the archive adapter. */
export { type Archive, type ArchiveEntry, openArchive } from './open-archive.ts';
