import { createServer, type Server } from 'node:http'
import type { WebhookFailure } from '@innkeeper/contract'
import type { Gauge } from 'prom-client'
import type { LateFigures, Queue } from '../../actions/jobs/late-jobs.ts'
import type { WebhookOutcome } from '../../actions/platforms/webhook-intake.ts'
import type { FindingFigures } from '../../actions/storage/latest-findings.ts'
import type { JobKind } from '../../domain/jobs/job.ts'
import type { JobOutcome } from '../../ports/commands/jobs.ts'
import type { Receipt } from '../../ports/commands/messages.ts'
import type { Backlog } from '../../ports/records.ts'
import type { WebhookStore } from '../../ports/webhooks.ts'

export type Metrics = {
  noteRequest(method: string, route: string, status: number, ms: number): void
  noteDiskFree(bytes: number): void
  noteWebhook(outcome: WebhookOutcome): void
  /** An attempt to send an event of a channel to a webhook. */
  noteDelivery(outcome: 'sent' | WebhookFailure): void
  noteReceipt(receipt: Receipt): void
  noteJob(kind: JobKind, outcome: JobOutcome['kind']): void
  text(): Promise<string>
}

/** `getBacklog` and `countWebhooks` are called whenever the metrics are read. The library is loaded only if metrics are enabled. */
export async function createMetrics(
  { getBacklog, countWebhooks }: { getBacklog(): Promise<Backlog> } & Pick<WebhookStore, 'countWebhooks'>,
  late: { figures(): LateFigures; queues(): Queue[] },
  found: () => FindingFigures,
): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'innkeeper_' })
  const requests = new Counter({
    name: 'innkeeper_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [register],
  })
  const duration = (name: string, help: string) =>
    new Histogram({
      name,
      help,
      labelNames: ['route'] as const,
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [register],
    })
  const durations = withOldName(
    duration,
    'innkeeper_http_request_duration_seconds',
    'innkeeper_http_request_seconds',
    'Time to answer a request.',
  )
  const diskFree = new Gauge({
    name: 'innkeeper_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    registers: [register],
  })
  const counter = <const Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [register] })
  const events = counter('innkeeper_events_total', 'Events received from platforms.', ['outcome'])
  const webhooks = counter('innkeeper_webhooks_total', 'Webhooks received from platforms.', ['outcome'])
  const jobs = counter('innkeeper_jobs_total', 'Jobs attempted.', ['kind', 'outcome'])
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] })
  const refreshBacklog = backlogGauges(gauge, getBacklog)
  const deliveries = counter('innkeeper_webhook_deliveries_total', 'Attempts to send events to webhooks of channels.', [
    'outcome',
  ])
  const refreshWebhooks = webhookGauges(gauge, countWebhooks)
  const setFindings = findingGauges(
    <const Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers: [register] }),
  )
  const setQueues = queueGauges((name, help) => new Gauge({ name, help, labelNames: ['kind'], registers: [register] }))
  const urgent = gauge(
    'innkeeper_urgent_jobs_due',
    'Jobs that someone in a chat is waiting for and that could run now.',
  )
  const oldest = gauge('innkeeper_urgent_job_oldest_seconds', 'How long the oldest of them has been waiting.')
  const expired = counter('innkeeper_answers_expired_total', 'Answers that were too late for a reply.', [])
  let expiredBefore = 0
  return {
    noteRequest(method, route, status, ms) {
      requests.inc({ method, route, status })
      for (const one of durations) one.observe({ route }, ms / 1000)
    },
    noteDiskFree: (bytes) => diskFree.set(bytes),
    noteWebhook: (outcome) => webhooks.inc({ outcome }),
    noteDelivery: (outcome) => deliveries.inc({ outcome }),
    noteReceipt({ fresh, duplicate, unread }) {
      if (fresh > 0) events.inc({ outcome: 'fresh' }, fresh)
      if (duplicate > 0) events.inc({ outcome: 'duplicate' }, duplicate)
      if (unread > 0) events.inc({ outcome: 'unread' }, unread)
    },
    noteJob: (kind, outcome) => jobs.inc({ kind, outcome }),
    async text() {
      await Promise.all([refreshBacklog(), refreshWebhooks()])
      setFindings(found())
      const figures = late.figures()
      setQueues(late.queues())
      urgent.set(figures.due)
      oldest.set(figures.oldestDueMs / 1000)
      expired.inc(figures.expired - expiredBefore)
      expiredBefore = figures.expired
      return await register.metrics()
    },
  }
}

