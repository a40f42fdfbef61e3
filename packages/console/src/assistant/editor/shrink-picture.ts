/** A request holds a little more, and the service scales the picture down anyway. */
const mostBytes = 700_000
const edge = 1280
const qualities = [0.85, 0.6]

/** The picture in base64, scaled down if it's too large to be sent. Undefined if the browser can't read it. */
export async function readPicture(file: Blob): Promise<string | undefined> {
  const small = file.size <= mostBytes ? file : await shrink(file)
  if (!small) return undefined
  const address = await readAddress(small)
  return address.slice(address.indexOf(',') + 1)
}

async function shrink(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (blob && blob.size <= mostBytes) return blob
  }
  return undefined
}

function readAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
