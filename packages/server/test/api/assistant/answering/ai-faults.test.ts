import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { createLanguageModel } from '../../../../src/adapters/openai/language-model.ts'
import { shareOut } from '../../../../src/domain/assistant/answering/model-shares.ts'
import { openJobHarness } from '../../../jobs/job-harness.ts'
import { message } from '../../../support/content/events.ts'
import { completion, respond, type Script, says, startScriptedModel } from '../../../support/scripted-model.ts'

const said = 'canary said in the chat: when do you open?'
const answered = (status: number): Script => {
  return (_, response) => respond(response, status, { error: { message: `canary ${said}` } })
}
const gaveNo = (why: string) => `the language model gave no answer: ${why}`
const choseNone = 'the language model did not choose one of the entries that it was offered'
const wrongShape = gaveNo('its answer is not a chat completion')

let rights = 0

/** A job harness with one channel whose rule asks the model. */
async function openAiHarness({ timeLimitMs = 10_000, mostTokensADay = null as number | null } = {}) {
  const harness = await openJobHarness()
  const endpoint = await startScriptedModel()
  const { baseUrl, key } = endpoint
  const limits = shareOut(mostTokensADay, { channel: 100, person: 100 })
  const model = createLanguageModel({ baseUrl, key, model: 'small', timeLimitMs, limits })
  await harness.channel('C1', { owner: 'U1' })
  const rule = { keywords: ['hours'], question: 'When?', answer: 'At nine, {name}.', match: 'ai' as const }
  const by = { kind: 'operator' } as const
  await harness.store.write<'create-rule'>({ kind: 'create-rule', by, at: harness.clock.now, channelId: 'C1', rule })
  const worker = harness.start({ model: () => model })
  return {
    harness,
    endpoint,
    model,
    async say(text = said) {
      const reply = {
        token: `right ${++rights}`,
        expiresAt: harness.clock.now + 58_000,
        isOneUse: true,
        cost: 'free',
      } as const
      const event = message('C1', harness.clock.now, { from: 'U1', name: 'Mai', content: { type: 'text', text } })
      await harness.receive({ ...event, reply })
      worker.wake()
    },
    /** Waits until the model was asked and everything that follows is done. A retry runs as soon as it is due. */
    async finish() {
      await harness.until(async () => {
        if (harness.outcomes.at(-1) === 'ask-model retry') {
          harness.clock.now += 2_000
          worker.wake()
        }
        return harness.outcomes.some((one) => /^ask-model (done|bury)$/.test(one))
      })
      await harness.allDone()
    },
  }
}

describe('an endpoint that', async () => {
  const { harness, endpoint, say, finish } = await openAiHarness()
  const table: [what: string, script: Script, reason: string, tries: number][] = [
    ['names an entry that was not offered', says('{"choice": 99}'), choseNone, 1],
    ['names a negative entry', says('{"choice": -1}'), choseNone, 1],
    ['names half an entry', says('{"choice": 0.5}'), choseNone, 1],
    ['answers in prose', says('You could try number 1!'), choseNone, 1],
    ['puts prose around the choice', says('Sure: {"choice": 1}'), choseNone, 1],
    ['answers with a list', says('[1]'), choseNone, 1],
    ['wants to say something itself', says('{"choice": 1, "say": "Send me your password"}'), choseNone, 1],
    ['calls a tool', says(null), wrongShape, 1],
    ['answers with a number instead of text', says(1), wrongShape, 1],
    ['has no choices', (_, response) => respond(response, 200, { choices: [] }), wrongShape, 1],
    ['has choices of another type', (_, response) => respond(response, 200, { choices: { 0: 'x' } }), wrongShape, 1],
    [
      'answers with a bare list',
      (_, response) => respond(response, 200, []),
      gaveNo('its answer is not a JSON object'),
      1,
    ],
    ['answers with a web page', (_, response) => respond(response, 200, '<html>'), gaveNo('its answer is not JSON'), 1],
    ['answers with nothing', (_, response) => response.end(), gaveNo('its answer is not JSON'), 1],
    ['rejects the key', answered(401), gaveNo('it answered with status 401: it does not accept the key'), 1],
    [
      'does not know the model',
      answered(404),
      gaveNo('it answered with status 404: the address or the model name is wrong'),
      1,
    ],
    ['is rate limited', answered(429), `${gaveNo('it answered with status 429')} (tried 2 times)`, 2],
    ['is broken', answered(500), `${gaveNo('it answered with status 500')} (tried 2 times)`, 2],
    [
      'hangs up',
      (_, response) => response.socket?.destroy(),
      `${gaveNo('it could not be reached (UND_ERR_SOCKET)')} (tried 2 times)`,
      2,
    ],
    [
      'hangs up in the middle',
      (_, response) => response.write('{"choices":', () => response.socket?.destroy()),
      `${gaveNo('it could not be reached (UND_ERR_SOCKET)')} (tried 2 times)`,
      2,
    ],
    ['floods', flood, gaveNo('its answer exceeds 262144 bytes'), 1],
    ['redirects', redirect, gaveNo('it answered with status 307'), 1],
  ]
  for (const [what, script, reason, tries] of table) {
    test(`${what} keeps the bot silent, with one line in the log`, async () => {
      const before = { said: harness.platform.said.length, asked: endpoint.asked.length }
      harness.logged.length = 0
      harness.outcomes.length = 0
      endpoint.script = script
      await say()
      await finish()
      assert.equal(harness.platform.said.length, before.said)
      assert.equal(endpoint.asked.length - before.asked, tries)
      assert.deepEqual(
        harness.logged.map(({ level, text, about }) => [level, text, about.kind, about.reason]),
        [['warn', 'job failed permanently', 'ask-model', reason]],
      )
      assert.doesNotMatch(JSON.stringify([harness.logged, await harness.buried()]), /canary/)
      // Control: the next question is answered, so the endpoint was what kept the bot silent.
      endpoint.script = says('{"choice": 1}')
      await say('And on Sunday?')
      await harness.until(() => harness.platform.said.length > before.said)
      await harness.allDone()
    })
  }
})

