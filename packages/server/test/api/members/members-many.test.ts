import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelGrant } from '../../../src/actions/access.ts'
import { createPictures } from '../../../src/actions/media/pictures.ts'
import { listMembers } from '../../../src/actions/members/members.ts'
import type { MemberRecord } from '../../../src/ports/records.ts'
import type { Store } from '../../../src/ports/store.ts'

const at = Date.parse('2026-03-10T12:00:00Z')
const record = (index: number): MemberRecord => ({
  userId: `U-${index}`,
  displayName: `Member ${index}`,
  role: 'member',
  joinedAt: at + index,
  leftAt: null,
  updatedAt: at,
  picture: null,
})

test('other work runs while thousands of members are listed', async () => {
  const store = { listMembers: async () => Array.from({ length: 3_000 }, (_, index) => record(index)) }
  const deps = {
    store: store as unknown as Store,
    clock: () => at,
    pictures: createPictures(() => 'http://inn.example'),
  }
  const grant = { channel: { channelNo: 1 } } as ChannelGrant
  let turns = 0
  let isListing = true
  const turn = () => {
    turns++
    if (isListing) setImmediate(turn)
  }
  setImmediate(turn)
  const { members } = await listMembers(deps, grant, {})
  isListing = false
  assert.equal(members.length, 3_000)
  assert.equal(members.at(-1)?.userId, 'U-2999')
  assert.ok(turns >= 5, `other work had ${turns} turns`)
})
