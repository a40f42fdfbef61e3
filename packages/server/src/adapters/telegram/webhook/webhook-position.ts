import type { SourcePosition } from '../../../ports/connector.ts'

const source = 'webhook'

/**
 * Deliveries come at once and through several nodes, so their numbers say nothing about gaps. What is known is when Telegram could
 * last deliver all it had. `isForeign`: since then, it has delivered to another program.
 */
export type WebhookPosition = { seenAt: number; isForeign: boolean }

export function toWebhookPosition({ seenAt, isForeign }: WebhookPosition): SourcePosition {
  return { source, value: isForeign ? `${seenAt} foreign` : String(seenAt) }
}

export function readWebhookPosition(position: SourcePosition | undefined): WebhookPosition | undefined {
  const [, seenAt, foreign] = /^(\d{1,16})( foreign)?$/.exec(position?.value ?? '') ?? []
  if (position?.source !== source || seenAt === undefined) return undefined
  return { seenAt: Number(seenAt), isForeign: foreign !== undefined }
}
