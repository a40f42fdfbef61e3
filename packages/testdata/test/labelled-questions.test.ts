import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedChats, generateAskedChat, labelledQuestions } from '@innkeeper/testdata'

test('the labelled questions are about messages that the chats contain', () => {
  for (const index of askedChats.keys()) {
    const kept = new Set<string>()
    for (const event of generateAskedChat(index)) {
      if (event.kind === 'message') kept.add(event.messageId)
      if (event.kind === 'message-unsent') kept.delete(event.messageId)
    }
    const own = labelledQuestions.filter((one) => one.index === index)
    assert.equal(own.length, 25)
    for (const { question, rightIds } of own) {
      for (const id of rightIds) assert.ok(kept.has(id), `${question}: ${id}`)
    }
  }
})

test('of 100 different questions, 60 share a word with their answer', () => {
  assert.equal(new Set(labelledQuestions.map(({ question }) => question)).size, 100)
  assert.equal(labelledQuestions.filter(({ sharesWord }) => sharesWord).length, 60)
})