/** If the store does not answer, these numbers are NaN and the other metrics are still reported. */
function backlogGauges(
  gauge: (name: string, help: string) => Gauge,
  getBacklog: () => Promise<Backlog>,
): () => Promise<void> {
  const waiting = gauge('innkeeper_jobs_waiting', 'Jobs in the queue.')
  const failed = withOldName(
    gauge,
    'innkeeper_jobs_failed',
    'innkeeper_jobs_buried',
    'Jobs that failed permanently and are kept for the operator.',
  )
  const unparsed = withOldName(
    gauge,
    'innkeeper_events_unparsed',
    'innkeeper_unread_events',
    'Events that could not be parsed and are kept as received.',
  )
  return async () => {
    const backlog = await getBacklog().catch(() => undefined)
    waiting.set(backlog?.waitingJobs ?? Number.NaN)
    for (const one of failed) one.set(backlog?.buriedJobs ?? Number.NaN)
    for (const one of unparsed) one.set(backlog?.unreadEvents ?? Number.NaN)
  }
}

/** Webhooks of channels that are on. */
function webhookGauges(
  gauge: (name: string, help: string) => Gauge,
  countWebhooks: WebhookStore['countWebhooks'],
): () => Promise<void> {
  const on = gauge('innkeeper_channel_webhooks', 'Webhooks of channels that are on.')
  const failing = gauge('innkeeper_channel_webhooks_failing', 'Those whose receiver accepted nothing lately.')
  const waiting = gauge('innkeeper_webhook_events_waiting', 'Events that are still to be sent to webhooks of channels.')
  return async () => {
    const counts = await countWebhooks().catch(() => undefined)
    on.set(counts?.on ?? Number.NaN)
    failing.set(counts?.failing ?? Number.NaN)
    waiting.set(counts?.waiting ?? Number.NaN)
  }
}

/** A kind without waiting jobs has no value. */
function queueGauges(gauge: (name: string, help: string) => Gauge<'kind'>): (queues: readonly Queue[]) => void {
  const due = gauge('innkeeper_jobs_due', 'Jobs that could run now and are waiting.')
  const oldest = gauge('innkeeper_job_oldest_seconds', 'How long the oldest of them has been waiting.')
  return (queues) => {
    for (const one of [due, oldest]) one.reset()
    for (const { kind, due: count, oldestSeconds } of queues) {
      due.set({ kind }, count)
      oldest.set({ kind }, oldestSeconds)
    }
  }
}

/** What the Service status page shows, and how far platforms that are asked for events are. Times that aren't known have no value. */
function findingGauges(
  gauge: <const Label extends string>(name: string, help: string, labelNames: Label[]) => Gauge<Label>,
): (figures: FindingFigures) => void {
  const findings = gauge('innkeeper_findings', 'What needs attention, as the Service status page shows it.', [
    'kind',
    'level',
    'subject',
  ])
  const lastPoll = gauge('innkeeper_last_poll_timestamp_seconds', 'When the platform last responded to a poll.', [
    'platform',
  ])
  const pending = gauge('innkeeper_pending_events', 'Events that the platform still has for us, if it says so.', [
    'platform',
  ])
  return (figures) => {
    for (const one of [findings, lastPoll, pending]) one.reset()
    for (const labels of figures.findings) findings.inc(labels)
    for (const { platform, lastPollAt, pending: count } of figures.polls) {
      if (lastPollAt !== null) lastPoll.set({ platform }, lastPollAt / 1000)
      if (count !== null) pending.set({ platform }, count)
    }
  }
}

/** A metric under its name and, for one release, under the name it had before. */
function withOldName<Metric>(
  create: (name: string, help: string) => Metric,
  name: string,
  oldName: string,
  help: string,
): Metric[] {
  return [create(name, help), create(oldName, `Deprecated: use ${name}. ${help}`)]
}

/** Used when metrics are disabled. */
export const noMetrics: Metrics = {
  noteRequest() {},
  noteDiskFree() {},
  noteWebhook() {},
  noteDelivery() {},
  noteReceipt() {},
  noteJob() {},
  text: async () => '',
}

/** On its own port, so that a proxy in front of the API never exposes it by accident. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('Only /metrics is available on this port\n')
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
