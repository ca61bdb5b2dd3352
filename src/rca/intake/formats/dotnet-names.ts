/** What the reports of .NET's test frameworks have in common: names with their class in front, and how failures are told. */
import type { ReadFailure } from '../reading/record-test.ts';

/** Returns a test's name without its class. */
export function shortName(name: string, className: string): string {
  return className !== '' && name.startsWith(`${className}.`) ? name.slice(className.length + 1) : name;
}

/** Makes a failure; some frameworks put the type in front of the message. */
export function dotnetFailure({
  type = '',
  message,
  stack,
}: {
  type?: string;
  message: string;
  stack: string;
}): ReadFailure {
  const [title = '', named = ''] =
    /^\s*((?:[A-Za-z_]\w*[.])*[A-Z]\w*(?:Exception|Error)) ?: /.exec(message) ?? [];
  // Only the name is looked at, so that a message that speaks of another error keeps its words.
  const isTyped = named !== '' && (type === '' || type === named);
  const told = (isTyped ? message.slice(title.length) : message).trim();
  const whole = [message.trim(), stack.replace(/\s+$/, '')].filter((part) => part !== '').join('\n');
  return { kind: 'failure', type: type || named, message: told, stack: whole };
}
