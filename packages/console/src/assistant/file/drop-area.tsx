import { Button, FileButton, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconFileUpload } from '../../ui/icons/icons.ts'
import classes from './drop-area.module.css'

/** An area to drop a file on, with a button for people who don't drag. */
export function DropArea({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping doesn't work by keyboard, but the button inside does
    <div
      className={classes.area}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        // Without this the browser would open the file instead.
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.25} aria-hidden />
      <Text c="dimmed" ta="center">
        {t('assistantParts.file.import.drop')}
      </Text>
      <FileButton accept=".json,.csv,.tsv,.txt,application/json,text/csv" onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button {...props} variant="light">
            {t('assistantParts.file.import.choose')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