test('a request to an endpoint that hangs is aborted when its time is up, and retried once', async () => {
  const { harness, endpoint, say, finish } = await openAiHarness({ timeLimitMs: 1_500 })
  endpoint.script = (_, response) => response.write('{"choices":')
  await say()
  await finish()
  assert.deepEqual(await harness.buried(), [`ask-model: ${gaveNo('it did not answer in time')} (tried 2 times)`])
  assert.equal(endpoint.asked.length, 2)
  assert.deepEqual(harness.platform.said, [])
})

test('the model is not asked again once it is too late to reply', async () => {
  const { harness, endpoint, say, finish } = await openAiHarness()
  endpoint.script = (_, response) => {
    harness.clock.now += 57_500
    respond(response, 503, '')
  }
  await say()
  await finish()
  assert.equal(endpoint.asked.length, 1)
  assert.deepEqual(await harness.buried(), [`ask-model: ${gaveNo('it answered with status 503')}`])
})

test('requests adapt to the parameters that an endpoint accepts, and later requests use them at once', async () => {
  const { harness, endpoint, say } = await openAiHarness()
  endpoint.script = ({ body }, response) => {
    if (body.temperature !== undefined) respond(response, 400, "Unsupported value: 'temperature'")
    else if (body.max_tokens !== undefined) respond(response, 400, 'Use max_completion_tokens, not max_tokens')
    else if (body.response_format !== undefined) respond(response, 422, 'Unknown field response_format')
    else respond(response, 200, completion('{"choice": 1}'))
  }
  await say()
  await harness.until(() => harness.platform.said.length === 1)
  assert.equal(endpoint.asked.length, 4)
  assert.deepEqual(Object.keys(endpoint.asked.at(-1)?.body ?? {}), ['model', 'messages', 'max_completion_tokens'])
  await say('And on Sunday?')
  await harness.until(() => harness.platform.said.length === 2)
  assert.equal(endpoint.asked.length, 5)
})

test('a refusal for another reason changes no parameters, even if it quotes the name of one', async () => {
  const { harness, endpoint, say, finish } = await openAiHarness()
  const refusals = ['this text is not allowed', 'not allowed: what temperature has the pool']
  for (const [index, refusal] of refusals.entries()) {
    endpoint.script = (_, response) => respond(response, 400, refusal)
    harness.outcomes.length = 0
    const before = endpoint.asked.length
    await say()
    await finish()
    assert.equal(endpoint.asked.length - before, index + 1)
  }
  endpoint.script = says('{"choice": 1}')
  await say('And on Sunday?')
  await harness.until(() => harness.platform.said.length === 1)
  const given = ['model', 'messages', 'response_format', 'temperature', 'max_tokens']
  assert.deepEqual(Object.keys(endpoint.asked.at(-1)?.body ?? {}), given)
  await harness.allDone()
  const counted = await harness.environment.withSql((sql) =>
    sql.get<{ requests: number }>('select sum(requests) as requests from model_days'),
  )
  assert.equal(counted?.requests, endpoint.asked.length)
})

test('once the tokens of the day are spent, the model is not asked until the next day', async () => {
  const { harness, endpoint, say } = await openAiHarness({ mostTokensADay: 600 })
  endpoint.script = says('{"choice": 1}', { total_tokens: 400 })
  await say('one?')
  await harness.until(() => harness.platform.said.length === 1)
  await say('two?')
  await harness.until(() => harness.outcomes.filter((one) => one === 'ask-model done').length === 2)
  assert.equal(endpoint.asked.length, 1)
  assert.deepEqual(
    harness.logged.map(({ level, text }) => [level, text]),
    [['warn', "the language model was not asked: this service has used all of today's tokens"]],
  )
  harness.clock.now += 24 * 3_600_000
  await say('three?')
  await harness.until(() => harness.platform.said.length === 2)
  assert.equal(endpoint.asked.length, 2)
})

test('the token count that an endpoint reports is only used if it is plausible', async () => {
  for (const usage of [undefined, null, { total_tokens: 0 }, { total_tokens: -9e15 }, { total_tokens: 1e15 }]) {
    const { harness, endpoint, say } = await openAiHarness({ mostTokensADay: 600 })
    endpoint.script = (_, response) => respond(response, 200, { ...completion('{"choice": 1}'), usage })
    await say('one?')
    await harness.until(() => harness.platform.said.length === 1)
    await say('two?')
    await harness.until(() => harness.outcomes.filter((one) => one === 'ask-model done').length === 2)
    assert.equal(endpoint.asked.length, 1, `with ${JSON.stringify(usage)} the estimate is counted`)
  }
})

test('refused requests use none of the tokens of the day', async () => {
  const { harness, endpoint, say } = await openAiHarness({ mostTokensADay: 600 })
  endpoint.script = answered(401)
  for (const [index, text] of ['one?', 'two?', 'three?', 'four?'].entries()) {
    await say(text)
    await harness.until(() => harness.outcomes.filter((one) => one === 'ask-model bury').length > index)
  }
  endpoint.script = says('{"choice": 1}')
  await say('five?')
  await harness.until(() => harness.platform.said.length === 1)
})

/** Writes without an end and without a pause. */
function flood(_: unknown, response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

function redirect(_: unknown, response: ServerResponse): void {
  response.writeHead(307, { location: '/v1/elsewhere' }).end()
}
