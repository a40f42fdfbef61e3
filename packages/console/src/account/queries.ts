import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export const keysQuery = queryOptions({ queryKey: ['account', 'keys'], queryFn: () => api.listKeys() })

export const signInsQuery = queryOptions({ queryKey: ['account', 'sign-ins'], queryFn: () => api.listSignIns() })
