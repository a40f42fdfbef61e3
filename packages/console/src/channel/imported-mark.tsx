import type { TFunction } from 'i18next'
import { IconFileImport } from '../ui/icons/icons.ts'
import { type Imported, importedNote } from './imported-note.ts'

/** Says that a message is from a chat history, and not from the platform. */
export function ImportedMark({ item, t }: { item: Imported; t: TFunction }) {
  const note = importedNote(item, t)
  if (note === undefined) return null
  return (
    <span role="img" aria-label={note} title={note}>
      <IconFileImport size={14} stroke={1.6} color="var(--mantine-color-dimmed)" style={{ verticalAlign: 'middle' }} />
    </span>
  )
}
