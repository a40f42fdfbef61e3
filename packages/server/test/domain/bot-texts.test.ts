import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botTexts, helpText, noticeText } from '../../src/domain/bot-texts.ts'

const languages = ['en', 'ja', 'zh-TW', 'zh-CN', 'th']

test('the bot speaks every language a channel can have', () => {
  const spoken = languages.map((language) => JSON.stringify(botTexts(language)))
  assert.equal(new Set(spoken).size, languages.length, 'each has texts of its own')
})

test('a language the bot does not know is answered in English', () => {
  assert.equal(botTexts('tlh'), botTexts('en'))
})

test('the notice names what people can do, in every language', () => {
  for (const language of languages) {
    for (const word of ['Innkeeper', '/claim', '/private', '/help']) {
      assert.ok(noticeText(language, { type: 'group', claim: 'first' }).includes(word), `${language}: ${word}`)
    }
    assert.ok(!noticeText(language, { type: 'group', claim: 'off' }).includes('/claim'), language)
    assert.ok(!noticeText(language, { type: 'user', claim: 'first' }).includes('/claim'), language)
  }
})

test('help lists each command that works in this chat, and no other', () => {
  const commandsIn = (text: string) => [...text.matchAll(/^\/\w+/gm)].map(([command]) => command)
  for (const language of languages) {
    const inGroup = commandsIn(helpText(language, { type: 'group', claim: 'first' }))
    assert.deepEqual(
      inGroup,
      ['/rules', '/backup', '/claim', '/private', '/public', '/leave', '/forget', '/help'],
      language,
    )
    const inPrivate = commandsIn(helpText(language, { type: 'user', claim: 'first' }))
    assert.deepEqual(inPrivate, ['/backup', '/private', '/public', '/forget', '/help'], language)
  }
})
