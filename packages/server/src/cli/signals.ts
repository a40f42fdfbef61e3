const signals = ['SIGINT', 'SIGTERM'] as const

/** Work that can be interrupted: what it began is put away before the process ends, which it does at once. */
export async function withCleanUp<T>(putAway: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    putAway()
    for (const one of signals) process.removeListener(one, end)
    // Not `exit`, which would wait for a thread that copies a database.
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, end)
  try {
    return await work()
  } finally {
    for (const signal of signals) process.removeListener(signal, end)
  }
}
