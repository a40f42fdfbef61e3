import { Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { ChooseFile } from './choose-file.tsx'
import classes from './drop-area.module.css'
import { IconFileUpload } from './icons/icons.ts'

type Props = {
  text: string
  /** On the button. */
  choose: string
  /** Endings and types of files, for the dialog of the button. */
  accept: string
  onFile(file: File): void
}

/** An area to drop a file on, with a button for people who don't drag. */
export function DropArea({ text, choose, accept, onFile }: Props) {
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
        {text}
      </Text>
      <ChooseFile accept={accept} onFile={onFile} variant="light">
        {choose}
      </ChooseFile>
    </div>
  )
}
