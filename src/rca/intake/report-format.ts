/** The port of report formats: each tells its own documents by their beginning and reads them piece by piece. */
import type { FailureKeeper } from './failure-keeper.ts';

/** Reads one document of a format. */
export interface ReportReader {
  /** Reads a piece; throws `UnreadableReport` where reading on makes no sense. */
  write(piece: string): void;
  /** Ends the document and says what of it could not be read, if anything. */
  end(): string | undefined;
  /** Says where the reader stands, for people. */
  place(): string;
}

/** A format of test reports. */
export interface ReportFormat {
  readonly name: string;
  /** Tells whether a document that begins with this text is of the format. */
  recognises(beginning: string): boolean;
  open(source: string, keeper: FailureKeeper): ReportReader;
}

/** Says why a report is not read any further. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}
