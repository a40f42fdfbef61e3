import { Alert, Button, Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { IconQuestionMark } from '../../ui/icons/icons.ts'
import { chooseName, type Editing, letIn, namesWithin, type PreviewedPerson, type Question } from './draft.ts'

/** More would only hide the rest of the preview. */
const mostAtOnce = 10

type Props = Editing & { questions: readonly Question[]; people: readonly PreviewedPerson[] }

/** What the file doesn't say. Until it's answered, the lines concerned stay unread. */
export function Questions({ questions, ...editing }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  if (questions.length === 0) return null
  const rest = questions.length - mostAtOnce
  return (
    <Alert variant="default" icon={<IconQuestionMark size={18} />} title={t('imports.questions.title')}>
      <Stack gap="lg">
        <Text size="sm">{t('imports.questions.text')}</Text>
        {questions.slice(0, mostAtOnce).map((question) => (
          <Asked key={question.ask === 'name' ? question.beginning : question.ask} question={question} {...editing} />
        ))}
        {rest > 0 && (
          <Text size="sm">{t('imports.questions.more', { count: rest, questions: format.count(rest) })}</Text>
        )}
      </Stack>
    </Alert>
  )
}

function Asked({ question, people, ...editing }: Editing & { question: Question; people: readonly PreviewedPerson[] }) {
  switch (question.ask) {
    case 'date-order':
      return <DateOrder example={question.example} {...editing} />
    case 'chat':
      return <Chat chats={question.chats} {...editing} />
    case 'name':
      return <Name question={question} {...editing} />
    case 'people':
      return <MayBeGone question={question} people={people} {...editing} />
  }
}

const orders = ['day-month', 'month-day'] as const

function DateOrder({ example, draft, onChange, isReadOnly }: Editing & { example: string }) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('imports.questions.dateOrder', { example })}
      value={draft.dateOrder ?? null}
      onChange={(chosen) => onChange({ ...draft, dateOrder: chosen as (typeof orders)[number] })}
    >
      <Stack gap="xs" mt="xs">
        {orders.map((order) => (
          <Radio key={order} value={order} label={t(`imports.questions.orders.${order}`)} disabled={isReadOnly} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

type Chats = Extract<Question, { ask: 'chat' }>['chats']

function Chat({ chats, draft, onChange, isReadOnly }: Editing & { chats: Chats }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Radio.Group
      label={t('imports.questions.chat')}
      value={draft.chat ?? null}
      onChange={(chat) => onChange({ ...draft, chat })}
    >
      <Stack gap="xs" mt="xs">
        {chats.map(({ id, name, messages }) => (
          <Radio
            key={id}
            value={id}
            label={name || id}
            description={t('imports.people.messages', { count: messages, messages: format.count(messages) })}
            disabled={isReadOnly}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function Name({
  question: { beginning, line, lines },
  draft,
  onChange,
  isReadOnly,
}: Editing & { question: Extract<Question, { ask: 'name' }> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const about =
    lines === 1
      ? t('imports.questions.line', { line: format.count(line) })
      : t('imports.questions.lines', { count: lines, line: format.count(line), lines: format.count(lines) })
  return (
    <Radio.Group
      label={t('imports.questions.name', { beginning })}
      description={about}
      value={draft.names.get(beginning) ?? ''}
      onChange={(name) => onChange(chooseName(draft, beginning, name === '' ? undefined : name))}
    >
      <Stack gap="xs" mt="xs">
        {namesWithin(beginning).map((name) => (
          <Radio key={name} value={name} label={<bdi>{name}</bdi>} disabled={isReadOnly} />
        ))}
        <Radio value="" label={t('imports.questions.noName')} disabled={isReadOnly} />
      </Stack>
    </Radio.Group>
  )
}

type GoneProps = Editing & { question: Extract<Question, { ask: 'people' }>; people: readonly PreviewedPerson[] }

/** Messages of people who must not be saved don't come in by another name. */
function MayBeGone({ question, people, draft, onChange, isReadOnly }: GoneProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const join = useJoin()
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" fw={500}>
        {t('imports.questions.people', { count: question.people, people: format.count(question.people) })}
      </Text>
      <Text size="sm">
        {join.sentences(
          ...question.because.map((why) => t(`imports.questions.because.${why}`)),
          t('imports.questions.decide'),
        )}
      </Text>
      <Button variant="light" disabled={isReadOnly} onClick={() => onChange(letIn(draft, people))}>
        {t('imports.questions.letIn')}
      </Button>
    </Stack>
  )
}
