import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { Alert, Anchor, List, Spoiler, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconRobot } from '../../ui/icons/icons.ts'
import { assistantKey } from '../queries.ts'
import { RuleLink } from '../rule-link.tsx'
import { useMayEdit } from '../use-may-edit.ts'

type Props = { config: AssistantConfig; rules: readonly Rule[]; rule?: Rule }

/** Explains what a language model receives, and shows its latest choices. `rule`: only those of this rule. */
export function ModelNote({ config, rules, rule }: Props) {
  const { t } = useTranslation()
  const { mayEdit } = useMayEdit()
  const isAsked = (rule ? [rule] : rules).some(({ match }) => (match ?? config.qa.mode) === 'ai')
  if (!isAsked && (rule || config.qa.mode !== 'ai')) return null
  return (
    <Alert color="gray" variant="light" icon={<IconRobot size={18} />} title={t('assistant.model.title')}>
      <Stack gap="xs">
        <Spoiler maxHeight={44} showLabel={t('assistant.model.show')} hideLabel={t('assistant.model.hide')}>
          <Text size="sm">{t('assistant.model.text')}</Text>
          <List size="sm" mt={6}>
            <List.Item>{t('assistant.model.message')}</List.Item>
            <List.Item>{t('assistant.model.rules')}</List.Item>
            <List.Item>{t('assistant.model.passages')}</List.Item>
          </List>
        </Spoiler>
        {mayEdit && <Cited rules={rules} rule={rule} />}
      </Stack>
    </Alert>
  )
}

const mostShown = 3

/** The rules it cited, from the send log. */
function Cited({ rules, rule }: { rules: readonly Rule[]; rule: Rule | undefined }) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const format = useFormat(timezone)
  const { data } = useQuery({
    queryKey: [...assistantKey(channelId), 'cited', rule?.id ?? ''],
    queryFn: () => api.listSends({ channelId, limit: 100, ...(rule && { ruleId: rule.id }) }),
  })
  if (!data) return null
  const cited = data.sends.filter(({ mode }) => mode === 'ai').slice(0, mostShown)
  if (cited.length === 0) return <Text size="sm">{t('assistant.model.none')}</Text>
  return (
    <List size="sm" aria-label={t('assistant.model.cited')}>
      {cited.map(({ id, at, ruleId, texts }) => {
        const named = rules.find((one) => one.id === ruleId)
        return (
          <List.Item key={id}>
            {format.dateTime(at)}
            {': '}
            {named ? (
              <Anchor inherit renderRoot={(props) => <RuleLink rule={named.id} {...props} />}>
                {named.question}
              </Anchor>
            ) : (
              t(ruleId === null ? 'assistant.model.passage' : 'assistant.model.gone')
            )}
            {texts[0] !== undefined && (
              <Text span inherit c="dimmed" lineClamp={1}>
                {texts[0]}
              </Text>
            )}
          </List.Item>
        )
      })}
    </List>
  )
}
