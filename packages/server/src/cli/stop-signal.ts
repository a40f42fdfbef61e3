const signals = ['SIGINT', 'SIGTERM'] as const

/** Settles with the first signal. A second one does not wait: whoever presses Ctrl+C twice means it. */
export async function onStop(note: () => void = () => {}): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
  })
  note()
  for (const signal of signals) process.once(signal, () => process.exit(1))
}
