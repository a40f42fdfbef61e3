import { Alert } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle } from '../ui/icons/icons.ts'
import classes from './failure-at-control.module.css'
import { placeNote } from './place-note.ts'
import { type ShownFailure, shownFailure } from './shown-failure.ts'

const lookEveryMs = 300

/** Why a change failed, beside the control that started it. Rendered once, for the whole page. */
export function FailureAtControl() {
  const failure = useSyncExternalStore(shownFailure.subscribe, shownFailure.get)
  return failure ? <Note key={`${failure.title} ${failure.text}`} failure={failure} /> : null
}

const close = () => shownFailure.set(undefined)

function Note({ failure: { control, title, text } }: { failure: ShownFailure }) {
  const { t } = useTranslation()
  const note = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()

  useLayoutEffect(() => {
    const put = () => {
      if (!control.isConnected) return close()
      const size = note.current?.getBoundingClientRect() ?? { width: 0, height: 0 }
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const next = placeNote(control.getBoundingClientRect(), size, view)
      setPlace((now) => (now?.left === next?.left && now?.top === next?.top ? now : next))
    }
    put()
    // It follows its control, also when only a part of the page scrolls or the page changes.
    const timer = setInterval(put, lookEveryMs)
    window.addEventListener('scroll', put, { capture: true, passive: true })
    window.addEventListener('resize', put)
    return () => {
      clearInterval(timer)
      window.removeEventListener('scroll', put, { capture: true })
      window.removeEventListener('resize', put)
    }
  }, [control])

  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && note.current?.contains(target))) close()
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('click', onPress, { capture: true })
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('click', onPress, { capture: true })
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])

  // At the end of the page, so that nothing around it covers or clips it.
  return createPortal(
    <div ref={note} className={classes.note} data-hidden={!place || undefined} style={place ?? { left: 0, top: 0 }}>
      <Alert
        color="red"
        variant="outline"
        role="alert"
        icon={<IconAlertTriangle size={18} />}
        title={title}
        withCloseButton
        closeButtonLabel={t('shell.close')}
        onClose={close}
        className={classes.card ?? ''}
      >
        {text}
      </Alert>
    </div>,
    document.body,
  )
}
