import type { IfMatch } from '../../domain/edition.ts'
import type { Need } from '../../domain/members/permission.ts'

/**
 * Who a write is done for. A caller's role is checked again inside the transaction, because roles race; the operator has access
 * to the data folder anyway.
 */
export type Authority = { kind: 'caller'; keyId: string; userId: string; need: Need } | { kind: 'operator' }

export type InChannel = { by: Authority; at: number; channelId: string }

/** Refused if the current edition is none of these; compared inside the transaction, because edits race. */
export type OfEdition = { ifMatch?: IfMatch | undefined }

/** The request it came from, which is stored with the jobs it plans. */
export type OfRequest = { requestId?: string | undefined }

/** A job of a worker, and the lease that proves it is still theirs. */
export type HeldJob = { jobId: number; lease: string }
