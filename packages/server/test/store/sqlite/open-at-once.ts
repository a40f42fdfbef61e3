import { parentPort, workerData } from 'node:worker_threads'
import { openCommandStore } from '../../../src/adapters/sqlite/open-store.ts'

// A thread that opens fresh folders one after the other, each at the very moment the other threads do, and tells the
// secrets of the stores it met.
export type AtOnce = { dataDirs: string[]; threads: number; barrier: Int32Array }
const { dataDirs, threads, barrier } = workerData as AtOnce

const secrets: string[] = []
for (const [round, dataDir] of dataDirs.entries()) {
  waitForOthers(round)
  // A failure is told like a secret, so that no other thread waits for this one in vain.
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

/** The first cell is the round that is open, the second how many have arrived since the beginning. */
function waitForOthers(round: number): void {
  if (Atomics.add(barrier, 1, 1) + 1 === threads * (round + 1)) {
    Atomics.store(barrier, 0, round + 1)
    Atomics.notify(barrier, 0)
  }
  while (Atomics.load(barrier, 0) <= round) Atomics.wait(barrier, 0, round)
}
