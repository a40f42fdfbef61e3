import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useRef } from 'react'

type Props = ButtonProps & {
  /** Endings and types of files. */
  accept: string
  onFile(file: File): void
}

/** A button that opens the browser's file window. */
export function ChooseFile({ accept, onFile, ...rest }: Props) {
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    // Otherwise the browser wouldn't notice when someone chooses the same file again after correcting it.
    reset.current?.()
    if (file) onFile(file)
  }
  return (
    <FileButton accept={accept} onChange={choose} resetRef={reset}>
      {(props) => <Button {...rest} {...props} />}
    </FileButton>
  )
}
