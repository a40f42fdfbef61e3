import { InnkeeperError } from '@innkeeper/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { otherAccounts } from '../api/accounts-here.ts'
import { api, apiFor } from '../api/client.ts'
import { askEachAccount } from '../session/accounts.ts'
import { type BrowserAbilities, decideStanding, isAppleTouch } from './notification-state.ts'

const notificationsQuery = queryOptions({
  queryKey: ['account', 'notifications'],
  async queryFn() {
    const { publicKey, isOn } = await api.getNotifications()
    return {
      publicKey: publicKey ?? '',
      standing: decideStanding(await readAbilities(), { isOn, hasKey: publicKey !== null }),
    }
  },
})

export function useNotifications() {
  return useQuery(notificationsQuery)
}

/** The account of this browser that gets them; null if none does. */
export function useNotifiedAccount() {
  return useQuery({
    queryKey: [...notificationsQuery.queryKey, 'holder'],
    async queryFn() {
      const states = await askEachAccount((client) => client.getNotifications())
      return states.find(({ answer }) => answer.isOn)?.account ?? null
    },
  })
}

/**
 * `blocked`: the person, or the browser, doesn't allow it. `not-ready`: the service worker isn't there yet, or never will be.
 * `failed`: the browser couldn't reach its push service.
 */
export type TurnedOn = 'on' | 'blocked' | 'not-ready' | 'failed'

/** On a slow network, the first visit can still be loading the service worker's files by then. Trying again helps. */
const readyWithinMs = 20_000
/** Some browsers wait for their push service forever. */
const subscribedWithinMs = 30_000

export function useTurnOn(publicKey: string) {
  return useMutation({
    async mutationFn(): Promise<TurnedOn> {
      if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
      const registration = await within(readyWithinMs, navigator.serviceWorker.ready)
      if (!registration) return 'not-ready'
      const subscription = await within(subscribedWithinMs, subscribe(registration, publicKey))
      const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription?.toJSON() ?? {}
      if (endpoint === '') return 'failed'
      await api.turnOnNotifications({ body: { endpoint, p256dh, auth } })
      // Their address was that of the same browser, and doesn't work any more.
      await Promise.all(otherAccounts().map((account) => apiFor(account).turnOffNotifications().catch(ignoreSignedOut)))
      return 'on'
    },
    onSettled: useRefresh(),
  })
}

export function useTurnOff() {
  return useMutation({
    async mutationFn() {
      await api.turnOffNotifications()
      await (await findSubscription())?.unsubscribe()
    },
    onSettled: useRefresh(),
  })
}

export function useTestNotification() {
  return useMutation({ mutationFn: () => api.testNotification(), onSettled: useRefresh() })
}

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
}

async function readAbilities(): Promise<BrowserAbilities> {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  const { userAgent, maxTouchPoints: touchPoints } = navigator
  return {
    isSecure: window.isSecureContext,
    hasPush,
    isApple: isAppleTouch({ userAgent, touchPoints }),
    permission: hasPush ? Notification.permission : 'default',
    isSubscribed: hasPush && (await findSubscription()) !== undefined,
  }
}

/** Browsers that forbid push in some windows, such as private ones, only say so when asked. */
async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return (await registration?.pushManager.getSubscription().catch(() => undefined)) ?? undefined
}

/** An address that was made for another key of the service can't be used any more. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  await (await pushManager.getSubscription())?.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function ignoreSignedOut(error: unknown): void {
  if (!(error instanceof InnkeeperError && error.status === 401)) throw error
}

/** Undefined if it fails or takes longer. */
async function within<T>(limitMs: number, promise: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limitMs))
  return await Promise.race([promise.catch(() => undefined), late])
}
