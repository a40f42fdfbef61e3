import type { ConnectionLimits } from '../limits/connection-limits.ts'
import type { UploadLimits } from './upload-budget.ts'

/** What callers may hold of this process while their requests arrive. */
export type ReceiveLimits = {
  /** For path and headers, from the first moment of a connection on. */
  headMs: number
  /** For a request as a whole. */
  requestMs: number
  /** How often both are checked. */
  checkEveryMs: number
  /** A connection on which nothing moves in either direction is closed, such as one whose caller never reads the response. */
  idleMs: number
  connections: ConnectionLimits
  /** Bodies of routes that anyone may call, such as signing in. */
  anonymous: UploadLimits & { mostBodyBytes: number }
  /** Bodies of webhooks. Their senders are known only when the signature is checked, over the whole body. */
  webhooks: UploadLimits
  /** Bodies of /api, which are read once the caller is authenticated. */
  authenticated: UploadLimits & { mostBodyBytes: number }
}

const kib = 1024
const mib = 1024 * kib

export const receiveLimits: ReceiveLimits = {
  headMs: 10_000,
  requestMs: 60_000,
  checkEveryMs: 1_000,
  idleMs: 120_000,
  // Together at most 32 MiB of headers, of 16 KiB each.
  connections: { mostUnknown: 2_048, mostUnknownPerAddress: 1_024 },
  anonymous: {
    mostBodyBytes: 4 * kib,
    mostBytes: 8 * mib,
    mostBytesPerSender: mib,
    mostUploadsPerSender: 64,
    patienceMs: 10_000,
    leastBytesPerSecond: kib,
  },
  webhooks: {
    mostBytes: 64 * mib,
    // Many platforms deliver everything from one address, and so does a proxy that is not trusted.
    mostBytesPerSender: 64 * mib,
    mostUploadsPerSender: 1_024,
    patienceMs: 10_000,
    // Few, because a thousand that come at once share what a busy machine reads.
    leastBytesPerSecond: kib,
  },
  authenticated: {
    mostBodyBytes: mib,
    mostBytes: 64 * mib,
    mostBytesPerSender: 8 * mib,
    mostUploadsPerSender: 256,
    patienceMs: 30_000,
    leastBytesPerSecond: kib,
  },
}
