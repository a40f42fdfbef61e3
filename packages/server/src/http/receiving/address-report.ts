import { TLSSocket } from 'node:tls'
import type { AddressReport } from '@innkeeper/contract'
import type { FastifyRequest } from 'fastify'
import { createTrustProxy, type TrustedProxies } from './trusted-proxies.ts'

/** How this request reached the service, so that a page can tell what a proxy changes on the way. */
export function describeAddress(
  { headers, socket }: FastifyRequest,
  trusted: TrustedProxies,
): Omit<AddressReport, 'certificate'> {
  const protocol = headers['x-forwarded-proto']
  return {
    host: headers.host ?? null,
    isEncrypted: socket instanceof TLSSocket,
    isForwarded: headers['x-forwarded-for'] !== undefined,
    forwardedProtocol: typeof protocol === 'string' ? protocol : null,
    isProxyTrusted: createTrustProxy(trusted)(socket.remoteAddress ?? '', 0),
  }
}
