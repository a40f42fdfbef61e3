import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { receiveEvents } from '../../../src/actions/messages/receive-events.ts'
import { renewIndex } from '../../../src/adapters/sql/search/renew-index.ts'
import { addTerms, removeTerms } from '../../../src/adapters/sql/search/search-terms.ts'
import { startService } from '../../../src/app/start-service.ts'
import { openCommandStore, storeLocation } from '../../../src/app/storage/open-store.ts'
import { foldText } from '../../../src/domain/search/search-words.ts'
import { flagTerm, indexVersion, senderTerm, termsOf } from '../../../src/domain/search/terms.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOfHits, indexAll, readTerms, searchAll, searchPage } from '../../support/content/search.ts'
import { type Caller, createCaller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

test('an index built by other rules is rebuilt, and nothing of an unsent message remains in it', async () => {
  const testService = await startTestService()
  const { authorization } = await testService.caller('U-owner')
  const channel = await testService.channel('C1', { owner: 'U-owner', members: ['U1'], subscribers: ['U-owner'] })
  const say = (id: string, text: string) =>
    message(channel, testService.clock.now, { id, content: { type: 'text', text } })
  await testService.receive([say('lake', '湖の写真'), say('hill', '山の写真')])
  await testService.receive(Array.from({ length: 500 }, (_, index) => say(`m${index}`, `small talk ${index}`)))
  await indexAll(testService.store)
  await testService.stop()
  const held = await testService.environment.withSql(async (sql) => {
    // As a different fold would have left it: our terms neither find nor delete it.
    const { doc } = (await sql.get<{ doc: number }>('select min(doc) as doc from search_docs')) ?? { doc: 0 }
    await removeTerms(sql, { channelNo: 1, doc }, termsOf(1, ['湖の写真']))
    await addTerms(sql, { channelNo: 1, doc }, '10000abc 10000abd')
    await sql.run("update facts set value = 'of another time' where name = 'index_version'")
    return await readTerms(sql)
  })

  const service = await startService(testService.config, { clock: () => testService.clock.now })
  const owner = createCaller(service.url, authorization)
  for (let isComplete = false; !isComplete; await pause(5)) {
    const page = await searchPage(owner, channel, { q: '写真' })
    isComplete = page.isComplete
    if (isComplete) assert.deepEqual(idsOfHits(page.hits), ['hill', 'lake'])
  }
  assert.equal((await searchAll(owner, channel, { q: 'talk', limit: 100 })).length, 500)

  const store = await openCommandStore(storeLocation(testService.config))
  const events = [unsent(channel, testService.clock.now, 'lake')]
  await receiveEvents({ store, clock: () => testService.clock.now }, { platform: 'fake', events, unread: [] })
  assert.deepEqual(idsOfHits(await searchAll(owner, channel, { q: '写真' })), ['hill'])
  await store.close()
  await service.stop()
  const left = await testService.environment.withSql(readTerms)
  const gone = [...termsOf(1, ['湖の']).split(' '), '10000abc', '10000abd']
  assert.deepEqual(
    gone.filter((term) => left.has(term)),
    [],
  )
  assert.ok(left.has(termsOf(1, ['山の'])), 'the control: the other message is there')
  assert.ok(left.size < held.size, 'and there are fewer than before')
})

test('while the index is rebuilt and messages arrive, every search finds everything, or says that it is incomplete', async () => {
  const service = await startTestService()
  const owner = await service.caller('U-owner')
  const channel = await service.channel('C1', { owner: 'U-owner', members: ['U1'], subscribers: ['U-owner'] })
  const say = (id: string, text: string) => message(channel, service.clock.now, { id, content: { type: 'text', text } })
  await service.receive([say('lake', '湖の写真'), say('hill', '山の写真')])
  // So many that there are several steps.
  for (let at = 0; at < 3_000; at += 500) {
    await service.receive(Array.from({ length: 500 }, (_, index) => say(`m${at + index}`, `small talk ${at + index}`)))
  }
  const isRebuilding = () =>
    service.environment.withSql(
      async (sql) => (await sql.get('select 1 from channels where past_time is not null limit 1')) !== undefined,
    )
  const expected = ['hill', 'lake']
  let during = 0
  for (let rounds = 0; during === 0; rounds++) {
    assert.ok(rounds < 20, 'control: some searches run while the index is rebuilt')
    await indexAll(service.store)
    await service.environment.withSql(renewIndex)
    for (let isLast = false; !isLast; ) {
      isLast = !(await isRebuilding())
      const id = `new-${expected.length}`
      await service.receive([say(id, '新しい写真')])
      expected.unshift(id)
      const { ids, isComplete } = await findAll(owner, channel, '写真')
      if (isComplete) assert.deepEqual(ids, expected)
      else assert.ok(!isLast, 'a search is complete once the index is')
      if (await isRebuilding()) during++
    }
  }
})

/** From the first page to the last. `isComplete` is false if any of them said so. */
async function findAll(caller: Caller, channel: string, q: string): Promise<{ ids: string[]; isComplete: boolean }> {
  const found: { ids: string[]; isComplete: boolean } = { ids: [], isComplete: true }
  for (let asked: Record<string, string> = { q }; ; ) {
    const page = await searchPage(caller, channel, asked)
    found.ids.push(...idsOfHits(page.hits))
    found.isComplete &&= page.isComplete
    if (page.nextCursor === null) return found
    asked = { cursor: page.nextCursor }
  }
}

test('a change to how text is folded or split into terms needs a new index version', () => {
  const hash = createHash('sha256')
  // These ranges contain every character that folds to something other than itself.
  for (const [from, to] of [
    [0, 0x1ffff],
    [0x2f800, 0x2fa1f],
  ] as const) {
    let folded = ''
    for (let point = from; point <= to; point++) folded += `${foldText(`a${String.fromCodePoint(point)}`).loose.units} `
    hash.update(folded)
  }
  hash.update(
    termsOf(12_345, ['two texts', 'at 7, 明日の写真'], [senderTerm('U1'), flagTerm('link'), flagTerm('sticker')]),
  )
  assert.deepEqual([indexVersion, hash.digest('hex').slice(0, 16)], ['2, Unicode 17.0', '9dc5e0dd6826f5f0'])
})
