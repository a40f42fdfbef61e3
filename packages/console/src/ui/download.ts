/** Makes the browser save a file under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Lets the browser download from the service itself, straight to the disk. It sends the cookie along. */
export function passToBrowser(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** The file name of a response (RFC 6266), without path separators. */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '')
  const name = (extended && decoded(extended)) || plain?.[1] || plain?.[2] || otherwise
  return name.replaceAll(/[/\\]/g, '_')
}

/** A name that every system can store: without characters that one of them reserves, and in any script. */
export function safeFileName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(reserved, '_')
    .replace(/^[\s.]+/, '')
}

// Invisible characters could make the name look like another one, or like another type of file.
const reserved = /[<>:"/\\|?*]|\p{Cc}|\p{Bidi_Control}/gu

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
