import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SearchHit } from '@innkeeper/contract'
import { indexAll, searchAll } from '../../support/content/search.ts'
import { fillSearchGroup } from '../../support/content/search-group.ts'
import { startTestService } from '../../support/test-service.ts'

// Searches of one group, and everything that each of them finds, newest first. `bot` is what the bot said.

const service = await startTestService()
const channel = 'C-cases'
await fillSearchGroup(service, channel)
const owner = await service.caller('U-owner')

type Case = [q: string, expected: string, filters?: Record<string, string>]

const cases: Record<string, Case[]> = {
  'several words': [
    ['keys boathouse', 'locked keys'],
    ['boathouse keys', 'locked keys'],
    ['BOATHOUSE   Keys', 'locked keys'],
    ['house key', 'locked keys'],
    ['keys boathouse lake', ''],
    ['lake boathouse', 'place'],
    ['keys　boathouse', 'locked keys'],
    ['boathouse', 'bot place plan locked keys old'],
    ['a', 'bot ask code mixed de vi place plan mail www enin nine blue red cafés café cafe locked keys old'],
    ['写真 明日', 'ja2 ja1'],
    ['明日 cafe', ''],
    ['7pm BBQ', 'mixed'],
    ['明天 集合', 'zh2'],
    ['ร้าน ใหม่', 'th2'],
    ['القارب أزرق', 'ar2'],
  ],
  phrases: [
    ['"see you at"', 'nine'],
    ['“see you”', 'enin nine'],
    ['"you see"', ''],
    ['"to the boathouse" keys', 'keys'],
    ['"see you', 'enin nine'],
    ['"明日の写真"', 'ja1'],
    ['"type:poem"', 'mail'],
  ],
  exclusions: [
    ['umbrella -red', 'blue'],
    ['umbrella -"a red"', 'blue'],
    ['umbrella -blue -red', ''],
    ['-from:Mika umbrella', 'blue'],
    ['boathouse -type:file -type:bot after:2026-03-05', 'place locked keys'],
    ['写真 -送って', 'ja2'],
  ],
  'parts of words in any script': [
    ['傘', 'zh1 ja4'],
    ['写真', 'ja2 ja1'],
    ['八點', 'zh1'],
    ['パーティー', 'ja5'],
    ['ร้าน', 'th2 th1'],
    ['ขอบ', 'thanks'],
    ['🎉', 'mixed'],
    ['strasse', 'de'],
  ],
  accents: [
    ['cafe', 'mixed cafés place café cafe'],
    ['café', 'mixed cafés place café cafe'],
    ['müller grusse', 'de'],
    ['gruße', 'de'],
    ['lodz', 'pl'],
    ['oeuvre', 'fr'],
    ['ca phe da nang', 'vi'],
    ['مرحبا بكم', 'ar1'],
    ['ازرق', 'ar2'],
    ['שלום', 'he'],
    ['елка', 'ru1'],
  ],
  'near misses': [
    ['boathuose', ''],
    ['umbrelas', ''],
    ['かんばって', ''],
    ['ハーティー', ''],
    ['мои дом', ''],
    ['слава мой', ''],
    ['ราน', ''],
    ['nine at', 'enin nine'],
    ['"nine at"', ''],
    ['opening', 'ask'],
  ],
  filters: [
    ['from:Mika boathouse', 'plan keys old'],
    ['from:"sam boat" boathouse', 'place locked'],
    ['from:U3', 'mixed ja5 ja3 ja2 ja1'],
    ['from:美', 'mixed ja5 ja3 ja2 ja1'],
    ['from:mika from:sam type:image', 'photo2 photo'],
    ['from:nobody boathouse', ''],
    ['type:photo', 'photo2 photo'],
    ['TYPE:sticker', 'thanks'],
    ['type:bot', 'bot'],
    ['has:link', 'bot www cafés'],
    ['has:link boats', 'www'],
    ['before:2026-03-10', 'old'],
    ['boathouse before:2026-03-01 after:2026-02-27', 'old'],
    ['boathouse after:2026-03-09 type:file', 'plan'],
    ['', 'photo', { sender: 'U1', type: 'image' }],
    ['', 'old', { from: '2026-02-01', to: '2026-03-09' }],
    ['boathouse', 'bot', { hasLink: 'true' }],
    ['boats', 'mail', { hasLink: 'false' }],
  ],
  'names of senders': [
    ['mika', 'locked'],
    ['mika boathouse', 'plan locked keys old'],
    ['mika type:image', 'photo'],
    ['müller jutro', 'pl'],
    ['sam boatman', ''],
    ['美香 写真', 'ja2 ja1'],
  ],
  'earlier versions and the bot': [
    ['gate 4711', 'code'],
    ['secret moved', 'code'],
    ['secret 4711', ''],
    ['4711 -moved', ''],
    ['noon club', 'bot'],
    ['from:mika 4711', 'code'],
    ['boathouse -noon type:bot', ''],
  ],
}

const nameOf = ({ item }: SearchHit) => (item.kind === 'answer' ? 'bot' : item.id)

const order = (await searchAll(owner, channel, { q: '-nothingatall', order: 'desc', limit: 100 })).map(nameOf)

/** The table names what is found; the conversation says in which order. */
function inTime(one: string, other: string): number {
  return order.indexOf(one) - order.indexOf(other)
}

for (const state of ['before they are indexed', 'in the index']) {
  for (const [what, list] of Object.entries(cases)) {
    describe(`${what}, ${state}`, () => {
      for (const [q, expected, filters] of list) {
        test(`${q} ${filters ? JSON.stringify(filters) : ''}`, async () => {
          if (state === 'in the index') await indexAll(service.store)
          const asked = { ...(q !== '' && { q }), ...filters, order: 'desc', limit: 7 }
          const found = (await searchAll(owner, channel, asked)).map(nameOf)
          const wanted = expected.split(' ').filter((id) => id !== '')
          assert.deepEqual(found, [...wanted].sort(inTime))
        })
      }
    })
  }
}

test('there are sixty cases and more, and some that find nothing', () => {
  const all = Object.values(cases).flat()
  assert.ok(all.length >= 60, `${all.length}`)
  assert.ok(all.filter(([, expected]) => expected === '').length >= 10)
})
