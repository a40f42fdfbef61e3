import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask, hours, openTrialGroups } from '../../support/trial-groups.ts'

const { service, owner, openTrialGroup } = await openTrialGroups()

describe('a draft is explained as if it were saved', () => {
  test('a new rule answers beside the saved ones, and nothing is saved', async () => {
    const group = await openTrialGroup([{ ...hours, keywords: ['closed'] }])
    const draft = { keywords: ['opening hours'], question: 'Hours?', answer: 'From 8, {name}.', picture: null }
    const { ruleId, texts, rules, silence } = await group.explain({ text: ask, rule: draft })
    assert.deepEqual([ruleId, texts, silence], ['draft', ['From 8, Name of U-owner.'], null])
    assert.deepEqual(
      rules.map(({ question, matchedBy }) => [question, matchedBy]),
      [
        ['Hours?', 'opening hours'],
        [hours.question, null],
      ],
    )
    assert.equal((await group.explain({ text: ask })).silence, 'no-rule', 'the draft was not saved')
  })

  test('a changed rule replaces its saved form, also for a message that the saved one answered', async () => {
    const group = await openTrialGroup([hours])
    const [id = ''] = group.ruleIds
    const messageId = await group.say()
    assert.deepEqual((await group.explain({ messageId })).texts, ['From 9 to 18, Name of U-mai.'])
    const draft = { ...hours, id, answer: 'Closed.' }
    assert.deepEqual((await group.explain({ messageId, rule: draft })).texts, ['Closed.'])
    const deaf = await group.explain({ text: ask, rule: { ...draft, keywords: ['sauna'] } })
    assert.deepEqual([deaf.ruleId, deaf.silence, deaf.ruleCount], [null, 'no-rule', 1])
  })

  test('only an admin can send one, and one that could not be saved is refused with its field', async () => {
    const group = await openTrialGroup([hours])
    const messageId = await group.say()
    const member = await service.caller('U-mai')
    await member.post(`${group.path}/backup/subscribe`)
    const rule = { ...hours, keywords: ['x'] }
    assert.equal((await member.post(`${group.path}/assistant/explain`, { messageId })).status, 200)
    assert.equal((await member.post(`${group.path}/assistant/explain`, { messageId, rule })).status, 403)
    const bad = await owner.post(`${group.path}/assistant/explain`, {
      text: ask,
      rule: { ...hours, keywords: ['('], match: 'regex' },
    })
    assert.deepEqual(
      [bad.status, /^rule\.keywords\[0\] "\(" is not a valid pattern/.test(bad.body.error)],
      [400, true],
      bad.text,
    )
  })
})
