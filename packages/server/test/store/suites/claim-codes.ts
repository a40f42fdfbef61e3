import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashClaimCode } from '../../../src/domain/channels/claim.ts'
import type { Authority } from '../../../src/ports/commands.ts'
import { message } from '../../support/content/events.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../store-world.ts'

/** On a store whose operator wants a code from whoever claims a group. */
export function claimCodesSuite(open: OpenStore): void {
  const world = shareStoreWorld(() => open('code'))
  const make = (code: string, wish: { channelId?: string; by?: Authority; expiresAt?: number } = {}) =>
    world.store.write<'create-claim-code'>({
      kind: 'create-claim-code',
      by: wish.by ?? operator,
      at: noon,
      hash: hashClaimCode(code),
      expiresAt: wish.expiresAt ?? noon + 1000,
      channelId: wish.channelId ?? null,
    })
  const claim = async (channelId: string, code: string, at = noon) => {
    const text = `/claim ${code}`
    const said = message(channelId, at, { from: 'U1', name: 'One', content: { type: 'text', text } })
    const reply = { token: 't', expiresAt: null, isOneUse: true, cost: 'free' } as const
    await world.receive({ ...said, reply })
    const { channelNo } = await world.look(channelId)
    return (await world.store.listMembers(channelNo, 'owner'))[0]?.userId
  }
  const newChannel = () => world.channel({ members: ['U1', 'U2'] })

  test('a code makes one owner, once', async () => {
    const [one, two] = [await newChannel(), await newChannel()]
    await make('AAAA-0001')
    assert.equal(await claim(one, 'AAAA-0002'), undefined, 'another code')
    assert.equal(await claim(one, 'AAAA-0001'), 'U1')
    assert.equal(await claim(two, 'AAAA-0001'), undefined, 'it is used up')
  })

  test('a code may be typed in small letters and without its dash', async () => {
    await make('AAAA-0003')
    assert.equal(await claim(await newChannel(), 'aaaa0003'), 'U1')
  })

  test('a code that has expired is worth nothing', async () => {
    const channel = await newChannel()
    await make('AAAA-0004', { expiresAt: noon + 1000 })
    assert.equal(await claim(channel, 'AAAA-0004', noon + 1000), undefined)
    assert.equal(await claim(channel, 'AAAA-0004', noon + 999), 'U1')
  })

  test('a code for one channel opens no other, and is not spent on it', async () => {
    const [one, two] = [await newChannel(), await newChannel()]
    await make('AAAA-0005', { channelId: one })
    assert.equal(await claim(two, 'AAAA-0005'), undefined)
    assert.equal(await claim(one, 'AAAA-0005'), 'U1')
  })

  test('only the operator makes codes, and only for channels that exist', async () => {
    const channel = await newChannel()
    const key = await world.key('U2')
    await assert.rejects(make('AAAA-0006', { by: key.by('owner') }), { code: 'permission-denied' })
    assert.equal(await claim(channel, 'AAAA-0006'), undefined)
    await assert.rejects(make('AAAA-0007', { channelId: 'C-nowhere' }), /No channel has the id C-nowhere/)
  })
}
