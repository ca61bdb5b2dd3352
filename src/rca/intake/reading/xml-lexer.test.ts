// The lexer's events for sound and broken markup, as one line of text.

import { expect, test } from 'vitest';
import { createXmlLexer } from './xml-lexer.ts';

function check(input: string, expected: string) {
  let events = '';
  const lexer = createXmlLexer({
    open(name, attributes) {
      events += `(${name}${[...attributes].map(([key, value]) => ` ${key}=${value.text}`).join('')})`;
    },
    text(piece) {
      events += piece;
    },
    close(name) {
      events += `(/${name})`;
    },
  });
  lexer.write(input);
  lexer.end();
  expect(events).toBe(expected);
}

test.each([
  ['<a><b/></a>', '(a)(b)(/b)(/a)'],
  ['<a b="1" c=\'2\' >x</a >', '(a b=1 c=2)x(/a)'],
  ['<a b = "x>y" c="l1\nl2"/>', '(a b=x>y c=l1\nl2)(/a)'],
  ['<a b=bare c>', '(a b=bare)'],
  ['<a b="1" b="2"/>', '(a b=1)(/a)'],
  ['a &lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;', 'a <>&"\'A😀'],
  ['R&D & co; &unknown; &#xZZ; &#x110000; &', 'R&D & co; &unknown; &#xZZ; \ufffd &'],
  ['1 < 2 <3', '1 < 2 <3'],
  ['<![CDATA[<a> & ]] ]]]>x', '<a> & ]] ]x'],
  ['<![CDATA[cut ]]', 'cut ]]'],
  ['a<!-- <b> -- -->c<?pi <d> ?>e', 'ace'],
  ['<!DOCTYPE a [<!ENTITY x "y">]>z &x;', 'z &x;'],
  ['<a\n<b>', '(a)(b)'],
  ['</a</b>', '(/a)(/b)'],
  ['<ns:a x:b="1"/>', '(ns:a x:b=1)(/ns:a)'],
])('%j', (input, expected) => {
  check(input, expected);
});

test('lines are counted in the document as it came', () => {
  const seen: number[] = [];
  const lexer = createXmlLexer({
    open: (_name, _attributes, line) => seen.push(line),
    text: () => {},
    close: () => {},
  });
  lexer.write('<!-- \n\n --><a>\n');
  lexer.write('\n<b\n c="\n"/>');
  expect(seen).toEqual([3, 5]);
  expect(lexer.line()).toBe(7);
});
