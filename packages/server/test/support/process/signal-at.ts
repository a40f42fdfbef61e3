/** Environment variables that send a command a signal just before a call, such as the first `rename`. */
export function signalAt(signal: NodeJS.Signals, call: string, turn: number): Record<string, string> {
  const script = new URL('./signal-at.mjs', import.meta.url)
  return { NODE_OPTIONS: `--import=${script}`, SIGNAL_AT: `${signal}:${call}:${turn}` }
}
