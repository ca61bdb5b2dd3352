// What stops attacks by encoding.

import { type Mutation, without } from '../support/red-team/mutation.ts';

/** The checks and the attacks that would succeed without them. */
export const encodingMutations: readonly Mutation[] = [
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: 'of [0, 4, 2])',
      put: 'of [4, 2])',
      why: 'Base64 is looked for at its first place',
    },
    'base64',
    'base64-lines',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: 'of [0, 4, 2])',
      put: 'of [0, 2])',
      why: 'Base64 is looked for at its second place',
    },
    'base64-second',
    'base64-address',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: 'of [0, 4, 2])',
      put: 'of [0, 4])',
      why: 'Base64 is looked for at its third place',
    },
    'base64-third',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: '({ utf16 }, visit) => visitBase64(utf16, visit),',
      put: '',
      why: 'Base64 of UTF-16 is looked for',
    },
    'base64-wide',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: 'const spelt = [start, small, start.toUpperCase(), titled];',
      put: 'const spelt = [start, small, titled];',
      why: 'encodings of capitals are looked for',
    },
    'base64-capitals',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: '({ utf8 }, visit) => visit(writeHex(form, utf8), TELLING_DIGITS),',
      put: '',
      why: 'hex is looked for',
    },
    'hex',
    'hex-spaced',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/encoded-forms.ts',
      remove: '({ text }, visit) => visit(writeCodes(form, text), TELLING_DIGITS),',
      put: '',
      why: 'lists of code points are looked for',
    },
    'code-points',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "[hexRun('\\\\\\\\x'), fromHexBytes],",
      put: '',
      why: 'escapes in hex are undone',
    },
    'hex-escaped',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/(?:0x0{0,6}[0-9a-f]{2}(?=0x|[^0-9a-f]|$)[\\s,;]{0,3}){1,250}/gi, fromHexBytes],',
      put: '',
      why: 'lists of bytes are undone',
    },
    'hex-listed',
    'hex-glued',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "[hexRun('%'), fromHexBytes],",
      put: '',
      why: 'percent signs are undone',
    },
    'percent',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: 'const ROUNDS = 3;',
      put: 'const ROUNDS = 1;',
      why: 'escapes of escapes are undone',
    },
    'percent-twice',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/&#0{0,64}([0-9]{1,7});?/g, fromDecimal],',
      put: '',
      why: 'decimal entities are undone',
    },
    'entity-decimal',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/&#x0{0,64}([0-9a-f]{1,6});?/gi, fromHex],',
      put: '',
      why: 'hex entities are undone',
    },
    'entity-hex',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/&([a-z][a-z0-9]{1,30});/gi, entityText],',
      put: '',
      why: 'named entities are undone',
    },
    'entity-named',
    'entity-letter',
    'entity-sign',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/[\\\\%]u([0-9a-f]{4})/gi, fromHex],',
      put: '',
      why: 'escapes of JavaScript are undone',
    },
    'escaped',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/u([0-9a-f]{4})/gi, fromHex],',
      put: '',
      why: 'escapes of JavaScript are undone without their sign',
    },
    'escaped-bare',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/\\\\[ux]\\{0{0,64}([0-9a-f]{1,6})\\}/gi, fromHex],',
      put: '',
      why: 'escapes of code points are undone',
    },
    'escaped-point',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "[hexRun('='), fromHexBytes],",
      put: '',
      why: 'quoted-printable is undone',
    },
    'quoted-printable',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/(?:\\\\(?:0?[1-3]|0)[0-7]{2}){1,250}/g, fromOctalBytes],',
      put: '',
      why: 'octal escapes are undone',
    },
    'octal',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/&#0{0,64}([0-9]{1,7});?/g, fromDecimal],',
      put: '[/&#([0-9]{1,7});?/g, fromDecimal],',
      why: 'zeros before the number of an entity are passed over',
    },
    'entity-padded',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/U\\+(000?1[0-9a-f]{4}|00[0-9a-f]{2}|[0-9a-f]{2,6})/gi, fromHex],',
      put: '[/\\bU\\+([0-9a-f]{4,6})/gi, fromHex],',
      why: 'the notation of code points is read wherever it stands',
    },
    'notation',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/compile-guard.ts',
      remove: 'reader.read(reading.get(number) ?? text, number, isKey);',
      put: "for (const each of [reading.get(number) ?? text, ...(reading.size === 0 ? [] : ['x'])]) reader.read(each, number, isKey);",
      why: 'texts with their escapes undone are one run',
    },
    'escape-split',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: 'const once = [text, ...undoOnce(visible)]',
      put: 'const once = [text]',
      why: 'what comes out of an escape is left as it is in one reading',
    },
    'escape-once',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: 'const once = [text, ...undoOnce(visible)]',
      put: 'const once = [text, ...undoOnce(visible).slice(1)]',
      why: 'only escapes with a sign are undone in one reading',
    },
    'escape-beside',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: 'const once = [text, ...undoOnce(visible)]',
      put: 'const once = [text, ...undoOnce(visible).slice(0, 1)]',
      why: 'all escapes are undone once in one reading',
    },
    'escape-printable',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/guard-entry.ts',
      remove: 'for (const [token, owner] of owners) addUndone(',
      put: 'for (const [token, owner] of [...owners].slice(0, 0)) addUndone(',
      why: 'a token is also looked for with its own escapes undone',
    },
    'escape-own',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: 'const visible = showHidden(text);',
      put: 'const visible = text;',
      why: 'what tags and selectors hide is read',
    },
    'tags',
    'tags-between',
    'selectors',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '(?:0?[1-3]|0)[0-7]{2}',
      put: '[0-3][0-7]{2}',
      why: 'octal escapes of four digits are undone',
    },
    'octal-echo',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: '[/\\\\o\\{0{0,64}([0-7]{1,7})\\}/g, fromOctal],',
      put: '',
      why: 'octal escapes in braces are undone',
    },
    'octal-braces',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "[/\\\\0(?![0-7])/g, () => ''],",
      put: '',
      why: 'escaped NULs show nothing',
    },
    'escaped-nul',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/unescape-text.ts',
      remove: "return TERMINAL_SIGN.test(text) ? text.replace(TERMINAL_CODES, '') : text;",
      put: 'return text;',
      why: 'terminal codes show nothing',
    },
    'colours',
    'colours-escaped',
    'reply-colours',
    'reply-colours-escaped',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/normalize-text.ts',
      remove: "'%&\\\\=+^\\u001b'",
      put: "'%&\\\\=+^'",
      why: 'terminal codes are noticed',
    },
    'colours',
  ),
  ...without(
    {
      file: 'src/disclosure/guard/compile-guard.ts',
      remove: '[AS_IT_IS, ...shownReadings(undone)]',
      put: '[AS_IT_IS]',
      why: 'what a terminal shows is read by its looks, too',
    },
    'colours-look-alike',
  ),
];
