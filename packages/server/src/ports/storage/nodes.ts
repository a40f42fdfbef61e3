/**
 * What nodes on one store coordinate besides the data. A node that dies leaves nothing that others wait for longer than some
 * seconds.
 */
export type Nodes = {
  /** Does the work while no other node does work of this name, one after the other. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T>
  /**
   * Does the work unless another node is doing work of this name. Returns whether it was done. `lost` resolves if the
   * connection breaks: from then on others may do it, too.
   */
  unlessTaken(name: string, work: (lost: Promise<void>) => Promise<unknown>): Promise<boolean>
  /** True for one node in each period, the first that asks: for work that has to be done now and then, and not by all. */
  claimRound(name: string, everyMs: number): Promise<boolean>
  /** Takes as much of a quota as is left and wanted. A window starts when something is first taken. */
  takeQuota(name: string, wish: QuotaRequest): Promise<QuotaShare>
  /**
   * Regular maintenance: creates partitions for the coming months, and if everything older than a number of days is deleted
   * anyway, drops empty months.
   */
  maintainPartitions(at: number, ceilingDays: number | null): Promise<void>
  /** Replaces what this node reported before. Returns the server's time, which is the same for all. */
  report(node: NodeReport): Promise<number>
  /** When a node stops, instead of leaving it to the others to notice. */
  withdraw(id: string): Promise<void>
  /** Nodes that reported within the last minute, the oldest first. */
  list(): Promise<NodeRecord[]>
}

/** What a node tells others about itself. */
export type NodeReport = {
  /** Different for every process. */
  id: string
  name: string
  version: string
  /** Where it can be reached; empty before it listens. */
  address: string
  /** Where it stores files. */
  media: string
  startedAt: number
  /** How far the clock of its machine is ahead of the server's; negative: behind. */
  clockAheadMs: number
  jobsLastMinute: number
}

/** `duties`: what it does at the moment on behalf of all nodes, by name. */
export type NodeRecord = NodeReport & { seenAt: number; duties: string[] }

export type QuotaRequest = { at: number; windowMs: number; limit: number; wanted: number }
/** `left`: what can still be taken until the window ends. */
export type QuotaShare = { taken: number; left: number; endsAt: number }
