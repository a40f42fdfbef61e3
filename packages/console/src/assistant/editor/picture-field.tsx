import { InnkeeperError } from '@innkeeper/client'
import { ruleLimits } from '@innkeeper/contract'
import { Button, FileButton, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { FailureNote } from '../../errors/failure-notices.tsx'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import { IconPhoto, IconX } from '../../ui/icons/icons.ts'
import type { FormProps } from './form-section.tsx'
import { readPicture } from './shrink-picture.ts'

/** The address of a picture, or a file that gets one. */
export function PictureField({ draft: { picture }, errors, isLocked, onChange }: FormProps) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const refusalText = useRefusalText()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const data = await readPicture(file)
      return data === undefined ? undefined : await api.uploadRulePicture({ channelId, body: { data } })
    },
    onSuccess: (uploaded) => uploaded && onChange({ picture: uploaded.url }),
  })
  const { error } = upload
  const isRefused = error instanceof InnkeeperError && error.status === 400
  return (
    <Stack gap="xs">
      <TextInput
        type="url"
        label={t('assistant.fields.picture')}
        description={t('ruleTools.form.pictureHint')}
        placeholder="https://"
        maxLength={ruleLimits.picture}
        value={picture ?? ''}
        disabled={isLocked}
        error={errors.picture}
        onChange={(event) => onChange({ picture: event.currentTarget.value || null })}
      />
      {picture !== null && isOwn(picture) && (
        <Image src={picture} alt={t('ruleTools.form.pictureAlt')} w={160} mah={160} fit="contain" radius="md" />
      )}
      {!isLocked && (
        <Group gap="xs">
          <FileButton
            accept="image/jpeg,image/png,image/webp,image/gif"
            onChange={(file) => file && upload.mutate(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="compact-sm"
                leftSection={<IconPhoto size={14} aria-hidden />}
                loading={upload.isPending}
              >
                {t('ruleTools.form.uploadPicture')}
              </Button>
            )}
          </FileButton>
          {picture !== null && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconX size={14} aria-hidden />}
              onClick={() => onChange({ picture: null })}
            >
              {t('ruleTools.form.removePicture')}
            </Button>
          )}
        </Group>
      )}
      <Text size="sm" c="red" role="alert">
        {upload.isSuccess && !upload.data && t('ruleTools.form.notPicture')}
        {isRefused && refusalText(error.message)}
      </Text>
      {error && !isRefused && <FailureNote error={error} />}
    </Stack>
  )
}

/** Only pictures of this service can be shown here: the page loads nothing from elsewhere. */
function isOwn(address: string): boolean {
  return URL.parse(address)?.origin === location.origin
}
