import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconHistory } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import type { Jumps } from '../use-jumps.ts'
import classes from './memories.module.css'
import { memoriesQuery } from './memories-query.ts'

const MemoriesDrawer = lazy(() => import('./memories-drawer.tsx'))

/** Appears only if something was said on this day in an earlier year. */
export default function Memories({ jumps }: { jumps: Jumps }) {
  const { t } = useTranslation()
  const { channelId, format, join } = useConversationContext()
  const years = useQuery(memoriesQuery(channelId)).data?.years ?? []
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, drawer] = useDisclosure(false, { onOpen: () => setWasOpened(true) })
  if (years.length === 0 && !wasOpened) return null
  const close = (jump: () => void) => {
    drawer.close()
    jump()
  }
  const label = t('memories.open', { years: join.list(years.map(({ date }) => format.year(date.slice(0, 4)))) })
  return (
    <>
      <button type="button" className={classes.pill} onClick={drawer.open} aria-label={label} title={label}>
        <IconHistory size={16} stroke={1.6} aria-hidden />
        <span className={classes.words}>{t('memories.title')}</span>
      </button>
      {wasOpened && (
        <Suspense>
          <MemoriesDrawer
            opened={isOpen}
            onClose={drawer.close}
            onMessage={(id) => close(() => jumps.toMessage(id))}
            onDay={(date) => close(() => jumps.toDay(date))}
          />
        </Suspense>
      )}
    </>
  )
}
