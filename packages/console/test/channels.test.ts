import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChannelCard } from '@innkeeper/contract'
import { anyChannel, backupStateOf, chooseChannels } from '../src/channels/choose-channels.ts'

const reading = { enabled: true, subscribed: true, allowed: true }
const cards = [
  card('Guests only', { role: 'guest', backup: { enabled: true, subscribed: false, allowed: false } }),
  card('Crème Brûlée Club', { role: 'owner' }),
  card('ハイキング部', { role: 'member', backup: { enabled: true, subscribed: false, allowed: true } }),
  card('Old group', {
    role: 'member',
    status: 'disabled',
    backup: { enabled: false, subscribed: false, allowed: true },
  }),
]

describe('the list of channels', () => {
  it('keeps the order of the service, with closed doors last', () => {
    assert.deepEqual(names({}), ['Crème Brûlée Club', 'ハイキング部', 'Old group', 'Guests only'])
  })

  it('finds a name however it is typed', () => {
    assert.deepEqual(names({ name: ' creme BRULEE' }), ['Crème Brûlée Club'])
    assert.deepEqual(names({ name: 'ﾊｲｷﾝｸﾞ' }), ['ハイキング部'])
    assert.deepEqual(names({ name: 'nothing like it' }), [])
  })

  it('narrows by role, status and backup', () => {
    assert.deepEqual(names({ role: 'member' }), ['ハイキング部', 'Old group'])
    assert.deepEqual(names({ role: 'member', status: 'disabled' }), ['Old group'])
    assert.deepEqual(names({ backup: 'kept' }), ['ハイキング部'])
  })

  it('says what a backup is to its reader', () => {
    assert.deepEqual(cards.map(backupStateOf), ['not-allowed', 'subscribed', 'kept', 'not-kept'])
  })
})

function names(wish: Partial<typeof anyChannel>): string[] {
  return chooseChannels(cards, { ...anyChannel, ...wish }).map(({ name }) => name)
}

function card(name: string, rest: Partial<ChannelCard>): ChannelCard {
  return {
    channelId: name,
    name,
    type: 'group',
    status: 'active',
    role: 'member',
    picture: '',
    memberCount: 3,
    backup: reading,
    lastMessageAt: null,
    activity: [],
    keepers: [],
    ...rest,
  }
}
