import type { ModalProps } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'

const Modal = lazy(async () => ({ default: (await import('./dialog.ts')).Modal }))

/** A dialog whose code is loaded when it's first opened. */
export function LateDialog(props: ModalProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <Opening {...props} />
    </Suspense>
  )
}

/** Opened after it was rendered closed: only then it remembers what had the focus, and returns it. */
function Opening({ opened, ...props }: ModalProps) {
  const [isRendered, setRendered] = useState(false)
  useEffect(() => setRendered(true), [])
  return <Modal opened={opened && isRendered} {...props} />
}
