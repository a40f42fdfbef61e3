import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export const refetchMs = 10_000

export const reportQuery = queryOptions({ queryKey: ['operator'], queryFn: () => api.getOperatorReport() })
