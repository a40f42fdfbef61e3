import { Button, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { saveReturnPath } from '../session/return-path.ts'
import { useIsAdding } from '../session/use-sign-in.ts'

type Props = { platforms: readonly { platform: string; name: string }[]; disabled: boolean }

/** Plain links to the platform's sign-in page, which leads back here. */
export function PlatformButtons({ platforms, disabled }: Props) {
  const { t } = useTranslation()
  const { back } = useSearch({ from: '/sign-in' })
  const adding = useIsAdding() ? '?add=true' : ''
  if (platforms.length === 0) return null
  return (
    <Stack gap="md">
      {platforms.map(({ platform, name }) => {
        const label = t('signIn.platform', { platform: name })
        const way = `/sign-in/with/${encodeURIComponent(platform)}${adding}`
        return disabled ? (
          <Button key={platform} fullWidth variant="default" disabled>
            {label}
          </Button>
        ) : (
          <Button
            key={platform}
            fullWidth
            variant="default"
            component="a"
            href={way}
            onClick={() => saveReturnPath(back)}
          >
            {label}
          </Button>
        )
      })}
    </Stack>
  )
}
