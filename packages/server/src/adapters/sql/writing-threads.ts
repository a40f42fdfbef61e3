import { Worker } from 'node:worker_threads'

// Loading what a writing thread needs takes longer than most tests. A service opens a single store, but a test process opens
// hundreds, one after the other, so it reuses the threads of closed stores.

const idle = new Map<string, Worker[]>()
let isKeeping = false

/** From now on, this process reuses its writing threads. */
export function reuseWritingThreads(): void {
  isKeeping = true
}

/** Runs `file`, which serves one store after the other: options, then work, then `close`, which it answers with `closed`. */
export function takeWritingThread(file: URL): Worker {
  const kept = idle.get(file.href)?.pop()
  kept?.ref()
  return kept ?? new Worker(file)
}

/** Call it after the thread's store is closed. */
export async function returnWritingThread(file: URL, worker: Worker): Promise<void> {
  // One by one: without a name, the worker's own listeners would be removed, too.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
  if (!isKeeping) {
    await worker.terminate()
    return
  }
  worker.unref()
  idle.set(file.href, [...(idle.get(file.href) ?? []), worker])
}

/** Sends the thread what to open. Rejects if that fails; then the thread is unusable. */
export async function openInThread(worker: Worker, options: unknown): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onMessage = (message: 'ready' | { failed: Error }) => (message === 'ready' ? resolve() : reject(message.failed))
  worker.once('message', onMessage)
  worker.once('error', reject)
  worker.postMessage({ open: options })
  try {
    await promise
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    worker.off('error', reject)
  }
}
