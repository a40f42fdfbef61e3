import assert from 'node:assert/strict'
import { editableSettings } from '../../../src/config/editable-settings.ts'
import type { Setting } from '../../../src/config/setting-values.ts'
import { settings } from '../../../src/config/settings.ts'
import { type Caller, createCaller } from '../http/caller.ts'

/** A value for every secret that can be saved in the browser. Each occurs nowhere else. */
const canaries = {
  lineChannelSecret: 'canary-of-the-line-channel',
  lineChannelSecretOld: 'canary-of-the-former-line-channel',
  lineChannelAccessToken: 'canary-of-the-line-token',
  lineLoginChannelSecret: 'canary-of-line-login',
  telegramBotToken: '987654321:canary-of-the-telegram-bot',
  telegramLoginClientSecret: 'canary-of-telegram-login',
  aiKey: 'canary-of-the-model',
  smtpPassword: 'canary-of-the-mail-server',
  alertWebhookSecret: `whsec_${Buffer.from('canary-of-the-alerts-webhook').toString('base64')}`,
}

/** What the secrets don't work without. Nothing listens at these addresses. */
const companions = {
  lineChannelId: '1234567890',
  lineLoginChannelId: '2345678901',
  aiBaseUrl: 'http://127.0.0.1:9/v1',
  aiModel: 'small',
  smtpServer: '127.0.0.1:9',
  smtpUser: 'inn',
  alertMailTo: 'hana@inn.example',
  alertWebhookUrl: 'https://127.0.0.1:9/alerts',
}

/** So that a connector with a canary doesn't ask the real platform. */
export const nowhere = {
  LINE_API_BASE_URL: 'http://127.0.0.1:9',
  LINE_DATA_API_BASE_URL: 'http://127.0.0.1:9',
  TELEGRAM_API_BASE_URL: 'http://127.0.0.1:9',
}

export type Secrets = ReadonlyMap<string, string>

/** Every secret of the table of settings, with the value it has in a test. `known`: values that were chosen elsewhere. */
export function secretsWith(known: Record<string, string> = {}): Secrets {
  const names = editableSettings.flatMap(({ name }) => ((settings[name] as Setting<unknown>).isSecret ? [name] : []))
  const values: Record<string, string> = { ...canaries, ...known }
  assert.deepEqual(Object.keys(values).toSorted(), names.toSorted(), 'every secret has a value to look for')
  return new Map(Object.entries(values))
}

/** Saves those that aren't saved yet, with what they don't work without. Returns what the service answered. */
export async function saveSecrets(
  save: (changes: { name: string; value: string }[]) => Promise<string>,
  secrets: Secrets,
  saved: readonly string[] = [],
): Promise<string> {
  const wanted = Object.entries({ ...companions, ...Object.fromEntries(secrets) })
  return await save(wanted.flatMap(([name, value]) => (saved.includes(name) ? [] : [{ name, value }])))
}

/** Through the API, as an operator. */
export function saverOf(url: string, key: string) {
  const operator: Caller = createCaller(url, `Bearer ${key}`)
  return async (changes: { name: string; value: string }[]): Promise<string> => {
    const { status, text } = await operator.put('/api/operator/settings', { changes })
    assert.equal(status, 200, text)
    return text
  }
}

/** None of the secrets is in any of the texts. `control`: what is in each of them. */
export function assertNowhere(secrets: Secrets, places: Record<string, { text: string; control: string }>): void {
  for (const [place, { text, control }] of Object.entries(places)) {
    assert.ok(text.includes(control), `control: the search finds what isn't secret in ${place}`)
    const found = [...secrets].flatMap(([name, value]) => (text.includes(value) ? [name] : []))
    assert.deepEqual(found, [], `in ${place}`)
  }
}
