import { badRequest } from '../http/api-error.ts'

const largestPicture = 5 * 1024 * 1024
const deadlineMs = 10_000

/** Fetches a picture that the bot names by its address, as the platform does. Only from this machine: nothing leaves it. */
export async function fetchPicture(address: string): Promise<Buffer> {
  const url = URL.parse(address)
  if (!url || !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) throw failed()
  const response = await fetch(url, { signal: AbortSignal.timeout(deadlineMs) }).catch(() => undefined)
  if (!response?.ok) throw failed()
  const type = response.headers.get('content-type') ?? ''
  if (!/^image\/(jpeg|png|webp|gif)/.test(type)) throw badRequest('wrong type of the web page content')
  const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)))
  if (bytes.length === 0 || bytes.length > largestPicture) throw failed()
  return bytes
}

function failed() {
  return badRequest('failed to get HTTP URL content')
}
