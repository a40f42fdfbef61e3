import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSeparator, splitKeywords, splitLines, takeKeywords } from '../src/keyword-list.ts'

test('keywords are split at commas, semicolons and line breaks of any script', () => {
  const cases: [text: string, keywords: string[]][] = [
    ['wifi', ['wifi']],
    ['wifi, wlan', ['wifi', 'wlan']],
    ['wifi,wlan,', ['wifi', 'wlan']],
    ['無線、電波', ['無線', '電波']],
    ['無線，電波', ['無線', '電波']],
    ['ﾑｾﾝ､ﾃﾞﾝﾊﾟ', ['ﾑｾﾝ', 'ﾃﾞﾝﾊﾟ']],
    ['無線；電波', ['無線', '電波']],
    ['واي فاي، شبكة', ['واي فاي', 'شبكة']],
    ['opening hours; when', ['opening hours', 'when']],
    ['one\ntwo\r\nthree\rfour', ['one', 'two', 'three', 'four']],
    ['ที่จอดรถ,จอดรถ', ['ที่จอดรถ', 'จอดรถ']],
    [' , ;; \n', []],
    ['', []],
    ['1,000', ['1,000']],
    ['1,000, 2,000', ['1,000', '2,000']],
    ['room 1, room 2', ['room 1', 'room 2']],
    ['1，000', ['1', '000']],
    ['a.b/c', ['a.b/c']],
  ]
  for (const [text, keywords] of cases) assert.deepEqual(splitKeywords(text), keywords, JSON.stringify(text))
})

test('patterns are only split at line breaks', () => {
  assert.deepEqual(splitLines('a{1,}b; c\r\n d '), ['a{1,}b; c', 'd'])
  assert.deepEqual(splitLines('\n'), [])
})

test('a keyword with a separator looks like several', () => {
  for (const keyword of ['wifi, wlan', 'ワイファイ、無線', 'a;b', 'a,']) assert.ok(hasSeparator(keyword), keyword)
  for (const keyword of ['1,000', 'wifi', 'a b']) assert.ok(!hasSeparator(keyword), keyword)
})

test('while someone types, only what a separator ends is a keyword', () => {
  const cases: [typed: string, keywords: string[], rest: string][] = [
    ['wif', [], 'wif'],
    ['wifi,', ['wifi'], ''],
    ['wifi, w', ['wifi'], 'w'],
    ['無線、', ['無線'], ''],
    ['無線、電', ['無線'], '電'],
    ['a;b;c', ['a', 'b'], 'c'],
    [',', [], ''],
    // It may become 1,000.
    ['1,', [], '1,'],
    ['1,0', [], '1,0'],
    ['1,000,', [], '1,000,'],
    ['1,000, ', ['1,000'], ''],
    ['24, a', ['24'], 'a'],
  ]
  for (const [typed, keywords, rest] of cases) assert.deepEqual(takeKeywords(typed), { keywords, rest }, typed)
})
