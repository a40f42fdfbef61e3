/**
 * Someone else has claimed this job since, or it is gone: this result of it comes too late, and has changed nothing. Happens to a
 * process that was frozen for longer than its lease.
 */
export class LeaseLost extends Error {
  constructor() {
    super('this node was cut off for too long, and another one has taken over its work')
    this.name = 'LeaseLost'
  }
}
