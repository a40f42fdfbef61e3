type State = { publicKey: string | null; isOn: boolean }

const path = '/api/notifications'

/**
 * A browser can replace its address at the push service at any time. The service only knows the old one, and the person would
 * silently get nothing more. If this fails, the service forgets the browser, and the account page shows that notifications are off.
 */
export async function renewSubscription(
  { pushManager }: ServiceWorkerRegistration,
  replacement: PushSubscription | null,
): Promise<void> {
  const { publicKey, isOn } = (await (await fetch(path)).json()) as State
  // The person who is signed in now may never have turned them on.
  if (!isOn || publicKey === null) return
  const subscription =
    replacement ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
  const headers = { 'content-type': 'application/json' }
  await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ endpoint, p256dh, auth }) })
}
