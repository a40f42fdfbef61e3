import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { drawRandom, say } from '../support/line/line-load.ts'
import { environmentFor, startLineService } from '../support/line/line-service.ts'
import { innkeeper } from '../support/process/process.ts'
import { respond, type Script, says, startScriptedModel } from '../support/scripted-model.ts'

const said = 'canary-said-in-the-chat'

type Send = { state: string; ruleId: string; texts: string[] }

test('the key of the model and what people say appear in no log, error or doctor output, whatever the endpoint says', {
  timeout: 60_000,
}, async (context) => {
  const model = await startScriptedModel()
  const env = { INNKEEPER_LOG: 'trace', ...model.settings }
  const random = drawRandom(context)
  // Endpoints often repeat a wrong key or the question in their errors.
  const gossip = { error: { message: `Incorrect API key ${model.key} for ${said}`, code: model.key, type: said } }
  const scripts: Script[] = [
    (_, response) => respond(response, 401, gossip),
    (_, response) => respond(response, 400, gossip),
    (_, response) => respond(response, 200, `${said} ${model.key}`),
    (_, response) => response.writeHead(302, { location: `http://${said}.example/${model.key}` }).end(),
    says(`${said} ${model.key}`),
  ]
  // Each in its own group, because in one group the second question would wait for all attempts of the first.
  const testService = await startLineService(random, { groups: scripts.length + 1, env })
  const { groups, ownerId } = testService
  for (const group of groups) {
    const assistant = `/api/channels/${group}/assistant`
    await testService.owner().put(`${assistant}/config`, { qa: { mode: 'ai' } })
    const rule = { keywords: ['-'], question: 'When?', answer: 'At nine.' }
    assert.equal((await testService.owner().post(`${assistant}/qa`, rule)).status, 201)
  }
  model.script = (asked, response) => {
    const [, number] = /(\d+)\?$/.exec(asked.data.message) ?? []
    return (scripts[Number(number)] ?? says('{"choice": 1}'))(asked, response)
  }
  const questions = groups.map((group, index) => say(random, group, ownerId, `${said} ${index}?`))
  for (const { event } of questions) await testService.webhookSender.deliver(event)
  const isGivenUp = ({ stdout }: { stdout: string }) => stdout.split('job failed permanently').length > scripts.length
  await eventually(async () => testService.service.printed(), isGivenUp)
  const readSends = async (group: string) =>
    (await testService.owner().get(`/api/channels/${group}/assistant/log`)).body.sends as Send[]
  await eventually(
    () => readSends(groups.at(-1) ?? ''),
    (list) => list.some(({ state, ruleId }) => ruleId && state === 'sent'),
  )
  const sends = (await Promise.all(groups.map(readSends))).flat()
  const doctor = await innkeeper(['doctor', '--data', testService.dataDir], {
    env: { ...env, ...environmentFor(testService.platform) },
  })
  const { stdout, stderr } = await testService.service.stop()
  const shown = [stdout, stderr, doctor.stdout, doctor.stderr, JSON.stringify(sends)].join('\n')
  for (const secret of [model.key, said]) assert.equal(shown.includes(secret), false, `${secret} leaked`)
  assert.match(doctor.stdout, /model +small is available at http:/)

  const data = readdirSync(testService.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
  assert.equal(data.includes(model.key), false, 'the store contains no key')
  // Control: everything did happen, and the search finds what must be there.
  assert.equal(stdout.split('job failed permanently').length, scripts.length + 1)
  assert.ok(data.includes(said))
  assert.ok(sends.some(({ texts }) => texts[0] === 'At nine.'))
})
