import { useQuery } from '@tanstack/react-query'
import { signInsQuery } from '../account/queries.ts'
import type { Actor } from '../members/offers.ts'
import { useChannel } from './channel.ts'

/** Who looks: with which role, and whether the key behind the sign-in may change anything. */
export function useActor(): Actor {
  const { detail } = useChannel()
  const signIns = useQuery(signInsQuery).data?.signIns
  return { role: detail.role, canWrite: signIns?.find(({ current }) => current)?.scope !== 'read' }
}
