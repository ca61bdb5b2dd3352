/**
 * Extracts what a failure reports as missing: a module, a name, a file or an address. A change that removed
 * it or began to require it is suspect.
 */

const SAYINGS = [
  /Cannot find (?:module|package) ['"]([^'"\n]{1,200})['"]/g,
  /(?:Could not|Failed to) resolve (?:import )?["']([^"'\n]{1,200})["']/g,
  /No module named ['"]?(?:\w+\.){0,20}(\w{1,200})/g,
  /No module named ['"]?([\w.]{1,200})/g,
  /cannot import name ['"](\w{1,200})['"]/g,
  /does not provide an export named ['"]?([\w$]{1,200})/g,
  /has no (?:exported member|attribute|member|property) ['"](\w{1,200})['"]/g,
  /(?:name ['"](\w{1,200})['"]|\b([\w$]{1,200})) is not defined/g,
  /(?:^|[\s.(])([\w$]{1,200})(?:\([^)\n]{0,100}\)(?:\.\w+)*)? is not a (?:function|constructor)/g,
  /undefined: (?:\w+\.)?(\w{1,200})/g,
  /undefined \(type .{0,200} has no (?:field or )?method (\w{1,200})/g,
  /cannot find symbol[\s\S]{0,300}?symbol:\s+\w+ (\w{1,200})/g,
  /(?:ENOENT|EACCES|EISDIR|ENOTDIR)\b[^'"\n]{0,100}['"]([^'"\n]{1,300})['"]/g,
  /(?:No such file or directory|Permission denied|FileNotFoundException): ?['"]?([^\s'"]{1,300})/g,
  /(?:open|stat|read|fork\/exec) (\S{1,300}): (?:no such file|permission denied)/g,
  /(?:^|\s)(\S{1,300}): [Pp]ermission denied/g,
  /(?:ECONNREFUSED|[Cc]onnection refused|dial tcp)[^\d\n]{0,40}((?:\d{1,3}\.){3}\d{1,3}:\d{2,5}|\S{1,100}:\d{2,5})/g,
  /fixture ['"](\w{1,200})['"] not found/g,
  // Libraries name their own exceptions like this: `TemplateNotFound: mail/welcome.html`.
  /\b[A-Z]\w{0,100}(?:NotFound|DoesNotExist)(?:Error|Exception)?: ['"`]?([\w@./\\-]{1,300})(?=['"`]?\s*$)/gm,
  /['"`]([^'"`\n]{1,300})['"`] (?:does not exist|could not be found)\b/g,
  /exec: "([^"\n]{1,200})": executable file not found/g,
  /\bspawn(?:Sync)? (\S{1,200}) (?:ENOENT|EACCES)/g,
  /(\S{1,200}): command not found/g,
  /\b([A-Z][A-Z0-9]*_[A-Z0-9_]{2,100})(?:: stat\b| (?:is|was|must be) (?:not set|missing|undefined|empty|set)\b)/g,
  /KeyError: '([A-Z][A-Z0-9]*_[A-Z0-9_]{2,100})'/g,
];
const MOST_TEXT = 20_000;
const SHORTEST = 2;

/**
 * Returns the names of what is missing, as the failure writes them; for a path also its last part, for an
 * address its port.
 */
export function missingNames(texts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const whole of texts) {
    const text = whole.slice(0, MOST_TEXT);
    for (const saying of SAYINGS) {
      for (const match of text.matchAll(saying)) {
        const name = match.slice(1).find((group) => group !== undefined) ?? '';
        for (const part of [name, name.slice(name.lastIndexOf('/') + 1), /:(\d{2,5})$/.exec(name)?.[1] ?? ''])
          if (part.length >= SHORTEST) found.add(part);
      }
    }
  }
  return found;
}

/** A line that imports or re-exports another source. */
const LINK = /^.*\b(?:import|export|from|require|include|use|using|mod)\b.*$/gm;

/** Returns whether a text imports or re-exports one of some modules. */
export function linksTo(text: string, modules: ReadonlySet<string>): boolean {
  return modules.size > 0 && speaksOf((text.match(LINK) ?? []).join('\n'), modules);
}

const WORD = /[\p{L}\p{N}_$]/u;

/** Returns whether a text contains one of the names as a whole word. */
export function speaksOf(text: string, names: ReadonlySet<string>): boolean {
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const isWhole = !WORD.test(text[at - 1] ?? '') && !WORD.test(text[at + name.length] ?? '');
      if (isWhole) return true;
    }
  }
  return false;
}
