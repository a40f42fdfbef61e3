import { parentPort, workerData } from 'node:worker_threads'
import { openCommandStore } from '../../../src/adapters/sqlite/open-store.ts'

// A thread that opens fresh folders one by one, each at the same moment as the other threads, and reports the secrets
// of the stores it opened.
export type AtOnce = { dataDirs: string[]; threads: number; barrier: Int32Array }
const { dataDirs, threads, barrier } = workerData as AtOnce

const secrets: string[] = []
for (const [round, dataDir] of dataDirs.entries()) {
  waitForOthers(round)
  // A failure is reported in place of a secret, so that the other threads don't wait for this one forever.
  secrets.push(await openAndLook(dataDir).catch(String))
}
parentPort?.postMessage(secrets)

async function openAndLook(dataDir: string): Promise<string> {
  const store = await openCommandStore({ dataDir, defaults: { timezone: 'UTC', claim: 'first' } })
  await store.ping()
  const secret = store.secret
  await store.close()
  return secret
}

/** The first cell is the current round, the second counts all arrivals so far. */
function waitForOthers(round: number): void {
  if (Atomics.add(barrier, 1, 1) + 1 === threads * (round + 1)) {
    Atomics.store(barrier, 0, round + 1)
    Atomics.notify(barrier, 0)
  }
  while (Atomics.load(barrier, 0) <= round) Atomics.wait(barrier, 0, round)
}
