import type { ServiceSettingList } from '@innkeeper/contract'
import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Setting = ServiceSettingList['settings'][number]
export type CertificateName = 'acmeDomain' | 'acmeEmail'
const fields = [
  { name: 'acmeDomain', label: 'domain', placeholder: 'inn.example' },
  { name: 'acmeEmail', label: 'email', placeholder: 'you@inn.example' },
] as const

type Props = {
  settings: ReadonlyMap<string, Setting>
  values: Partial<Record<CertificateName, string>>
  onChange: (name: CertificateName, value: string) => void
}

/** For a service without a proxy: it gets its certificate itself. */
export function OwnCertificate({ settings, values, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(settings.get('acmeDomain')?.isSet ?? false)
  if (!isOpen) {
    return (
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setIsOpen(true)}>
        {t('setup.address.acme.open')}
      </Anchor>
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('setup.address.acme.text')}
      </Text>
      {fields.map(({ name, label, placeholder }) => {
        const setting = settings.get(name)
        return (
          <TextInput
            key={name}
            label={t(`setup.address.acme.${label}`)}
            placeholder={placeholder}
            value={values[name] ?? setting?.value ?? ''}
            disabled={setting?.source === 'environment' || setting?.source === 'flag'}
            onChange={(event) => onChange(name, event.currentTarget.value)}
            autoComplete="off"
          />
        )
      })}
    </Stack>
  )
}
