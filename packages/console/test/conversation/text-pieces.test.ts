import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPieces } from '../../src/conversation/message/text-pieces.ts'

const links = (text: string) => findPieces(text, []).flatMap((piece) => (piece.kind === 'link' ? [piece.text] : []))

test('web and mail addresses become links, shown as they are written', () => {
  const cases: [text: string, links: string[]][] = [
    ['see https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
    ['HTTP://Example.com and https://b.example', ['HTTP://Example.com', 'https://b.example']],
    ['(https://example.com/wiki/A_(b))', ['https://example.com/wiki/A_(b)']],
    ['(see https://example.com)', ['https://example.com']],
    ['これhttps://example.com/xを見て。https://b.example/、', ['https://example.com/x', 'https://b.example/']],
    ['write to mailto:a@example.com!', ['mailto:a@example.com']],
    ['https://example.com/%E3%81%82', ['https://example.com/%E3%81%82']],
    ['https://example.com:8080/', ['https://example.com:8080/']],
  ]
  for (const [text, expected] of cases) assert.deepEqual(links(text), expected, text)
})

test('nothing else becomes a link', () => {
  const others = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'https://',
    'http://[',
    'mailto:',
    'mailto:nobody',
    'https://bank.example@elsewhere.example/',
    'xhttps//example.com',
    'java\nscript:https',
    '<a href="x">y</a>',
    '@everyone',
  ]
  for (const text of others) assert.deepEqual(links(text), [], text)
})

test('an address inside another scheme links only to itself', () => {
  for (const piece of findPieces('javascript:alert("https://example.com/")', [])) {
    if (piece.kind === 'link') assert.equal(piece.href, 'https://example.com/')
  }
})

test('joining the pieces gives the text, whatever mentions the platform sends', () => {
  const text = '@Mika see https://example.com/ 👍 @Ken'
  const mentions = [
    [],
    [{ start: 0, length: 5 }],
    [
      { start: 34, length: 4 },
      { start: 0, length: 5 },
    ],
    [{ start: 0, length: 500 }],
    [
      { start: 2, length: 3 },
      { start: 0, length: 5 },
    ],
    [{ start: 10_000, length: 1 }],
  ]
  for (const spans of mentions) {
    assert.equal(
      findPieces(text, spans)
        .map((piece) => piece.text)
        .join(''),
      text,
    )
  }
  assert.deepEqual(findPieces(text, [{ start: 0, length: 5 }])[0], { kind: 'mention', text: '@Mika' })
})

test('a very long text without a break is parsed quickly', () => {
  assert.equal(links(`https://example.com/${'('.repeat(50_000)}`).length, 1)
  assert.ok(links('https://'.repeat(20_000)).length <= 1)
})
