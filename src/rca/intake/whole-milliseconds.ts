/** Durations of reports: seconds as their writers spell them, to whole milliseconds. */

/** Reads seconds (`0.012`, `1,234.5`, `0,012`, `1e-3`) as whole milliseconds; nothing where it is no duration. */
export function wholeMilliseconds(seconds: string | undefined): number | undefined {
  if (seconds === undefined || seconds.length > 40) return undefined;
  const plain = seconds.includes('.') ? seconds.replaceAll(',', '') : seconds.replace(',', '.');
  const milliseconds = Math.round(Number(plain) * 1000);
  return plain !== '' && Number.isSafeInteger(milliseconds) && milliseconds >= 0 ? milliseconds : undefined;
}
