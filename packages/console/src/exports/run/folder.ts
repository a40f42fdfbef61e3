// Browsers with the File System Access API write into a folder that the person chooses. The others download each part themselves.

type PickFolder = (options: { id: string; mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>

/** Some browsers ask again after a reload. */
type Permission = { requestPermission(options: { mode: 'readwrite' }): Promise<PermissionState> }

export const canPickFolder = (): boolean => 'showDirectoryPicker' in window

/** A new folder inside the chosen one, so that nothing that is there already is overwritten. Undefined if the person cancels. */
export async function pickFolder(name: string): Promise<FileSystemDirectoryHandle | undefined> {
  if (!('showDirectoryPicker' in window)) return undefined
  const pick = window.showDirectoryPicker as PickFolder
  try {
    const chosen = await pick.call(window, { id: 'innkeeper-export', mode: 'readwrite' })
    return await chosen.getDirectoryHandle(name, { create: true })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

/** Throws if the person doesn't allow it. Call it while a press of a button is handled. */
export async function askToWrite(folder: FileSystemDirectoryHandle): Promise<void> {
  if (!('requestPermission' in folder)) return
  const state = await (folder as unknown as Permission).requestPermission({ mode: 'readwrite' })
  if (state !== 'granted') throw new DOMException('The folder may not be written to', 'NotAllowedError')
}

/** Not allowed in names of files on every system, and what makes a name look like another one. */
const forbidden = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu
const longestName = 100

/** A name that every system accepts. */
export function safeName(name: string): string {
  const [base = '', ending = ''] = splitEnding(name.replaceAll(forbidden, '_').normalize('NFC'))
  const cut = [...base]
    .slice(0, longestName)
    .join('')
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
  return `${/^(?:con|prn|aux|nul|com\d|lpt\d)?$/i.test(cut) ? `_${cut}` : cut}${ending}`
}

function splitEnding(name: string): [base: string, ending: string] {
  const [ending = ''] = /\.[a-z]{1,4}$/i.exec(name) ?? []
  return [name.slice(0, name.length - ending.length), ending]
}
