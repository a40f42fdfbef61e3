import { Button, List, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import classes from './settings.module.css'

const goods = ['messages', 'assistant', 'people', 'logs'] as const

export function Deletion({ canDelete }: { canDelete: boolean }) {
  const { t } = useTranslation()
  const { detail } = useChannel()
  const [isAsking, ask] = useDisclosure(false)
  return (
    <section className={classes.danger} aria-labelledby="deletion">
      <Title order={2} size="h4" id="deletion">
        {t('settings.deletion.title')}
      </Title>
      <Text mt="xs">{t('settings.deletion.text', { channel: detail.meta.name })}</Text>
      <List my="sm" spacing={4}>
        {goods.map((what) => (
          <List.Item key={what}>{t(`settings.deletion.what.${what}`)}</List.Item>
        ))}
      </List>
      <Text fw={500}>{t('settings.deletion.final')}</Text>
      {canDelete && (
        <Button color="red" mt="lg" onClick={ask.open}>
          {t('settings.deletion.button')}
        </Button>
      )}
      <DeleteDialog opened={isAsking} onClose={ask.close} />
    </section>
  )
}
