import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@innkeeper/contract'
import { renderMessage } from '../../../src/domain/messages/message-json.ts'
import { type IndexQuery, planIndexQuery } from '../../../src/domain/search/index-query.ts'
import { type Match, prepareSearch } from '../../../src/domain/search/match-search.ts'
import { type SearchableMessage, searchedTexts } from '../../../src/domain/search/searched-texts.ts'
import { filterTerms, termsOf } from '../../../src/domain/search/terms.ts'
import { createMessage, createText, type NaiveItem, type NaiveMessage } from '../../support/content/naive-messages.ts'
import { createSearch, matchNaively, writeSearch } from '../../support/content/naive-queries.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { isSoak } from '../../support/soak.ts'

const messageCount = 50_000
const answerCount = 1_000
const searchCount = isSoak ? 1_000 : 24
/** Each search is compared on one message in this many, so that every message is compared with several searches. */
const parts = isSoak ? 1 : 4
const end = Date.parse('2026-03-10T12:00:00Z')
const channelNo = 7

test('random searches of 50,000 random messages match what a naive search does, and the index finds them', (context) => {
  const random = drawRandom(context)
  const messages = Array.from({ length: messageCount }, (_, index) => createMessage(random, index, end)).map(
    (item) => ({ item, searchable: toSearchable(item) }),
  )
  const answers = Array.from({ length: answerCount }, (_, index) => ({
    id: `answer ${index}`,
    at: end,
    texts: Array.from({ length: random.between(1, 3) }, () => createText(random)),
  }))
  const senders = messages.map(({ item: { from, name } }) => ({ userId: from, name }))
  const names = [...new Map(senders.map((sender) => [`${sender.userId} ${sender.name}`, sender])).values()]
  const finding = { messages: 0, answers: 0, folded: 0 }
  let hitCount = 0
  for (let count = 0; count < searchCount; count++) {
    // Days are compared elsewhere.
    const search = { ...createSearch(random, end), before: undefined, after: undefined }
    const q = writeSearch(search)
    const prepared = prepareSearch({ q })
    const query = planIndexQuery(prepared, names, channelNo)
    const compare = (item: NaiveItem, match: Match | undefined) => {
      const expected = matchNaively(item, search)
      if (match?.exact !== expected?.exact) assert.fail(`${q}: ${JSON.stringify({ item, match, expected })}`)
    }
    const hits = messages.flatMap(({ item, searchable }, at) => {
      if (at % parts !== count % parts) return []
      const match = prepared.matchMessage(searchable)
      compare(item, match)
      return match ? [{ searchable, match }] : []
    })
    for (const { searchable } of hits.slice(0, 200)) assert.ok(isListed(searchable, query), q)
    const found = answers.filter((answer) => {
      const match = prepared.matchAnswer(answer.texts)
      compare(answer, match)
      return match
    })
    if (hits.length > 0) finding.messages++
    if (found.length > 0) finding.answers++
    if (hits.some(({ match }) => !match.exact)) finding.folded++
    hitCount += hits.length
  }
  context.diagnostic(`searches that found something: ${JSON.stringify(finding)}`)
  assert.ok(finding.messages > 0 && finding.answers > 0, 'control: some searches find something')
  assert.ok(hitCount < (messageCount * searchCount) / parts / 2, 'control: not everything matches')
})

function toSearchable({ id, at, from, name, content, details, earlier }: NaiveMessage): SearchableMessage {
  const mediaKey = content.type === 'image' || content.type === 'file' ? 'm_1' : null
  const caption = details?.caption
  const json = renderMessage({ id, sentAt: at, sender: { userId: from, name }, content, mediaKey, caption })
  const versions = earlier.toReversed().map((text, index) => ({ at: at + index, content: text }))
  return { message: JSON.parse(json) as Message, details: details ?? null, versions }
}

/** Whether the index proposes this message for the query. */
function isListed({ message, details, versions }: SearchableMessage, { all, any }: IndexQuery): boolean {
  const texts = searchedTexts(message, details)
  const contents = [...texts.map(({ text }) => text), ...versions.map(({ content }) => content)]
  const terms = new Set(termsOf(channelNo, contents, filterTerms(message, texts)).split(' '))
  return all.every((term) => terms.has(term)) && any.every((some) => some.some((term) => terms.has(term)))
}
