const signals = ['SIGINT', 'SIGTERM'] as const

/** Resolves with the first signal. A second one ends the process at once, because pressing Ctrl+C twice is deliberate. */
export async function onStop(note: () => void = () => {}): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
  })
  note()
  for (const signal of signals) process.once(signal, () => process.exit(1))
}

/** Runs work that a signal may interrupt: `cleanUp` is called first, then the process ends at once. */
export async function withCleanUp<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    cleanUp()
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
