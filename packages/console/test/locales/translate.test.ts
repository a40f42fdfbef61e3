import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createInstance } from 'i18next'
import { languages } from '../../src/locales/language.ts'
import { en, ja, th, zhTW } from '../../src/locales/texts.ts'
import { addTexts, hasText, translate } from '../../src/locales/translate.ts'
import { placeholdersIn, sentencesOf, withoutForm } from './sentences.ts'

const texts = { en, ja, 'zh-TW': zhTW, th }
const library = createInstance()
await library.init({ resources: {}, interpolation: { escapeValue: false } })
for (const [language, tree] of Object.entries(texts)) {
  library.addResourceBundle(language, 'translation', tree)
  addTexts(language, tree)
}

const counts = [0, 1, 2, 5, 11, 1.5, 100_000]
/** Also what a careless replacement would change. */
const odd = '$& {{count}} <b> $1'

it('every text in every language is filled in as i18next would, for every plural', async () => {
  const compared = new Set<string>()
  for (const language of Object.keys(languages)) {
    await library.changeLanguage(language)
    for (const [key, sentence] of sentencesOf(texts[language as keyof typeof texts])) {
      const values = Object.fromEntries(placeholdersIn(sentence).map((gap) => [gap.replaceAll(/\W/g, ''), odd]))
      for (const count of counts) {
        const given = { ...values, count }
        const ours = translate(language, withoutForm(key), given)
        // Keys are a union of thousands of literals, and this goes through all of them.
        assert.equal(ours, library.t(withoutForm(key) as never, given as never), `${key} in ${language}`)
        compared.add(ours)
      }
    }
  }
  assert.ok(compared.size > 4000, `${compared.size} different texts`)
})

it('a missing text shows its key, and only texts exist', () => {
  assert.equal(translate('en', 'shell.nothing'), 'shell.nothing')
  assert.equal(hasText('en', 'shell.nothing'), false)
  assert.equal(hasText('en', 'shell'), false)
  assert.equal(hasText('en', 'shell.close'), true)
  assert.equal(hasText('en', 'constructor.name'), false)
})
