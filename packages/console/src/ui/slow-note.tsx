import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const slowMs = 1500

/** Text beside a loading indicator, once loading takes long. */
export function SlowNote() {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Text role="status" size="sm" c="dimmed" ta="center" mih="1.5em">
      {isSlow && t('shell.slow')}
    </Text>
  )
}
