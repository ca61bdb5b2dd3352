/** The line that names what was thrown: `java.lang.IllegalStateException: no session`. */

const NAME = /^[A-Za-z_$][\w$.\\:]{0,199}$/;
const ENDS_LIKE_EXCEPTION =
  /(?:Error|Exception|Failure|Fault|Failed|Warning|Interrupt|Exit|Panic|Violation)\d*$/;
const QUALIFIED = /(?:[.\\]|::)[A-Z][\w$]*$/;
/** `AssertionError [ERR_ASSERTION]` of Node. */
const CODE_SUFFIX = / \[[A-Z_0-9]{1,60}\]$/;

/** A header, taken apart. */
export interface ExceptionHeader {
  readonly exception: string;
  readonly message: string;
}

/** Reads a line as `Type: message` or `Type`; nothing where its beginning is not a type. */
export function parseExceptionHeader(line: string): ExceptionHeader | undefined {
  const text = line.trim();
  const colon = text.indexOf(': ');
  const head = colon < 0 ? text.replace(/:$/, '') : text.slice(0, colon);
  const name = head.replace(CODE_SUFFIX, '');
  if (!isExceptionName(name)) return undefined;
  return { exception: name, message: colon < 0 ? '' : text.slice(colon + 2).trim() };
}

function isExceptionName(name: string): boolean {
  return NAME.test(name) && (ENDS_LIKE_EXCEPTION.test(name) || QUALIFIED.test(name));
}
