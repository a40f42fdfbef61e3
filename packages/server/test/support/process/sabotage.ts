/** Environment variables that break a service in this way. `sabotage.mjs` lists the ways. */
export function sabotaged(how: string): Record<string, string> {
  return { SABOTAGE: how, NODE_OPTIONS: `--import=${new URL('./sabotage.mjs', import.meta.url).href}` }
}
