import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export const signInWaysQuery = queryOptions({ queryKey: ['sign-in-ways'], queryFn: () => api.listSignInWays() })
