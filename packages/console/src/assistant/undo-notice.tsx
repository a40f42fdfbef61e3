import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

const noticeId = 'assistant-undo'
const shownMs = 15_000

type Props = {
  done: string
  undo: () => void
  /** For people who work with the keyboard, if what they just used is gone. They'd have to search for the button. */
  takesFocus?: boolean
  /** Until someone closes it. */
  stays?: boolean
}

/** Says what was done, with a button that undoes it. It stays while someone points at it or has the focus in it. */
export function showUndoNotice({ done, undo, takesFocus = false, stays = false }: Props): void {
  notifications.hide(noticeId)
  notifications.show({
    id: noticeId,
    autoClose: stays ? false : shownMs,
    message: <UndoNotice done={done} undo={undo} takesFocus={takesFocus} />,
  })
}

/** What the notice says is out of date once the person goes on with something else. */
export function hideUndoNotice(): void {
  notifications.hide(noticeId)
}

function UndoNotice({ done, undo, takesFocus }: Omit<Props, 'stays'>) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {done}
      </Text>
      <Button
        ref={button}
        size="compact-sm"
        variant="light"
        style={{ flex: 'none' }}
        onClick={() => {
          hideUndoNotice()
          undo()
        }}
      >
        {t('assistantParts.versions.undo')}
      </Button>
    </Group>
  )
}
