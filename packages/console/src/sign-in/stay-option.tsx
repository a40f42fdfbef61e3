import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useJoin } from '../ui/format/join.ts'

type Props = { names: string[]; isStaying: boolean; onChange: (isStaying: boolean) => void }

/** For someone who is signed in already and opens a link. Loaded only for them. */
export default function StayOption({ names, isStaying, onChange }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  return (
    <Checkbox
      label={t('signIn.link.stay', { names: join.list(names) })}
      checked={isStaying}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
