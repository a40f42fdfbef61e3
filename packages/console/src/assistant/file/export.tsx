import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { safeFileName, saveBlob } from '../../ui/download.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconFileSpreadsheet, IconFileText } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout.tsx'

export function Export() {
  const { t } = useTranslation()
  const { channelId, detail, timezone } = useChannel()
  const format = useFormat(timezone)
  const named = () => ({ group: detail.meta.name, day: format.dayOf(new Date().toISOString()) })
  const onError = useNotifyFailure()
  const json = useMutation({
    mutationFn: async () => {
      const text = JSON.stringify(await api.exportAssistant({ channelId }), null, 2)
      const name = safeFileName(`${t('assistantParts.file.export.jsonName', named())}.json`)
      saveBlob(new Blob([`${text}\n`], { type: 'application/json' }), name)
    },
    onError,
  })
  const csv = useMutation({
    mutationFn: async () => {
      const response = await api.exportRules({ channelId })
      saveBlob(await response.blob(), safeFileName(`${t('assistantParts.file.export.csvName', named())}.csv`))
    },
    onError,
  })
  return (
    <Section title={t('assistantParts.file.export.title')} text={t('assistantParts.file.export.text')}>
      <Group>
        <Button
          variant="default"
          leftSection={<IconFileText size={16} />}
          loading={json.isPending}
          onClick={() => json.mutate()}
        >
          {t('assistantParts.file.export.json')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} />}
          loading={csv.isPending}
          onClick={() => csv.mutate()}
        >
          {t('assistantParts.file.export.csv')}
        </Button>
      </Group>
    </Section>
  )
}
