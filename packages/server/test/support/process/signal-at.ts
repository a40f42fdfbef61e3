/** The environment of a command that gets a signal when it is about to do something, such as `rename` for the first time. */
export function signalAt(signal: NodeJS.Signals, call: string, turn: number): Record<string, string> {
  const script = new URL('./signal-at.mjs', import.meta.url)
  return { NODE_OPTIONS: `--import=${script}`, SIGNAL_AT: `${signal}:${call}:${turn}` }
}
