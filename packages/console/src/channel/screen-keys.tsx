import { Kbd, Modal, Table } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../locales/language.ts'
import { useChannel } from './channel.ts'
import { useShortcuts } from './shortcuts.ts'

/** Shortcuts for every screen of a channel. The conversation has more, and handles them itself. */
export function ScreenKeys({ isSearch = false }: { isSearch?: boolean }) {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts((command) => {
    if (command === 'help') setHelpOpen(true)
    // The search field has its own handler.
    else if (command === 'search' && !isSearch)
      void navigate({ to: '/channels/$channelId/search', params: { channelId } })
    else return false
    return true
  })
  return <HelpDialog opened={isHelpOpen} onClose={() => setHelpOpen(false)} only={['search', 'help', 'close']} />
}

type Word = keyof Texts['conversation']['help']

const lines: readonly { word: Word; keys: [string, string?][] }[] = [
  { word: 'next', keys: [['j'], ['↓']] },
  { word: 'previous', keys: [['k'], ['↑']] },
  { word: 'act', keys: [['Enter']] },
  { word: 'first', keys: [['Home'], ['g', 'g']] },
  { word: 'latest', keys: [['End'], ['g', 'e']] },
  { word: 'unread', keys: [['g', 'u']] },
  { word: 'date', keys: [['g', 'd']] },
  { word: 'search', keys: [['/']] },
  { word: 'help', keys: [['?']] },
  { word: 'close', keys: [['Esc']] },
]

type HelpProps = {
  opened: boolean
  onClose(): void
  /** Lists only these, if not all of them work. */
  only?: readonly Word[]
}

export function HelpDialog({ opened, onClose, only }: HelpProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('conversation.help.title')}
      centered
      closeButtonProps={{ 'aria-label': t('conversation.help.close') }}
    >
      <Table withRowBorders={false} verticalSpacing={6}>
        <Table.Tbody>
          {lines
            .filter(({ word }) => only?.includes(word) ?? true)
            .map(({ word, keys }) => (
              <Table.Tr key={word}>
                <Table.Td>{t(`conversation.help.${word}`)}</Table.Td>
                <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                  {keys.map((chord, at) => (
                    <span key={chord.join(' ')}>
                      {at > 0 && ` ${t('conversation.help.or')} `}
                      <Kbd>{chord[0]}</Kbd>
                      {chord[1] !== undefined && (
                        <>
                          {` ${t('conversation.help.andThen')} `}
                          <Kbd>{chord[1]}</Kbd>
                        </>
                      )}
                    </span>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
