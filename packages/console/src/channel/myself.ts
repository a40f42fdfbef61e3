import { useQuery } from '@tanstack/react-query'
import { useAccounts } from '../session/accounts.ts'
import { useMe } from '../session/queries.ts'
import { cardQuery } from './queries.ts'

type Person = { userId: string; displayName: string; scope?: 'full' | 'read' }

/** Who sees this channel: of several accounts, the one that the service chooses for it. Undefined until that is known. */
export function useMyself(channelId: string): Person | undefined {
  const me = useMe()
  const accounts = useAccounts()
  const { data: card, isPending } = useQuery(cardQuery(channelId))
  if (isPending) return undefined
  if (card?.account === undefined || card.account === me?.userId) return me
  return accounts.find(({ userId }) => userId === card.account)
}
