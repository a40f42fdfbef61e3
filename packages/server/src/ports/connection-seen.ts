/** What was seen of the webhooks of a platform. Null: never. */
export type ConnectionSeen = {
  /** A webhook was taken; one that told of anything. */
  webhookAt: number | null
  eventAt: number | null
  /** Something of it had come before and was sent again. */
  redeliveredAt: number | null
  signatureFailedAt: number | null
  /** How many were refused, for whatever reason. */
  refused: number
}
