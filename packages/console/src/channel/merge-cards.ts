import type { ChannelCard, Overview, Role } from '@innkeeper/contract'

/** `account`: the one that sees the channel, of several that the browser is signed in to. */
export type OwnCard = ChannelCard & { account?: string }

export type AllChannels = Omit<Overview, 'channels'> & { channels: OwnCard[] }

const order: readonly Role[] = ['owner', 'admin', 'member', 'guest']

/**
 * The channels of all accounts, latest message first. A channel of two accounts is shown to the one with the higher role, and of equal
 * ones to the first in `accounts`. The service chooses in the same way for each request about a channel.
 */
export function mergeCards(
  overviews: readonly { account: string | undefined; answer: Overview }[],
  accounts: readonly string[],
): AllChannels {
  const [first] = overviews
  if (!first) throw new Error('Every browser has an account')
  if (overviews.length === 1 && first.account === undefined) return first.answer
  const inOrder = overviews.toSorted((one, other) => place(one.account, accounts) - place(other.account, accounts))
  const cards = new Map<string, OwnCard>()
  for (const { account, answer } of inOrder) {
    for (const card of answer.channels) {
      const known = cards.get(card.channelId)
      if (known && order.indexOf(known.role) <= order.indexOf(card.role)) continue
      cards.set(card.channelId, { ...card, ...(account !== undefined && { account }) })
    }
  }
  const timeOf = ({ lastMessageAt }: OwnCard) => lastMessageAt ?? ''
  const channels = [...cards.values()].toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)))
  return { ...first.answer, channels }
}

function place(account: string | undefined, accounts: readonly string[]): number {
  return account === undefined ? -1 : accounts.indexOf(account)
}
