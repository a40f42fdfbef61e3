import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Language, languageFor, languages } from '../../src/locales/language.ts'
import { formatFor, localeOf } from '../../src/ui/format/format.ts'

describe('the language of the console', () => {
  it("is the first of the browser's languages that we have", () => {
    const cases: [string[], Language][] = [
      [['en-GB'], 'en'],
      [['fr', 'ja-JP', 'en'], 'ja'],
      [['th-TH', 'en'], 'th'],
      [['zh-TW', 'en'], 'zh-TW'],
      [['zh-HK'], 'zh-TW'],
      [['zh-Hant'], 'zh-TW'],
      [['zh-Hant-MO', 'ja'], 'zh-TW'],
      [['fr', 'de'], 'en'],
      [[], 'en'],
      [['en-US@posix', 'th'], 'th'],
    ]
    for (const [tags, language] of cases) assert.equal(languageFor(tags), language, tags.join())
  })

  it('is traditional Chinese for readers of simplified Chinese, if they list nothing better', () => {
    assert.equal(languageFor(['zh-CN', 'zh']), 'zh-TW')
    assert.equal(languageFor(['zh-CN', 'zh', 'ja']), 'ja')
  })

  it('formats dates and numbers for the variety that the browser lists', () => {
    assert.equal(localeOf('zh-TW', ['zh-CN', 'zh-HK']), 'zh-HK')
    assert.equal(localeOf('zh-TW', ['zh-CN']), 'zh-TW')
    const at = '2026-03-03T14:05:00Z'
    const dates = (Object.keys(languages) as Language[]).map((language) => formatFor(language, 'UTC').date(at))
    assert.deepEqual(dates, ['Mar 3, 2026', '2026/03/03', '2026年3月3日', '3 มี.ค. 2569'])
    assert.equal(formatFor('th', 'UTC').month('2026-03'), 'มีนาคม 2569')
    assert.equal(formatFor('th').year('2026'), 'พ.ศ. 2569')
  })
})
