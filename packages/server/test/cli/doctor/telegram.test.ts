import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Simulator, startSimulator } from '@innkeeper/simulator-telegram'
import { seedChannel } from '../../store/seed-channel.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'

type Finding = { name: string; state: 'ok' | 'off' | 'care' | 'wrong'; words: string }

async function startTelegram(privacyMode: boolean): Promise<Simulator> {
  const telegram = await startSimulator({ bot: { name: 'Inn', privacyMode } })
  after(() => telegram.stop())
  return telegram
}

async function examine({ token, url }: { token: string; url: string }, dataDir = newFolder()) {
  const env = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_BASE_URL: url }
  const { code, stdout, stderr } = await innkeeper(['doctor', '--json', '--data', dataDir], { env })
  assert.equal(stderr, '')
  assert.ok(!stdout.includes(token.split(':')[1] ?? ''), 'the token is not shown')
  const findings: Finding[] = JSON.parse(stdout).findings
  const find = (name: string) => findings.find((one) => one.name === name) ?? assert.fail(`no ${name}: ${stdout}`)
  return { code, find }
}

describe('innkeeper doctor, about Telegram', { concurrency: 2 }, () => {
  test('says which bot it is, that messages are asked for, and that it sees all of them', async () => {
    const { code, find } = await examine(await startTelegram(false))
    assert.equal(code, 0)
    assert.equal(find('Telegram').state, 'ok')
    assert.match(find('Telegram').words, /^Connected as Inn /)
    assert.deepEqual(find('receiving'), {
      name: 'receiving',
      state: 'ok',
      words: 'This service asks Telegram for messages. No public address is needed.',
    })
    assert.equal(find('privacy').state, 'ok')
    assert.match(find('privacy').words, /^Telegram: Privacy mode is off/)
  })

  test('says that privacy mode is on, and in how many groups messages are hidden', async () => {
    const telegram = await startTelegram(true)
    const dataDir = newFolder()
    await withData(dataDir, async ({ store }) => {
      const account = { platform: 'telegram', accountId: `tg:${telegram.bot.id}`, name: 'Inn' }
      await store.write<'record-account'>({ kind: 'record-account', at: Date.now(), ...account })
      for (const [index, seesAllMessages] of [false, false, true].entries()) {
        const channelId = `tg:-10${index}`
        await seedChannel(store, channelId, { owner: 'tg:1' }, Date.now(), 'telegram')
        await store.write<'receive-events'>({
          kind: 'receive-events',
          platform: 'telegram',
          at: Date.now(),
          unread: [],
          events: [
            {
              kind: 'chat-changed',
              eventId: `e${index}`,
              at: Date.now(),
              channel: { channelId, type: 'group' },
              seesAllMessages,
            },
          ],
        })
      }
    })
    const { code, find } = await examine(telegram, dataDir)
    assert.equal(code, 0)
    assert.equal(find('privacy').state, 'care')
    assert.equal(find('hidden').state, 'care')
    assert.match(
      find('hidden').words,
      /^Telegram hides messages of 2 groups from the bot\. Make the bot an admin there\./,
    )
  })

  test('distinguishes a token that Telegram refuses from a Telegram that does not respond', async () => {
    const telegram = await startTelegram(false)
    const { token } = telegram
    telegram.revokeToken()
    const refused = await examine({ token, url: telegram.url })
    assert.equal(refused.code, 1)
    assert.equal(refused.find('Telegram').state, 'wrong')
    assert.match(refused.find('Telegram').words, /^Telegram rejects our credentials: .+Compare TELEGRAM_BOT_TOKEN/)
    const silent = await examine({ token, url: 'http://127.0.0.1:9' })
    assert.equal(silent.code, 0)
    assert.equal(silent.find('Telegram').state, 'care')
    assert.match(silent.find('Telegram').words, /does not respond.+Messages wait there for 24 hours/)
  })
})
