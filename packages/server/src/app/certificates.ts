import type { Server } from 'node:https'
import { createAcmeAuthority } from '../adapters/acme/certificate-authority.ts'
import type { Config } from '../config/config.ts'
import { servePlainHttp } from '../http/plain-http.ts'
import { startCertificateKeeper } from '../jobs/certificate-keeper.ts'
import type { Services } from './create-services.ts'
import type { Log } from './log.ts'
import type { Stops } from './stops.ts'
import { openOwnCertificate } from './storage/own-certificate.ts'

/** If the service gets its own certificate: opens the port for plain HTTP, and begins to order and renew. */
export async function startCertificates(
  config: Config,
  { app, clock, loops, log }: Pick<Services, 'app' | 'clock' | 'loops'> & Pick<Log, 'log'>,
  stops: Stops,
): Promise<void> {
  const { acmeDomain: domain, acmeEmail: email, acmeDirectory: directory, host, httpPort, baseUrl } = config
  const files = openOwnCertificate(config)
  if (!files || domain === null || email === null) return
  const answers = new Map<string, string>()
  const hasCertificate = () => loops.certificates?.hasCertificate() ?? false
  const retryAfterMs = () => {
    const nextTryAt = loops.certificates?.findNextTry()
    return nextTryAt === undefined ? undefined : Math.max(0, nextTryAt - clock())
  }
  const plain = await servePlainHttp(
    { answers, address: baseUrl, hasCertificate, retryAfterMs },
    { host, port: httpPort },
  )
  stops.add(() => new Promise((resolve) => plain.close(resolve).closeAllConnections()))
  const { readAccountKey } = files
  const keeper = startCertificateKeeper({
    settings: { domain, directory, host, httpPort },
    authority: createAcmeAuthority({ domain, email, directory, readAccountKey, answers, clock }),
    files,
    clock,
    log,
    use: ({ chain, key }) => (app.server as unknown as Server).setSecureContext({ cert: chain, key }),
  })
  loops.certificates = keeper
  stops.add(() => keeper.stop())
}
