/**
 * The accounts that this browser is signed in to, as far as its pages know: only their IDs, in the order of the service. With one
 * account, the service needs to be told nothing.
 */
const listKey = 'innkeeper.accounts'
/** The one that is meant by everything that isn't about a channel. */
const chosenKey = 'innkeeper.account'

let accounts = read()
let chosen = stored(chosenKey)

export function accountsHere(): readonly string[] {
  return accounts
}

/** Undefined with one account. */
export function chosenAccount(): string | undefined {
  if (accounts.length < 2) return undefined
  return chosen !== null && accounts.includes(chosen) ? chosen : accounts[0]
}

/** All but the chosen one. */
export function otherAccounts(): string[] {
  const main = chosenAccount()
  return main === undefined ? [] : accounts.filter((one) => one !== main)
}

/** Returns whether they are others than before. */
export function rememberAccounts(userIds: readonly string[]): boolean {
  const isNew = userIds.join('\n') !== accounts.join('\n')
  accounts = [...userIds]
  store(listKey, accounts.length > 1 ? JSON.stringify(accounts) : null)
  return isNew
}

export function chooseAccount(userId: string): void {
  chosen = userId
  store(chosenKey, userId)
}

/** Another tab signed in to an account, or out of one. */
export function onAccountsChanged(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== listKey) return
    accounts = read()
    listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Names the account of a request. For channels and operators, the service finds the right one itself. */
export function accountHeader(path: string): Record<string, string> {
  const main = chosenAccount()
  return main === undefined || !/^\/api\/(?!channels\/|operator|accounts$)/.test(path) ? {} : headerFor(main)
}

export function headerFor(userId: string): Record<string, string> {
  return { 'innkeeper-account': encodeURIComponent(userId) }
}

function read(): string[] {
  try {
    const list: unknown = JSON.parse(stored(listKey) ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // If storage is blocked, they are known until the page is closed.
  }
}
