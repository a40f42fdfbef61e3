import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDateTexts, formatMoment } from '@innkeeper/contract/date-texts'
import {
  botTexts,
  forgottenOftenText,
  helpText,
  linkText,
  noticeText,
  quietText,
  returnText,
  subscribedText,
  unclearText,
} from '../../../src/domain/platforms/bot-texts.ts'

const languages = ['en', 'ja', 'zh-TW', 'zh-CN', 'th']

test('the bot speaks every language a channel can have', () => {
  const spoken = languages.map((language) => JSON.stringify(botTexts(language)))
  assert.equal(new Set(spoken).size, languages.length, 'each has its own texts')
})

test('a language the bot does not know is answered in English', () => {
  assert.equal(botTexts('tlh'), botTexts('en'))
})

test('the notice names what people can do, in every language', () => {
  for (const language of languages) {
    for (const word of ['Innkeeper', '/claim', '/backup on', '/private', '/help']) {
      assert.ok(noticeText(language, { type: 'group', claim: 'first' }).includes(word), `${language}: ${word}`)
    }
    assert.ok(!noticeText(language, { type: 'group', claim: 'off' }).includes('/claim'), language)
    assert.ok(!noticeText(language, { type: 'user', claim: 'first' }).includes('/claim'), language)
  }
})

test('where the platform says who owns the group, no one is told to claim it', () => {
  for (const language of languages) {
    const scene = { type: 'group', claim: 'platform', ownersFrom: 'Telegram' } as const
    const notice = noticeText(language, scene)
    assert.ok(!notice.includes('/claim') && notice.includes('Telegram') && notice.includes('/backup on'), notice)
    assert.ok(!noticeText(language, { ...scene, type: 'user' }).includes('Telegram'), language)
    assert.ok(!helpText(language, { ...scene, answers: false }).includes('/claim'), language)
    const ownerless = returnText(language, { ...scene, owner: undefined, subscribers: 1, policy: 'members' })
    assert.ok(!ownerless.includes('/claim'), ownerless)
    const { claim } = botTexts(language)
    assert.ok(
      claim['taken-on-platform'].includes('{name}') && claim['taken-on-platform'].includes('{platform}'),
      language,
    )
    assert.ok(!JSON.stringify([claim['yours-on-platform'], claim['unknown-on-platform']]).includes('/claim'), language)
  }
})

test('the notice says plainly if the bot does not see all messages of the group', () => {
  for (const language of languages) {
    const { seesSome } = botTexts(language).notice
    const scene = { type: 'group', claim: 'first' } as const
    const back = { ...scene, owner: undefined, subscribers: 1, policy: 'members' } as const
    for (const sees of [true, undefined]) {
      assert.ok(!noticeText(language, { ...scene, seesAllMessages: sees }).includes(seesSome), language)
      assert.ok(!returnText(language, { ...back, seesAllMessages: sees }).includes(seesSome), language)
    }
    assert.ok(noticeText(language, { ...scene, seesAllMessages: false }).includes(seesSome), language)
    assert.ok(returnText(language, { ...back, seesAllMessages: false }).includes(seesSome), language)
  }
})

test('the notice promises that unsent messages disappear only where the platform reports them', () => {
  for (const language of languages) {
    const { unsending, deleting } = botTexts(language).notice
    const scene = { type: 'group', claim: 'first' } as const
    const [reporting, silent] = [true, false].map((seesUnsending) => noticeText(language, { ...scene, seesUnsending }))
    assert.ok(reporting?.includes(unsending) && !reporting.includes('/delete'), language)
    assert.ok(silent?.includes(deleting) && silent.includes('/delete') && !silent.includes(unsending), language)
  }
})

test('on its return the bot says what still applies, and nothing that is not so', () => {
  const scene = { type: 'group', claim: 'first', owner: { name: 'Mai' }, subscribers: 2, policy: 'members' } as const
  for (const language of languages) {
    const { notice, backup } = botTexts(language)
    const { back } = notice
    const text = returnText(language, scene)
    assert.ok(text.includes('Mai') && text.includes('2'), text)
    assert.ok(!text.includes(notice.claim) && !text.includes(notice.backup) && !text.includes('{'), text)
    const one = returnText(language, { ...scene, subscribers: 1 })
    assert.ok(one.includes(back.savingForOne), one)
    const unnamed = returnText(language, { ...scene, owner: { name: null } })
    assert.ok(unnamed.includes(back.unnamedOwner), unnamed)
    const ownerless = returnText(language, { ...scene, owner: undefined })
    assert.ok(ownerless.includes(back.noOwner), ownerless)
    assert.ok(!returnText(language, { ...scene, owner: undefined, claim: 'off' }).includes('/claim'), language)
    const off = returnText(language, { ...scene, subscribers: 0, policy: 'off' })
    assert.ok(off.includes(backup.refusals['turned-off']), off)
    const inPrivate = returnText(language, { ...scene, type: 'user', owner: undefined, subscribers: 1 })
    assert.ok(inPrivate.includes(backup.keptForYou) && !inPrivate.includes('/claim'), inPrivate)
  }
})

