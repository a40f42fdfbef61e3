import { setTimeout as pause } from 'node:timers/promises'
import { call, createAgent, webhook } from '../measuring/http-call.ts'
import type { Platform } from '../servers/platform.ts'
import { type Mix, type MixedEvent, makeMixedEvent } from '../traffic/mixed-groups.ts'
import type { Cluster } from './cluster.ts'

/** An acknowledged event, and what it took. */
export type Delivered = Omit<MixedEvent, 'event'> & {
  tries: { node: number; sentAt: number; tookMs: number; isAccepted: boolean }[]
}

/** How long the platform waits for an acknowledgement, and then until it delivers again. */
const patienceMs = 10_000
const againMs = 500

/** Delivers events to all nodes by the clock, however slow they are. What isn't acknowledged is delivered again to the next node. */
export function keepDelivering(
  { nodes }: Pick<Cluster, 'nodes'>,
  { perSecondAndNode, mix, platform }: { perSecondAndNode: number; mix: Mix; platform: Platform },
): { stop(): Promise<Delivered[]> } {
  const agent = createAgent()
  const underWay = new Set<Promise<void>>()
  const delivered: Delivered[] = []
  let count = 0
  const deliver = async (index: number): Promise<void> => {
    const { event, ...about } = makeMixedEvent(index, mix, platform)
    const tries: Delivered['tries'] = []
    for (let node = index; ; node++) {
      const again = { ...event, deliveryContext: { isRedelivery: tries.length > 0 } }
      const { port = 0 } = nodes[node % nodes.length] ?? {}
      const sentAt = performance.now()
      const status = await call({ ...webhook(port, agent, [again]), timeoutMs: patienceMs }).then(
        (answer) => answer.status,
        () => undefined,
      )
      tries.push({ node: node % nodes.length, sentAt, tookMs: performance.now() - sentAt, isAccepted: status === 200 })
      if (status === 200) break
      await pause(againMs)
    }
    delivered.push({ ...about, tries })
  }
  const timer = setInterval(
    () => {
      const one = deliver(count++).finally(() => underWay.delete(one))
      underWay.add(one)
    },
    1000 / (perSecondAndNode * nodes.length),
  )
  return {
    async stop() {
      clearInterval(timer)
      while (underWay.size > 0) await Promise.all(underWay)
      agent.destroy()
      return delivered
    },
  }
}
