import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
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

/** `blocked`: the person, or the browser, doesn't allow it. `failed`: the browser couldn't reach its push service. */
export type TurnedOn = 'on' | 'blocked' | 'failed'

export function useTurnOn(publicKey: string) {
  return useMutation({
    async mutationFn(): Promise<TurnedOn> {
      if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
      const subscription = await subscribe(publicKey).catch(() => undefined)
      const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription?.toJSON() ?? {}
      if (endpoint === '') return 'failed'
      await api.turnOnNotifications({ body: { endpoint, p256dh, auth } })
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

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** An address that was made for another key of the service can't be used any more. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  await (await findSubscription())?.unsubscribe()
  const { pushManager } = await navigator.serviceWorker.ready
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}
