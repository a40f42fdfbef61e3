import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { issueClaimCode } from '../../../src/actions/storage/operator.ts'
import { botAdded, joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

// Who becomes the owner with /claim, written by hand like the permission matrix of the routes: `yes`, `no`, or `code` if only
// a code from the operator helps. Each cell has its own group. A claim that is refused must leave the role as it was.
//
// before: was in the group before the bot; newcomer: joined after it, a second ago; settled: joined after it, two days ago;
// guest: made one by the owner, or by the setting for new members; admin: made one by the owner; former: owned the group,
// left and came back; demoted: owned it, handed it over, and was then made a member by the owner.

const table = `
                          before newcomer settled guest admin former demoted
never owned, first         yes     code     yes     no    –     –      –
never owned, code          code    code     code    no    –     –      –
never owned, off           no      no       no      no    –     –      –
owned now, first           no      no       no      no    no    no     no
owner left, admin there    no      no       no      no    yes   yes    no
owner left, no admin       code    code     code    no    –     yes    code
owner left, admin, code    no      no       no      no    code  code   no
owner left, admin, off     no      no       no      no    no    no     no
`

const day = 24 * 60 * 60_000
const [claimants = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const rows = lines.map((words) => ({
  situation: words.slice(0, -claimants.length).join(' '),
  cells: words.slice(-claimants.length),
}))

const services: Record<string, TestService> = {}
for (const policy of ['first', 'code', 'off']) services[policy] = await startTestService({ INNKEEPER_CLAIM: policy })
let groups = 0

describe('Who becomes the owner with /claim', () => {
  for (const { situation, cells } of rows) {
    test(situation, async () => {
      for (const [at, wanted] of cells.entries()) {
        const claimant = claimants[at] ?? ''
        if (wanted === '–') continue
        const without = await claim(situation, claimant, false)
        assert.equal(without, wanted === 'yes', `${claimant} without a code`)
        if (wanted !== 'yes')
          assert.equal(await claim(situation, claimant, true), wanted === 'code', `${claimant} with one`)
      }
    })
  }
})

/** Whether this person owns a group in this situation after claiming it. */
async function claim(situation: string, claimant: string, withCode: boolean): Promise<boolean> {
  const policy = /, (code|off)$/.exec(situation)?.[1] ?? 'first'
  const service = services[policy]
  assert.ok(service)
  const { clock, store } = service
  const group = `C-claim-${++groups}`
  const past = clock.now - 3 * day
  const say = (text: string, at: number) => ({
    ...message(group, at, { from: 'U-one', content: { type: 'text', text } }),
    reply: { token: `right-${groups}-${at}`, expiresAt: at + 60_000, isOneUse: true, cost: 'free' as const },
  })
  const operator = { by: { kind: 'operator' }, at: past, channelId: group } as const
  const give = (userId: string, role: 'admin' | 'member' | 'guest') =>
    store.write<'change-role'>({ kind: 'change-role', ...operator, userId, role })
  const own = (userId: string) => store.write<'hand-over-owner'>({ kind: 'hand-over-owner', ...operator, userId })

  await service.receive([botAdded(group, past), joined(group, past - 1, 'U-owner'), joined(group, past - 1, 'U-admin')])
  const arrivals = { newcomer: clock.now - 1_000, settled: clock.now - 2 * day, before: past - 1 } as const
  await service.receive([joined(group, arrivals[claimant as keyof typeof arrivals] ?? past - 1, 'U-one')])
  const wasOwned = !situation.startsWith('never')
  if (wasOwned && (claimant === 'former' || claimant === 'demoted')) await own('U-one')
  if (wasOwned) await own('U-owner')
  if (claimant === 'demoted') await give('U-one', 'member')
  if (claimant === 'former') await service.receive([left(group, past + 1, 'U-one'), joined(group, past + 2, 'U-one')])
  if (claimant === 'admin' || claimant === 'guest') await give('U-one', claimant)
  if (situation.includes('admin there') || situation.includes('admin, ')) await give('U-admin', 'admin')
  if (situation.startsWith('owner left')) await service.receive([left(group, past + 10, 'U-owner')])

  const roleOf = async () => (await (await service.caller('U-one')).get(`/api/channels/${group}`)).body.role
  const before = await roleOf()
  const code = withCode
    ? ` ${await issueClaimCode({ store, clock: () => clock.now }, { channelId: group, expiresAt: clock.now + day })}`
    : ''
  await service.receive([say(`/claim${code}`, clock.now)])
  const after = await roleOf()
  if (after !== 'owner') assert.equal(after, before, 'a refused claim changes nothing')
  return after === 'owner'
}
