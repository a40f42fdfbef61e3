import { createClient } from '@innkeeper/client'
import { longestFileName } from '@innkeeper/contract'
import { reach } from './client.ts'

type Upload = Watched & { channelId: string; file: File }

/** Uploads a chat history. `signal` aborts it, and nothing stays on the server. */
export function uploadHistory({ channelId, file, ...watched }: Upload) {
  const fileName = [...file.name].slice(0, longestFileName).join('') || 'chat-history'
  const sending: typeof fetch = (request, init) => reach(request, init, sendFile(watched))
  return createClient({ baseUrl: '', fetch: sending }).uploadImport({ channelId, fileName, file })
}

type Watched = {
  /** How much has been sent. Called many times a second. */
  onSent(bytes: number): void
  signal: AbortSignal
}

/** Works like `fetch`, but tells how far the upload got, which browsers only do for this older interface. */
function sendFile({ onSent, signal }: Watched): typeof fetch {
  return (request, init) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const sending = new XMLHttpRequest()
      sending.open(init?.method ?? 'POST', String(request))
      for (const [name, value] of new Headers(init?.headers)) sending.setRequestHeader(name, value)
      sending.upload.onprogress = ({ loaded }) => onSent(loaded)
      sending.onload = () => resolve(toResponse(sending))
      sending.onerror = () => reject(new TypeError('The upload failed'))
      sending.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
      signal.addEventListener('abort', () => sending.abort(), { once: true })
      sending.send(init?.body as Blob)
    })
}

function toResponse(sending: XMLHttpRequest): Response {
  const { status, responseText } = sending
  const lines = sending.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return new Response(responseText, { status, headers })
}
