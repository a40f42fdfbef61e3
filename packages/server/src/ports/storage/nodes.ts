/**
 * What nodes on one store agree about beside the data. Whoever stops without a word leaves nothing behind that others wait for
 * longer than some seconds.
 */
export type Nodes = {
  /** Does the work when no other node is at work of this name, one after the other. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T>
  /**
   * Does the work unless somebody is at work of this name; answers whether it was done. `lost` settles where the connection breaks
   * meanwhile: from then on others may be at it, too.
   */
  unlessTaken(name: string, work: (lost: Promise<void>) => Promise<unknown>): Promise<boolean>
  /** True for one node in each span of time, whoever asks first: what has to be done now and then, and not by all. */
  claimRound(name: string, everyMs: number): Promise<boolean>
  /** Takes as much of a quota as is left and wanted. A window begins with the first who takes something. */
  takeQuota(name: string, wish: QuotaWish): Promise<QuotaShare>
  /**
   * What the store needs from time to time: room for the months to come, and where everything older than a number of days is
   * deleted anyway, whole months that are empty by now are let go.
   */
  tend(at: number, ceilingDays: number | null): Promise<void>
}

export type QuotaWish = { at: number; windowMs: number; limit: number; wanted: number }
/** `left`: what anybody may still take until the window ends. */
export type QuotaShare = { taken: number; left: number; endsAt: number }
