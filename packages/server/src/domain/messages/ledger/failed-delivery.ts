/** A row of a platform's own list of deliveries that failed. */
export type FailedDelivery = { from: number; to: number; deliveries: number; detail: string }
