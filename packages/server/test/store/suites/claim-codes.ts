import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashClaimCode } from '../../../src/domain/channels/claim.ts'
import type { Authority } from '../../../src/ports/commands/authority.ts'
import { message } from '../../support/content/events.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../store-world.ts'

/** On a store whose operator requires a code to claim a group. */
export function claimCodesSuite(open: OpenStore): void {
  const world = shareStoreWorld(() => open('code'))
  const make = (code: string, options: { channelId?: string; by?: Authority; expiresAt?: number } = {}) =>
    world.store.write<'create-claim-code'>({
      kind: 'create-claim-code',
      by: options.by ?? operator,
      at: noon,
      hash: hashClaimCode(code),
      expiresAt: options.expiresAt ?? noon + 1000,
      channelId: options.channelId ?? null,
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

  test('a code can make one owner, once', async () => {
    const [one, two] = [await newChannel(), await newChannel()]
    await make('AAAA-0001')
    assert.equal(await claim(one, 'AAAA-0002'), undefined, 'another code')
    assert.equal(await claim(one, 'AAAA-0001'), 'U1')
    assert.equal(await claim(two, 'AAAA-0001'), undefined, 'already used')
  })

  test('a code can be typed in lower case and without its dash', async () => {
    await make('AAAA-0003')
    assert.equal(await claim(await newChannel(), 'aaaa0003'), 'U1')
  })

  test('an expired code is refused', async () => {
    const channel = await newChannel()
    await make('AAAA-0004', { expiresAt: noon + 1000 })
    assert.equal(await claim(channel, 'AAAA-0004', noon + 1000), undefined)
    assert.equal(await claim(channel, 'AAAA-0004', noon + 999), 'U1')
  })

  test('a code for one channel does not work in another, and is not used up there', async () => {
    const [one, two] = [await newChannel(), await newChannel()]
    await make('AAAA-0005', { channelId: one })
    assert.equal(await claim(two, 'AAAA-0005'), undefined)
    assert.equal(await claim(one, 'AAAA-0005'), 'U1')
  })

  test('only the operator can create codes, and only for channels that exist', async () => {
    const channel = await newChannel()
    const key = await world.key('U2')
    await assert.rejects(make('AAAA-0006', { by: key.by('owner') }), { code: 'permission-denied' })
    assert.equal(await claim(channel, 'AAAA-0006'), undefined)
    await assert.rejects(make('AAAA-0007', { channelId: 'C-nowhere' }), /No channel has the ID C-nowhere/)
  })
}
