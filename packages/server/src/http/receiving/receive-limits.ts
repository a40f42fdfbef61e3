import type { ConnectionLimits } from '../limits/connection-limits.ts'
import type { UploadLimits } from './upload-budget.ts'

/** How much memory and time callers may use while their requests arrive. */
export type ReceiveLimits = {
  /** Time for the path and the headers, from the start of the connection. */
  headMs: number
  /** Time for the whole request. */
  requestMs: number
  /** How often both timeouts are checked. */
  checkEveryMs: number
  /** Closes a connection without traffic in either direction, such as one whose caller never reads the response. */
  idleMs: number
  connections: ConnectionLimits
  /** Bodies of public routes, such as signing in. */
  anonymous: UploadLimits & { mostBodyBytes: number }
  /** Bodies of webhooks. The sender is known only after checking the signature over the whole body. */
  webhooks: UploadLimits
  /** Bodies below /api, which are read after the caller is authenticated. */
  authenticated: UploadLimits & { mostBodyBytes: number }
  /** Files, which are passed on while they arrive. None of their bytes are held. */
  files: UploadLimits
}

const kib = 1024
const mib = 1024 * kib

export const receiveLimits: ReceiveLimits = {
  headMs: 10_000,
  requestMs: 60_000,
  checkEveryMs: 1_000,
  idleMs: 120_000,
  // At most 32 MiB of headers in total, 16 KiB each.
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
    // Many platforms deliver everything from one address, and so does an untrusted proxy.
    mostBytesPerSender: 64 * mib,
    mostUploadsPerSender: 1_024,
    patienceMs: 10_000,
    // Low, because a thousand concurrent webhooks share what a busy machine reads.
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
  files: {
    mostBytes: 0,
    mostBytesPerSender: 0,
    mostUploadsPerSender: 16,
    patienceMs: 30_000,
    leastBytesPerSecond: 4 * kib,
  },
}
