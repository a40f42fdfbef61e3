import type { CDPSession } from 'playwright-core'

type Load = { name: string; askedAt: number; beganAt?: number; endedAt?: number; bytes: number }

/** Records when a page asks for what. Ask for the text once the page has been used. */
export function recordWaterfall(session: CDPSession): () => string {
  const loads = new Map<string, Load>()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (request.url.startsWith('http'))
      loads.set(requestId, { name: nameOf(request.url), askedAt: timestamp, bytes: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    const load = loads.get(requestId)
    if (load) Object.assign(load, { beganAt: timestamp, bytes: load.bytes + response.encodedDataLength })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength, timestamp }) => {
    const load = loads.get(requestId)
    if (load) Object.assign(load, { endedAt: timestamp, bytes: load.bytes + encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const load = loads.get(requestId)
    if (load) load.endedAt = timestamp
  })
  return () => draw([...loads.values()])
}

function nameOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** One line per request: when it was sent, when its response began and ended, its bytes, and its name. */
function draw(loads: readonly Load[]): string {
  const startedAt = Math.min(...loads.map(({ askedAt }) => askedAt))
  const since = (at: number | undefined) => (at === undefined ? '–' : String(Math.round((at - startedAt) * 1000)))
  const head = ['sent', 'begins', 'ends', 'bytes'].map((name) => name.padStart(7)).join('')
  const lines = loads.map(({ name, askedAt, beganAt, endedAt, bytes }) => {
    const figures = [since(askedAt), since(beganAt), since(endedAt), String(bytes)]
    return `${figures.map((figure) => figure.padStart(7)).join('')}  ${name}`
  })
  return [`${head}  ms since the navigation`, ...lines].join('\n')
}
