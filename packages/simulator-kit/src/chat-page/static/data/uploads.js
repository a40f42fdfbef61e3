import { toast } from '../ui/toasts.js'
import { api } from './api.js'

const mostBytes = 20 * 1024 * 1024
const mostAtOnce = 20

/** Sends files one after the other, so that they stay in order. Several pictures at once become an album. */
export async function sendFiles(chatId, as, files, { asFile = false } = {}) {
  const fitting = [...files].slice(0, mostAtOnce).filter((file) => {
    if (file.size > mostBytes) toast(`${file.name} is larger than 20 MB. Choose a smaller file.`)
    return file.size <= mostBytes
  })
  if (files.length > mostAtOnce)
    toast(`You can send at most ${mostAtOnce} files at a time. Sending the first ${mostAtOnce}.`)
  const pictures = asFile ? [] : fitting.filter(isPicture)
  const setId = pictures.length > 1 ? randomHex() : undefined
  for (const file of fitting) {
    const index = pictures.indexOf(file)
    const set =
      setId && index >= 0 ? { setId: setId.toUpperCase(), setIndex: index + 1, setTotal: pictures.length } : {}
    await api.upload(chatId, file, { as, fileName: file.name || 'file', ...(asFile ? { asFile: '1' } : {}), ...set })
  }
}

const isPicture = ({ type }) => /^image\/(png|jpeg|gif|webp|avif)$/.test(type)

function randomHex() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
