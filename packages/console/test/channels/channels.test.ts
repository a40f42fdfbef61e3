import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChannelCard } from '@innkeeper/contract'
import {
  anyChannel,
  backupStateOf,
  canTurnOnBackup,
  chooseChannels,
  isOwnerWarned,
} from '../../src/channels/choose-channels.ts'

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
  it('keeps the order of the service, with channels without access last', () => {
    assert.deepEqual(names({}), ['Crème Brûlée Club', 'ハイキング部', 'Old group', 'Guests only'])
  })

  it('finds a name however it is typed', () => {
    assert.deepEqual(names({ name: ' creme BRULEE' }), ['Crème Brûlée Club'])
    assert.deepEqual(names({ name: 'ﾊｲｷﾝｸﾞ' }), ['ハイキング部'])
    assert.deepEqual(names({ name: 'nothing like it' }), [])
  })

  it('is filtered by role, status and backup', () => {
    assert.deepEqual(names({ role: 'member' }), ['ハイキング部', 'Old group'])
    assert.deepEqual(names({ role: 'member', status: 'disabled' }), ['Old group'])
    assert.deepEqual(names({ backup: 'for-others' }), ['ハイキング部'])
  })

  it('puts channels with a warning first', () => {
    const raised = new Set(['Old group', 'Guests only'])
    assert.deepEqual(
      chooseChannels(cards, anyChannel, raised).map(({ name }) => name),
      ['Old group', 'Crème Brûlée Club', 'ハイキング部', 'Guests only'],
    )
  })

  it('shows the state of the backup for the caller', () => {
    assert.deepEqual(cards.map(backupStateOf), ['not-allowed', 'subscribed', 'for-others', 'off'])
    assert.equal(backupStateOf(card('Paused', { status: 'disabled' })), 'off', 'a disabled channel saves nothing new')
  })

  it('warns only the owner of a group without a backup, who can turn it on', () => {
    const none = { enabled: false, subscribed: false, allowed: true }
    const cases: [name: string, facts: Partial<ChannelCard>, canStart: boolean, isWarned: boolean][] = [
      ['a new group', { role: 'owner', backup: none }, true, true],
      ['a group that someone backs up', { role: 'owner', backup: { ...none, enabled: true } }, false, false],
      ['a group that the owner backs up', { role: 'owner' }, false, false],
      ['a member', { role: 'member', backup: none }, true, false],
      ['a private chat', { role: 'owner', type: 'user', backup: none }, true, false],
      ['a backup turned off', { role: 'owner', backup: { ...none, allowed: false } }, false, false],
      ['a disabled group', { role: 'owner', status: 'disabled', backup: none }, false, false],
      ['a guest', { role: 'guest', backup: { ...none, allowed: false } }, false, false],
    ]
    for (const [name, facts, canStart, isWarned] of cases) {
      const one = card(name, facts)
      assert.deepEqual([canTurnOnBackup(one), isOwnerWarned(one)], [canStart, isWarned], name)
    }
  })
})

function names(criteria: Partial<typeof anyChannel>): string[] {
  return chooseChannels(cards, { ...anyChannel, ...criteria }).map(({ name }) => name)
}

function card(name: string, rest: Partial<ChannelCard>): ChannelCard {
  return {
    channelId: name,
    name,
    platform: 'line',
    type: 'group',
    status: 'active',
    inChat: true,
    role: 'member',
    picture: '',
    memberCount: 3,
    backup: reading,
    lastMessageAt: null,
    activity: [],
    unread: 0,
    keepers: [],
    ...rest,
  }
}