test('a command with a word that it does not know is answered with what it knows', () => {
  assert.equal(
    unclearText('en', ['/backup on', '/backup off']),
    'I didn’t understand that. Try /backup on or /backup off.',
  )
  for (const language of languages) {
    assert.match(unclearText(language, ['/backup on', '/backup off']), /\/backup on \S+ \/backup off/, language)
  }
})

test('help lists each command that works in this chat, and no other', () => {
  const commandsIn = (text: string) => [...text.matchAll(/^\/\w+/gm)].map(([command]) => command)
  for (const language of languages) {
    const inGroup = commandsIn(helpText(language, { type: 'group', claim: 'first', answers: true }))
    assert.deepEqual(
      inGroup,
      [
        '/rules',
        '/backup',
        '/claim',
        '/private',
        '/public',
        '/delete',
        '/quiet',
        '/leave',
        '/link',
        '/forget',
        '/help',
      ],
      language,
    )
    const inPrivate = commandsIn(helpText(language, { type: 'user', claim: 'first', answers: true }))
    assert.deepEqual(inPrivate, ['/backup', '/private', '/public', '/delete', '/link', '/forget', '/help'], language)
  }
})

test('a person who asks too often to be erased is told how often that was, in every language', () => {
  for (const language of languages) {
    const text = forgottenOftenText(language, 3)
    assert.ok(text.includes('3') && !text.includes('{'), `${language}: ${text}`)
  }
})

test('help says whether the bot answers by rules here, and until when it is quiet', () => {
  const until = Date.parse('2026-03-10T13:30:00Z')
  for (const language of languages) {
    const { help } = botTexts(language)
    const scene = { type: 'group', claim: 'first' } as const
    const answering = helpText(language, { ...scene, answers: true })
    const silent = helpText(language, { ...scene, answers: false })
    assert.ok(answering.includes(help.answersByRules) && !answering.includes(help.answersNothing), language)
    assert.ok(silent.includes(help.answersNothing) && !silent.includes(help.answersByRules), language)
    assert.ok(!answering.includes('/quiet off'), language)
    const quiet = helpText(language, { ...scene, answers: true, quiet: { until, timezone: 'Asia/Tokyo' } })
    const moment = formatMoment(language, 'Asia/Tokyo', until)
    assert.ok(quiet.includes(moment) && quiet.includes('/quiet off'), `${language}: in the channel's time zone`)
  }
})

test('the end of the quiet time is written as {date} and {time} are', () => {
  const until = Date.parse('2026-03-10T23:30:00Z')
  const cases: [language: string, timezone: string, words: RegExp][] = [
    ['en', 'UTC', /10 March 2026 at 23:30/],
    ['ja', 'Asia/Tokyo', /2026年3月11日 8:30/],
    ['zh-TW', 'Asia/Taipei', /2026年3月11日 清晨7:30/],
    ['zh-CN', 'Asia/Shanghai', /2026年3月11日 07:30/],
    ['th', 'Asia/Bangkok', /11 มีนาคม 2569.*06:30/],
  ]
  for (const [language, timezone, words] of cases) {
    const text = quietText(language, { until, timezone })
    assert.match(text, words, language)
    const { date } = createDateTexts(language, timezone)
    assert.ok(text.includes(date(until)), language)
    assert.doesNotMatch(text, /\{/, language)
  }
})

test('a sign-in link is at the end, on its own line, with how long it is valid', () => {
  for (const language of languages) {
    const text = linkText(language, 'https://inn.example/sign-in#code')
    assert.match(text, /15[\s\S]*\nhttps:\/\/inn\.example\/sign-in#code$/, language)
    assert.doesNotMatch(text, /\{/, language)
  }
})

test('no command is in quotes, which people would type, and people still see where it ends', () => {
  const commands = /..?\/(?:backup o|quiet [\do]|forget y|leave y|claim A)[\w-]*.{0,3}/g
  const ends = /\/\w+ [\w-]+(?:[.,，。、（]|'|"| or| \(| [^ -~])/
  for (const language of languages) {
    const found = [...JSON.stringify(botTexts(language)).matchAll(commands)].map(([command]) => command)
    assert.ok(found.length > 10, language)
    for (const command of found) {
      assert.doesNotMatch(command, /[“”「」‘’]\/|\/.*[“”「」]/, `${language}: ${command}`)
      assert.match(command, ends, `${language}: ${command}`)
    }
  }
})

test('a person who turns on the backup learns where to read the messages before how to stop', () => {
  const hint = { isPrivateChat: false, isLinkSent: false, address: 'https://inn.example/c' }
  for (const language of languages) {
    assert.match(subscribedText(language, hint), /https:\/\/inn\.example\/c[\s\S]*\/link[\s\S]*\/backup off/, language)
  }
})
