/** The environment of a service that is broken in this way; `sabotage.mjs` lists them. */
export function sabotaged(how: string): Record<string, string> {
  return { SABOTAGE: how, NODE_OPTIONS: `--import=${new URL('./sabotage.mjs', import.meta.url).href}` }
}
