import type { BodyOf, NotificationState, Routes } from '@innkeeper/contract'
import { readPushTarget } from '../../domain/notifications/push-target.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SendPush } from '../../ports/notifications.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import type { ServerKeys } from './server-key.ts'

type Deps = { store: Store; clock: Clock; serverKeys: ServerKeys; sendPush: SendPush; pushPorts: readonly number[] }

export async function getNotifications(
  { store, clock, serverKeys }: Pick<Deps, 'store' | 'clock' | 'serverKeys'>,
  { key }: Grant,
): Promise<NotificationState> {
  const publicKey = (await serverKeys.find())?.publicKey ?? null
  const browser = key.kind === 'sign-in' ? await store.findNotifiedBrowser(key.id, clock()) : undefined
  return { publicKey, isOn: browser !== undefined && browser.serverKey === publicKey }
}

export async function turnOnNotifications(
  { store, clock, serverKeys, pushPorts }: Omit<Deps, 'sendPush'>,
  { key, userId, authority: by }: Grant,
  body: BodyOf<Routes['turnOnNotifications']>,
): Promise<void> {
  refuseKeys(key)
  const target = readPushTarget(body, pushPorts)
  const { publicKey: serverKey } = await serverKeys.get()
  const at = clock()
  await store.write<'turn-on-notifications'>({
    kind: 'turn-on-notifications',
    by,
    at,
    keyId: key.id,
    userId,
    serverKey,
    target,
  })
}

export async function turnOffNotifications(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { key, authority: by }: Grant,
): Promise<void> {
  refuseKeys(key)
  await store.write<'turn-off-notifications'>({ kind: 'turn-off-notifications', by, at: clock(), keyId: key.id })
}

export async function testNotification(
  { store, clock, serverKeys, sendPush }: Omit<Deps, 'pushPorts'>,
  { key, authority: by }: Grant,
): Promise<void> {
  refuseKeys(key)
  const serverKey = await serverKeys.get()
  const at = clock()
  const browser = await store.findNotifiedBrowser(key.id, at)
  if (browser?.serverKey !== serverKey.publicKey)
    throw invalid('Notifications are off in this browser; turn them on first')
  const outcome = await sendPush(browser, { kind: 'test', path: '/account' }, serverKey)
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'failed') throw invalid(`The notification was not accepted: ${outcome.reason}`)
  await store.write<'turn-off-notifications'>({ kind: 'turn-off-notifications', by, at, keyId: key.id })
  throw invalid('The browser no longer accepts notifications; turn them on again')
}

function refuseKeys({ kind }: Grant['key']): void {
  if (kind !== 'sign-in') throw invalid('Only a browser that is signed in gets notifications; keys have none')
}
