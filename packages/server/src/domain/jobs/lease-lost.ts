/**
 * Someone else has claimed this job since, or it is gone: this result of it comes too late, and has changed nothing. Happens to a
 * process that was frozen for longer than its lease.
 */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job has expired and the job was taken over')
    this.name = 'LeaseLost'
  }
}
