import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLinks, hasLink } from '@innkeeper/contract/links'

const found = (text: string) => findLinks(text).map((link) => link.text)
const hrefs = (text: string) => findLinks(text).map(({ href }) => href)

test('web addresses are links, up to where the sentence goes on', () => {
  const cases: [text: string, links: string[]][] = [
    ['see https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
    ['HTTP://Example.com and https://b.example', ['HTTP://Example.com', 'https://b.example']],
    ['(https://example.com/wiki/A_(b))', ['https://example.com/wiki/A_(b)']],
    ['(see https://example.com)', ['https://example.com']],
    ['[https://example.com/a[1]]', ['https://example.com/a[1]']],
    ['https://example.com/?q=1&r=2; then', ['https://example.com/?q=1&r=2']],
    ['“https://example.com/x”', ['https://example.com/x']],
    ['<https://example.com/x>', ['https://example.com/x']],
    ['*https://example.com/x*', ['https://example.com/x']],
    ['https://example.com/a_', ['https://example.com/a_']],
    ['https://example.com/@name', ['https://example.com/@name']],
    ['https://example.com:8080/', ['https://example.com:8080/']],
    ['http://[::1]:8080/x', ['http://[::1]:8080/x']],
    ['http://[::1]', ['http://[::1]']],
    ['http://192.168.0.1/setup', ['http://192.168.0.1/setup']],
    ['https://example.com/%E3%81%82', ['https://example.com/%E3%81%82']],
    ['https://a.example,https://b.example', ['https://a.example', 'https://b.example']],
    ['https://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
  ]
  for (const [text, links] of cases) assert.deepEqual(found(text), links, text)
})

test('text in a script without spaces ends a link', () => {
  const cases: [text: string, links: string[]][] = [
    ['これhttps://example.com/xを見て。https://b.example/、', ['https://example.com/x', 'https://b.example/']],
    ['https://example.comを見て', ['https://example.com']],
    ['https://example.com:8080を見て', ['https://example.com:8080']],
    ['https://example.com。次', ['https://example.com']],
    ['請看https://example.com/a?b=1，謝謝', ['https://example.com/a?b=1']],
    ['「https://example.com」', ['https://example.com']],
    ['ดูที่https://example.com/menuนะครับ', ['https://example.com/menu']],
    ['https://example.comครับ', ['https://example.com']],
    ['https://example.com에서', ['https://example.com']],
    ['メールはmika@example.comへ', ['mika@example.com']],
    ['ติดต่อmika@example.comได้', ['mika@example.com']],
    ['見てwww.example.comを', ['www.example.com']],
  ]
  for (const [text, links] of cases) assert.deepEqual(found(text), links, text)
})

test('where words have spaces between them, their letters belong to the path', () => {
  const text = 'https://fr.example.org/wiki/Évry и https://ru.example.org/wiki/Москва, да'
  assert.deepEqual(found(text), ['https://fr.example.org/wiki/Évry', 'https://ru.example.org/wiki/Москва'])
  assert.deepEqual(hrefs(text)[0], 'https://fr.example.org/wiki/%C3%89vry')
})

test('www. is a link to https', () => {
  assert.deepEqual(findLinks('try www.example.com/menu!'), [
    { start: 4, text: 'www.example.com/menu', href: 'https://www.example.com/menu' },
  ])
  assert.deepEqual(hrefs('WWW.Example.com'), ['https://www.example.com/'])
  for (const text of [
    'www.',
    'www.example',
    'www.1.2',
    'www. example.com',
    'xwww.example.com',
    'a@b/www.example.com',
  ]) {
    assert.deepEqual(found(text), [], text)
  }
})

test('email addresses are links, with or without mailto:', () => {
  const cases: [text: string, hrefs: string[]][] = [
    ['mika.k+inn@mail.example.com.', ['mailto:mika.k+inn@mail.example.com']],
    ['write to mailto:a@example.com!', ['mailto:a@example.com']],
    ['mailto:a@example.com?subject=Hi', ['mailto:a@example.com?subject=Hi']],
    ['E-mail:mika@example.com', ['mailto:mika@example.com']],
    ['a@example.com,b@example.com', ['mailto:a@example.com', 'mailto:b@example.com']],
    ['a@example.com/b', ['mailto:a@example.com']],
  ]
  for (const [text, expected] of cases) assert.deepEqual(hrefs(text), expected, text)
  const others = [
    '@everyone',
    'a@b',
    'a@example',
    '@a@example.com',
    'a..b@example.com',
    'a@example..com',
    'a@1.2',
    'mailto:',
  ]
  for (const text of [...others, '.a@example.com', 'a@-b.com']) assert.deepEqual(found(text), [], text)
})

test('a host in other letters is a link, and says what it really is', () => {
  const cases: [text: string, href: string, realHost: string][] = [
    ['https://münchen.de/x', 'https://xn--mnchen-3ya.de/x', 'xn--mnchen-3ya.de'],
    ['https://例え.jpを見て', 'https://xn--r8jz45g.jp/', 'xn--r8jz45g.jp'],
    ['https://日本go.jp', 'https://xn--go-5t7du0c.jp/', 'xn--go-5t7du0c.jp'],
    // Cyrillic letters that look like Latin ones.
    ['https://аррӏе.com/', 'https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com'],
    ['www.münchen.de', 'https://www.xn--mnchen-3ya.de/', 'www.xn--mnchen-3ya.de'],
  ]
  for (const [text, href, realHost] of cases) {
    const [link] = findLinks(text)
    assert.deepEqual([link?.href, link?.realHost], [href, realHost], text)
  }
  // Half a host would lead elsewhere.
  for (const text of ['https://example日本.com', 'https://localhostを']) assert.deepEqual(found(text), [], text)
  assert.equal(findLinks('https://example.com/')[0]?.realHost, undefined)
})

test('nothing else is a link', () => {
  const others = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'ftp://user@example.com',
    'https://',
    'http://[',
    'mailto:nobody',
    'https://bank.example@elsewhere.example/',
    'https://user:word@example.com/',
    'xhttps//example.com',
    'xhttps://example.com',
    'java\nscript:https',
    '<a href="x">y</a>',
    'example.com',
    '12:30',
    '',
  ]
  for (const text of others) assert.equal(hasLink(text), false, text)
})

test('a link inside another scheme leads only to itself', () => {
  assert.deepEqual(hrefs('javascript:alert("https://example.com/")'), ['https://example.com/'])
})

test('whatever the text, a link is a part of it and leads to the web or to mail', () => {
  const parts = [
    'https://',
    'www.',
    'a@',
    'example.com',
    'を',
    'ü',
    ' ',
    ')',
    '(',
    '.',
    '/',
    '@',
    ':',
    'mailto:',
    'javascript:',
    '👍',
    '\u202e',
    '',
  ]
  for (let seed = 0; seed < 3000; seed++) {
    const text = Array.from(
      { length: 7 },
      (_, at) => parts[(seed * 31 + at * seed * 7 + at * at * 13) % parts.length],
    ).join('')
    let done = 0
    for (const { start, text: written, href } of findLinks(text)) {
      assert.ok(start >= done && written.length > 0 && text.startsWith(written, start), text)
      assert.match(href, /^(?:https?:\/\/|mailto:)/, text)
      done = start + written.length
    }
  }
})

test('a very long text without a break is read once', () => {
  assert.equal(found(`https://example.com/${'('.repeat(50_000)}`).length, 1)
  assert.ok(found('https://'.repeat(20_000)).length <= 1)
  for (const part of ['a', 'a.', 'a@', 'www.', 'www.a.', 'ü', 'https://ü', '@', '+', 'a@b.', 'を.', 'をwww.aを'])
    found(part.repeat(50_000))
})
