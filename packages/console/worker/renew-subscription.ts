type State = { publicKey: string | null; isOn: boolean }
type Accounts = { accounts: { userId: string }[] }

const path = '/api/notifications'

/**
 * A browser can replace its address at the push service at any time. The service only knows the old one, and the person would
 * silently get nothing more. If this fails, the service forgets the browser, and the account page shows that notifications are off.
 */
export async function renewSubscription(
  { pushManager }: ServiceWorkerRegistration,
  replacement: PushSubscription | null,
): Promise<void> {
  const { accounts } = (await (await fetch('/api/accounts')).json()) as Accounts
  for (const { userId } of accounts) {
    const headers = { 'innkeeper-account': encodeURIComponent(userId) }
    const { publicKey, isOn } = (await (await fetch(path, { headers })).json()) as State
    // The people who are signed in now may never have turned them on.
    if (!isOn || publicKey === null) continue
    const subscription =
      replacement ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
    const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
    const body = JSON.stringify({ endpoint, p256dh, auth })
    await fetch(path, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body })
    return
  }
}
