import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Delivery, useSource, type Webhook, type WebhookSource } from './source.ts'
import { readAgainAfter } from './webhook-states.ts'

export const webhooksQuery = ({ key, list }: WebhookSource) =>
  queryOptions<readonly Webhook[]>({ queryKey: key, queryFn: list, refetchOnWindowFocus: 'always' })

export const deliveriesQuery = ({ key, listDeliveries }: WebhookSource, webhookId: string) =>
  queryOptions<readonly Delivery[]>({
    queryKey: [...key, webhookId],
    queryFn: () => listDeliveries(webhookId),
    refetchInterval: ({ state }) => readAgainAfter(state.data, Date.now()),
    refetchOnWindowFocus: 'always',
  })

/**
 * Does something with webhooks and reads them again, also after a failure: someone else may have changed them. `onlyList`: without what
 * they sent, such as of one that is deleted.
 */
export function useWebhookAction<Input, Result>(
  act: (source: WebhookSource, input: Input) => Promise<Result>,
  { onlyList = false }: { onlyList?: boolean } = {},
) {
  const source = useSource()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => act(source, input),
    onSettled: () => client.invalidateQueries({ queryKey: source.key, exact: onlyList }),
  })
}
