import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { receiveEvents } from '../../../src/actions/messages/receive-events.ts'
import { addTerms, removeTerms } from '../../../src/adapters/sql/search/search-terms.ts'
import { startService } from '../../../src/app/start-service.ts'
import { openCommandStore, storeLocation } from '../../../src/app/storage/open-store.ts'
import { foldText } from '../../../src/domain/search/search-words.ts'
import { flagTerm, indexVersion, senderTerm, termsOf } from '../../../src/domain/search/terms.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { idsOfHits, indexAll, readTerms, searchAll, searchPage } from '../../support/content/search.ts'
import { createCaller } from '../../support/http/caller.ts'
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
