/**
 * The template of a failure's message: what stays when the same thing fails again with other values.
 * The kinds are replaced in order, the most telling first; every pattern is bounded, so the work is linear.
 */

const TEMPLATE_LENGTH = 1_000;

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  [/\b[a-z][a-z+.-]{1,20}:\/\/[^\s'"<>`]{1,500}/gi, '<url>'],
  [
    /(?:\/(?:private\/)?(?:var\/folders|var\/tmp|tmp|dev\/shm)|[A-Za-z]:[\\/][^\s'"<>]{0,200}[\\/]Temp)[\\/][^\s'":<>,;)]{0,300}/gi,
    '<temp>',
  ],
  [/(?<=[A-Za-z\]])@[0-9a-f]{1,16}\b/g, '@<id>'],
  [/\b0x[0-9a-f]{1,32}\b/gi, '<hex>'],
  [/"[^"\n]{0,300}"/g, '<text>'],
  [/(?<!\w)'[^'\n]{0,300}'(?!\w)/g, '<text>'],
  [/`[^`\n]{0,300}`/g, '<text>'],
  [/[“‘«][^”’»\n]{0,300}[”’»]/g, '<text>'],
  // JUnit puts values in angle brackets: `expected:<[a]> but was:<[b]>`.
  [/(?<=(?:expected|was|actual|got)[: ]{1,2})<[^<>\n]{0,300}>/gi, '<value>'],
  [/\b(?=[0-9a-f]{0,40}\d)[0-9a-f]{8,64}\b/gi, '<hex>'],
  [/(?<!\w)[+-]?\d{1,40}(?:[.,_]\d{1,40}){0,8}(?:e[+-]?\d{1,4})?/gi, '<n>'],
];

/** Returns a message with its values replaced by their kinds and its blanks folded. */
export function messageTemplate(message: string): string {
  let template = message.slice(0, TEMPLATE_LENGTH);
  for (const [pattern, kind] of replacements) template = template.replace(pattern, kind);
  return template.replace(/\s+/g, ' ').trim().toWellFormed();
}
