import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@innkeeper/contract'
import { createRandom } from '@innkeeper/testdata'
import {
  decidePlatformRoles,
  type PlatformRole,
  type RankedMember,
  type ReportedAdmins,
} from '../../../src/domain/members/platform-role.ts'

/** `role`, then what the platform last said: `-` for nothing. `gone`: they left. */
function member(userId: string, text: string): RankedMember {
  const [role, platformRole, gone] = text.split(' ') as [Role, PlatformRole | '-', string | undefined]
  return { userId, role, platformRole: platformRole === '-' ? null : platformRole, isHere: gone === undefined }
}

function reportOf({ owner, admins = [] }: { owner?: string; admins?: string[] }): ReportedAdmins {
  return {
    owner: owner === undefined ? undefined : { userId: owner },
    admins: admins.map((userId) => ({ userId })),
  }
}

type Case = [
  what: string,
  members: Record<string, string>,
  report: { owner?: string; admins?: string[] },
  roles: Record<string, string>,
]

const cases: Case[] = [
  ['the creator becomes the owner', { mai: 'member -' }, { owner: 'mai' }, { mai: 'owner owner' }],
  ['a creator who is unknown becomes a member and owner', {}, { owner: 'mai' }, { mai: 'owner owner' }],
  ['a guest becomes the owner', { mai: 'guest -' }, { owner: 'mai' }, { mai: 'owner owner' }],
  [
    'administrators become admins',
    { ken: 'guest -' },
    { admins: ['ken', 'ann'] },
    { ken: 'admin admin', ann: 'admin admin' },
  ],
  [
    'the same report again changes nothing',
    { mai: 'owner owner', ken: 'admin admin' },
    { owner: 'mai', admins: ['ken'] },
    {},
  ],
  ['an administrator who is no longer one', { ken: 'admin admin' }, {}, { ken: 'member member' }],
  ['a role given in the channel stays', { ken: 'member admin', ann: 'admin -' }, { admins: ['ken'] }, {}],
  [
    'it ends with the next change on the platform',
    { ken: 'member admin', ann: 'admin -' },
    { admins: ['ann'] },
    { ken: 'member member', ann: 'admin admin' },
  ],
  [
    'an admin of the channel who was made one on the platform, too',
    { ann: 'admin admin' },
    {},
    { ann: 'member member' },
  ],
  ['a demotion on the platform makes no guest a member', { ken: 'guest admin' }, {}, { ken: 'guest member' }],
  [
    'ownership follows, and the previous owner becomes what the platform says',
    { mai: 'owner owner', ken: 'admin admin' },
    { owner: 'ken', admins: ['mai'] },
    { mai: 'admin admin', ken: 'owner owner' },
  ],
  [
    'a previous owner who is an ordinary member there',
    { mai: 'owner owner', ken: 'member -' },
    { owner: 'ken' },
    { mai: 'member member', ken: 'owner owner' },
  ],
  [
    'an owner by other means gives way to that of the platform',
    { mai: 'member owner', ann: 'owner -' },
    { owner: 'mai' },
    { ann: 'member member', mai: 'owner owner' },
  ],
  ['without a named owner there is none', { mai: 'owner owner' }, {}, { mai: 'member member' }],
  [
    'an owner by other means stays if none is named',
    { ann: 'owner -', ken: 'member -' },
    { admins: ['ken'] },
    { ken: 'admin admin' },
  ],
  ['a creator who left the chat', { mai: 'member - gone', ann: 'owner -' }, { owner: 'mai' }, {}],
  ['an administrator who left the chat', { ken: 'member - gone' }, { admins: ['ken'] }, {}],
  ['a creator who came back', { mai: 'member -' }, { owner: 'mai' }, { mai: 'owner owner' }],
  [
    'someone listed twice',
    {},
    { owner: 'mai', admins: ['mai', 'ken', 'ken'] },
    { ken: 'admin admin', mai: 'owner owner' },
  ],
]

for (const [what, members, report, roles] of cases) {
  test(`roles of the platform: ${what}`, () => {
    const known = Object.entries(members).map(([userId, text]) => member(userId, text))
    const updates = decidePlatformRoles(known, reportOf(report))
    const found = Object.fromEntries(
      updates.map(({ userId, role, platformRole }) => [userId, `${role} ${platformRole}`]),
    )
    assert.deepEqual(found, roles)
  })
}

test('neither bots nor senders who stand for several people get a role', () => {
  const report = {
    owner: { userId: 'group', isShared: true },
    admins: [
      { userId: 'other-bot', isBot: true },
      { userId: 'channel', isShared: true },
    ],
  }
  assert.deepEqual(decidePlatformRoles([], report), [])
})

test('a person who is new has the name that the platform sends', () => {
  const [update] = decidePlatformRoles([], { owner: { userId: 'mai', displayName: 'Mai' }, admins: [] })
  assert.deepEqual(update, {
    userId: 'mai',
    displayName: 'Mai',
    before: undefined,
    role: 'owner',
    platformRole: 'owner',
  })
})

test('after any reports and changes there is at most one owner, and repeating a report changes nothing', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  for (let seed = 0; seed < 500; seed++) {
    const random = createRandom(`roles ${seed}`)
    let members: RankedMember[] = []
    for (let step = 0; step < 12; step++) {
      const owner = random.chance(80) ? random.pick(ids) : undefined
      const report = reportOf({
        ...(owner === undefined ? {} : { owner }),
        admins: ids.filter(() => random.chance(40)),
      })
      const before = members
      const updates = decidePlatformRoles(before, report)
      members = applied(before, updates)
      const owners = members.filter(({ role }) => role === 'owner')
      assert.ok(owners.length <= 1, `seed ${seed}`)
      const isNamedHere = members.some(({ userId, isHere }) => userId === owner && isHere)
      if (isNamedHere) assert.equal(owners[0]?.userId, owner, `seed ${seed}: the named owner owns it`)
      for (const { userId, role, platformRole } of before.filter(({ isHere }) => !isHere)) {
        assert.ok(
          members.some((one) => one.userId === userId && one.role === role && one.platformRole === platformRole),
          `seed ${seed}: someone who left stays as they are`,
        )
      }
      const owning = updates.findIndex(({ role }) => role === 'owner')
      assert.ok(owning === -1 || owning === updates.length - 1, 'the new owner comes last')
      assert.deepEqual(decidePlatformRoles(members, report), [], `seed ${seed}: the same report again`)
      members = members.map((one) => changed(one, random.below(12)))
    }
  }
})

/** What may happen between two reports: someone leaves, comes back, or gets another role in the channel. */
function changed(one: RankedMember, draw: number): RankedMember {
  if (draw === 0 && one.isHere) {
    return { ...one, isHere: false, platformRole: null, role: one.role === 'guest' ? 'guest' : 'member' }
  }
  if (draw === 1) return { ...one, isHere: true }
  const given = draw === 2 ? 'admin' : draw === 3 ? 'member' : draw === 4 ? 'guest' : undefined
  return given && one.isHere && one.role !== 'owner' ? { ...one, role: given } : one
}

function applied(members: RankedMember[], updates: ReturnType<typeof decidePlatformRoles>): RankedMember[] {
  const written = new Map(members.map((one) => [one.userId, one]))
  for (const { userId, role, platformRole } of updates)
    written.set(userId, { userId, role, platformRole, isHere: true })
  return [...written.values()]
}
