import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { termsOf } from '../../../src/domain/search/terms.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { indexAll, readTerms, searchAll } from '../../support/content/search.ts'
import { finishErasures } from '../../support/finish-erasures.ts'
import { findWords } from '../../support/hostile/remains.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

// Rare characters, far apart, so the index can hardly share prefixes of their terms. `both`: edited away, then unsent.
const secrets = {
  unsent: '丁巌揺淺纏蜚鈺鴬ɐʬֆ౪ጯᢋ',
  erased: '乓嵐旎滷绩衒陝鸊ȹѬڞ൹ᐁᣔ',
  expired: '亗彁晝焉翳訃顴鹵ǂҖࠁඥᒧᦥ',
  edited: '偺愆朧瓏肄豹驫麤ƣӜࡅ๛ᕼᨈ',
  both: '丏仒佋侂俧倛偮傒僝儴克冄冣刌',
  kept: '凊摺椣痺臾赭髑鼾ſԶऄཉᚙᬉ',
}
const dayMs = 86_400_000

describe('after the service stopped', async () => {
  const service = await startTestService()
  const channel = await service.channel('C1', { owner: 'U-owner', members: ['U1', 'U2'], subscribers: ['U-owner'] })
  await fillAndRemove(service, channel)
  await service.stop()

  for (const way of ['unsent', 'erased', 'expired', 'both'] as const) {
    test(`neither the index nor any other byte contains terms of messages: ${way}`, async () => {
      assert.deepEqual(await lookFor(service, secrets[way]), { terms: 0, ends: 0 })
    })
  }

  test('text that was edited away is in the index as long as that version can be read', async () => {
    assert.equal((await lookFor(service, secrets.edited)).terms, termsOf(1, [secrets.edited]).split(' ').length)
  })

  test('the control: terms of a kept message are found in both', async () => {
    const { terms, ends } = await lookFor(service, secrets.kept)
    assert.equal(terms, termsOf(1, [secrets.kept]).split(' ').length)
    assert.ok(ends > terms / 2, `${ends} of ${terms} ends were found`)
  })
})

/** Other messages are indexed before and after each secret, so index pages are split and merged around it. */
async function fillAndRemove(service: TestService, channel: string): Promise<void> {
  const at = service.clock.now
  const gossip = createGossip(service, channel)
  const say = (id: keyof typeof secrets, from: string, sentAt = at) =>
    message(channel, sentAt, { id, from, content: { type: 'text', text: secrets[id] } })
  await gossip(4)
  await service.receive([say('expired', 'U2', at - 20 * dayMs), say('edited', 'U2'), say('kept', 'U2')])
  await gossip(2)
  await service.receive([say('unsent', 'U2'), say('erased', 'U1'), say('both', 'U2')])
  await gossip(4)
  const owner = await service.caller('U-owner')
  for (const secret of Object.values(secrets)) {
    const hits = await searchAll(owner, channel, { q: secret.slice(4, 8) })
    assert.equal(hits.length, 1, 'it was in the index')
  }
  await service.receive([
    unsent(channel, at, 'unsent'),
    edited(channel, at + 1, 'edited', 'small talk'),
    edited(channel, at + 1, 'both', 'more small talk'),
  ])
  await service.receive([unsent(channel, at, 'both')])
  await service.store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays: 10, limit: 100 })
  const by = { kind: 'operator' } as const
  await service.store.write<'erase-person'>({ kind: 'erase-person', by, at, userId: 'U1', channelId: null })
  await finishErasures(service.store, at)
  await gossip(2)
}

function createGossip(service: TestService, channel: string): (batches: number) => Promise<void> {
  let said = 0
  const say = () => {
    const text = `small talk ${++said} ${String.fromCodePoint(0x4e00 + said * 37)}雨が降る`
    return message(channel, service.clock.now + said, { from: 'U2', content: { type: 'text', text } })
  }
  return async (batches) => {
    for (let left = batches; left > 0; left--) {
      await service.receive(Array.from({ length: 40 }, say))
      await indexAll(service.store)
    }
  }
}

/** Counts terms that the index still has, and endings of terms anywhere in the files. */
async function lookFor({ environment: place }: TestService, secret: string): Promise<{ terms: number; ends: number }> {
  const held = await place.withSql(readTerms)
  const terms = termsOf(1, [secret]).split(' ')
  const ends = await findWords(
    place,
    terms.map((term) => term.slice(-5)),
  )
  return { terms: terms.filter((term) => held.has(term)).length, ends: ends.length }
}
