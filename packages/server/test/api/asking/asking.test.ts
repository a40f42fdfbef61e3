import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BackupAnswer } from '@innkeeper/contract'
import { askedChats, describeChannel, generateAskedChat, labelledQuestions } from '@innkeeper/testdata'
import { readQuestion } from '../../../src/domain/asking/read-question.ts'
import { foldText } from '../../../src/domain/search/search-words.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { indexAll } from '../../support/content/search.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const now = service.clock.now
const dayMs = 86_400_000

async function ask(caller: Caller, channel: string, question: string): Promise<BackupAnswer> {
  const answer = await caller.post(`/api/channels/${channel}/backup/ask`, { question })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const citedBy = ({ sentences }: BackupAnswer) => sentences.flatMap(({ messageIds }) => messageIds)

test('for 85 % of the labelled questions that share a word with their answer, it is among the first three citations', async (t) => {
  const figures = { shared: { right: 0, of: 0 }, different: { right: 0, of: 0 } }
  for (const [index, chat] of askedChats.entries()) {
    const { channelId, ownerId } = describeChannel(chat)
    const [added, joined, ...talk] = [...generateAskedChat(index)] as IncomingEvent[]
    await service.receive([added, joined].filter((event) => event !== undefined))
    await service.subscribe(channelId, ownerId)
    await service.receive(talk)
    const reader = await service.caller(ownerId)
    await indexAll(service.store)
    for (const { question, rightIds, sharesWord } of labelledQuestions.filter((one) => one.index === index)) {
      const answer = await ask(reader, channelId, question)
      const figure = figures[sharesWord ? 'shared' : 'different']
      figure.of++
      if (
        citedBy(answer)
          .slice(0, 3)
          .some((id) => rightIds.includes(id))
      )
        figure.right++
    }
  }
  const { shared, different } = figures
  t.diagnostic(`right among the first three: ${shared.right} of ${shared.of} that share a word with their answer`)
  t.diagnostic(`right among the first three: ${different.right} of ${different.of} that share no word`)
  assert.deepEqual([shared.of, different.of], [60, 40])
  assert.ok(shared.right >= 0.85 * shared.of, `${shared.right} of ${shared.of}`)
})

test('the labels are right about which questions share a word with their answer', () => {
  for (const index of askedChats.keys()) {
    const texts = new Map<string, string>()
    for (const event of generateAskedChat(index)) {
      if (event.kind === 'message' && event.content.type === 'text') texts.set(event.messageId, event.content.text)
      if (event.kind === 'message-edited') texts.set(event.messageId, event.text)
    }
    for (const { question, rightIds, sharesWord } of labelledQuestions.filter((one) => one.index === index)) {
      const right = rightIds.map((id) => foldText(texts.get(id) ?? ''))
      const { terms } = readQuestion(question)
      assert.equal(
        terms.some(({ word }) => right.some((text) => word.find(text))),
        sharesWord,
        question,
      )
    }
  }
})

describe('an answer', () => {
  let channels = 0
  const say = (channel: string, id: string, text: string, at = now, from = 'U1') =>
    message(channel, at, { id, from, content: { type: 'text', text } })
  const newChannel = () =>
    service.channel(`C-${++channels}`, { owner: 'U-owner', members: ['U1', 'U2'], subscribers: ['U-owner'] })

  test('quotes the message and cites it, with the message as it can be read now', async () => {
    const owner = await service.caller('U-owner')
    const channel = await newChannel()
    await service.receive([
      say(channel, 'm1', 'Good morning'),
      say(channel, 'm2', 'The spare key is under the blue flowerpot'),
      say(channel, 'm3', 'See you at nine'),
    ])
    const answer = await ask(owner, channel, 'Where is the spare key?')
    assert.deepEqual(answer.sentences[0], {
      text: 'The spare key is under the blue flowerpot',
      messageIds: ['m2'],
    })
    assert.deepEqual(answer.messages[0]?.id, 'm2')
    assert.equal(answer.isComplete, true)
  })

  test('is found in a reply that repeats no word of the question', async () => {
    const owner = await service.caller('U-owner')
    const channel = await newChannel()
    await service.receive([
      say(channel, 'm1', 'What is the wifi password in the clubhouse?', now - 60_000, 'U2'),
      say(channel, 'm2', 'sunflower1987', now - 50_000),
    ])
    assert.ok(citedBy(await ask(owner, channel, 'wifi password clubhouse')).includes('m2'))
  })

  test('of a long message quotes the sentence that answers', async () => {
    const owner = await service.caller('U-owner')
    const channel = await newChannel()
    const padding = 'We talked about many other things that evening. '.repeat(10)
    await service.receive([say(channel, 'm1', `${padding}The treasurer is Noor. ${padding}`)])
    const { sentences } = await ask(owner, channel, 'Who is the treasurer?')
    assert.equal(sentences[0]?.text, 'The treasurer is Noor.')
  })

  test('is empty if no saved message answers the question', async () => {
    const owner = await service.caller('U-owner')
    const channel = await newChannel()
    await service.receive([say(channel, 'm1', 'The spare key is under the blue flowerpot')])
    for (const question of ['Which volcano erupted?', 'is it?', '???', '誰', '"', '-type:text']) {
      assert.deepEqual((await ask(owner, channel, question)).sentences, [], question)
    }
  })

  test('never uses what the caller cannot read', async () => {
    const owner = await service.caller('U-owner')
    const channel = await newChannel()
    const elsewhere = await newChannel()
    await service.receive([
      say(channel, 'old', 'The treasurer was Old Secret', now - 40 * dayMs),
      say(channel, 'gone', 'The treasurer was Gone Secret'),
      say(channel, 'typo', 'The treasurer was Typo Secret'),
      say(elsewhere, 'other', 'The treasurer was Other Secret'),
      say(channel, 'kept', 'The treasurer is Noor'),
    ])
    const question = 'Who is the treasurer?'
    const before = await owner.post(`/api/channels/${channel}/backup/ask`, { question })
    assert.match(before.text, /Old Secret/, 'the control: it is used while it can be read')
    assert.doesNotMatch(before.text, /Other Secret/)
    await service.receive([unsent(channel, now, 'gone'), edited(channel, now, 'typo', 'Never mind')])
    assert.equal((await owner.put(`/api/channels/${channel}/settings`, { retentionDays: 30 })).status, 200)
    const after = await owner.post(`/api/channels/${channel}/backup/ask`, { question })
    assert.match(after.text, /Noor/)
    assert.doesNotMatch(after.text, /Secret/)
  })

  test('with since-joined, uses nothing from before the caller joined, not even around other messages', async () => {
    const channel = await newChannel()
    await service.receive([say(channel, 'm1', 'The treasurer was Early Secret', now)])
    const owner = await service.caller('U-owner')
    assert.equal((await owner.put(`/api/channels/${channel}/settings`, { history: 'since-joined' })).status, 200)
    service.clock.now = now + 1000
    await service.channel(channel, { members: ['U-new'], subscribers: ['U-new'] })
    await service.receive([say(channel, 'm2', 'The treasurer is Noor', now + 2000)])
    service.clock.now = now
    const question = 'Who is the treasurer?'
    const newcomer = await (await service.caller('U-new')).post(`/api/channels/${channel}/backup/ask`, { question })
    assert.match(newcomer.text, /Noor/)
    assert.doesNotMatch(newcomer.text, /Early Secret/)
    const earlier = await owner.post(`/api/channels/${channel}/backup/ask`, { question })
    assert.match(earlier.text, /Early Secret/, 'the control: the owner was there')
  })
})

test('a question that is too long, empty or no text is refused', async () => {
  const owner = await service.caller('U-owner')
  const channel = await service.channel('C-refused', { owner: 'U-owner', subscribers: ['U-owner'] })
  for (const question of ['', 'x'.repeat(501), 'x'.repeat(100_000), 7, null, ['who?']]) {
    const answer = await owner.post(`/api/channels/${channel}/backup/ask`, { question })
    assert.equal(answer.status, 400, answer.text)
  }
})
