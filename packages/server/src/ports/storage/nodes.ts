/**
 * What nodes on one store coordinate besides the data. A node that dies leaves nothing that others wait for longer than some
 * seconds. One that is frozen loses its turns after about a quarter of a minute.
 */
export type Nodes = {
  /** Does the work while no other node does work of this name, one after the other. Refused if that takes too long. */
  inTurn<T>(name: string, work: (turn: HeldTurn) => Promise<T>): Promise<T>
  /**
   * Does the work unless another node is doing work of this name. Returns whether it was done. `fromFrozen`: also takes the turn
   * of a node that is frozen, which is the default.
   */
  unlessTaken(
    name: string,
    work: (turn: HeldTurn) => Promise<unknown>,
    options?: { fromFrozen?: boolean },
  ): Promise<boolean>
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
  /** How many nodes there are, this one included, as of its last report. */
  count(): number
  /** When a node stops, instead of leaving it to the others to notice. */
  withdraw(id: string): Promise<void>
  /** Nodes that reported within this time, or the last minute, the oldest first. Without those that were started again since. */
  list(withinMs?: number): Promise<NodeRecord[]>
}

/** A node that was frozen goes on with its work before it learns that another one does it now. */
export type HeldTurn = {
  /** Resolves if the turn is lost: from then on others may do the work, too. */
  lost: Promise<void>
  /** Asks the server. Before something that can't be undone or refused later, such as deleting a file. */
  isHeld(): Promise<boolean>
  /** Higher than those of all earlier turns of this name. What is written with a lower number can be refused. */
  number(): Promise<number>
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
