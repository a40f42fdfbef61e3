import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  noteRequest(method: string, route: string, status: number, ms: number): void
  noteDiskFree(bytes: number): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'innkeeper_' })
  const requests = new Counter({
    name: 'innkeeper_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'innkeeper_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  })
  const diskFree = new Gauge({
    name: 'innkeeper_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    registers: [register],
  })
  return {
    noteRequest(method, route, status, ms) {
      requests.inc({ method, route, status })
      seconds.observe({ route }, ms / 1000)
    },
    noteDiskFree: (bytes) => diskFree.set(bytes),
    text: () => register.metrics(),
  }
}

/** What is noted where nobody asks for metrics. */
export const noMetrics: Metrics = { noteRequest() {}, noteDiskFree() {}, text: async () => '' }

/** On a listener of its own, so that a proxy before the API never leads there by accident. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('Only /metrics is here\n')
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
