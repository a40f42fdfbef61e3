import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compareTexts } from './compare-texts.ts'
import { type EditedField, useFieldText } from './edited-fields.ts'
import classes from './editing.module.css'
import { type FieldChange, findChanges, mergeDrafts, type Side, type Sides } from './merge.ts'

type Props = {
  sides: Sides<object>
  fields: readonly EditedField[]
  isSaving: boolean
  onTheirs: () => void
  onSave: (draft: object) => void
  onClose: () => void
}

/** Shows both versions field by field, and asks only about fields that both people changed. */
export function CollisionView({ sides, fields, isSaving, onTheirs, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const fieldText = useFieldText(fields)
  const [chosen, setChosen] = useState<{ of: Sides<object>; choices: Record<string, Side> }>()
  // After another collision, earlier choices no longer apply.
  const choices = chosen?.of === sides ? chosen.choices : {}
  const changes = useMemo(
    () =>
      findChanges(
        sides,
        fields.map(({ path }) => path),
      ),
    [sides, fields],
  )
  const conflicts = changes.filter(({ by }) => by === 'conflict')
  const open = conflicts.filter(({ path }) => !choices[path]).length
  const choose = (path: string) => (side: string) =>
    setChosen({ of: sides, choices: { ...choices, [path]: side as Side } })
  return (
    <Modal opened onClose={onClose} title={t('editing.title')} size="xl">
      <Text size="sm" mb="md">
        {t('editing.text')}
      </Text>
      {conflicts.map((change) => (
        <Conflict
          key={change.path}
          change={change}
          fieldText={fieldText(change.path)}
          choice={choices[change.path] ?? null}
          onChoose={choose(change.path)}
        />
      ))}
      {changes.map(
        (change) =>
          change.by !== 'conflict' && (
            <Merged key={change.path} {...change} by={change.by} fieldText={fieldText(change.path)} />
          ),
      )}
      <Text size="sm" c="dimmed" mt="sm" role="status">
        {open > 0 ? t('editing.choose', { count: open }) : t('editing.ready')}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onTheirs} disabled={isSaving}>
          {t('editing.takeTheirs')}
        </Button>
        <Button variant="default" onClick={() => onSave(sides.mine)} disabled={isSaving}>
          {t('editing.keepMine')}
        </Button>
        <Button onClick={() => onSave(mergeDrafts(sides, changes, choices))} disabled={open > 0} loading={isSaving}>
          {t('editing.saveMerged')}
        </Button>
      </Group>
    </Modal>
  )
}

type FieldText = { label: string; toText: (value: unknown) => string }
type ConflictProps = {
  change: FieldChange
  fieldText: FieldText
  choice: Side | null
  onChoose: (side: string) => void
}

function Conflict({ change, fieldText: { label, toText }, choice, onChoose }: ConflictProps) {
  const { t } = useTranslation()
  const before = toText(change.base)
  return (
    <Radio.Group
      className={classes.field}
      label={label}
      description={t('editing.by.conflict')}
      value={choice}
      onChange={onChoose}
    >
      <div className={classes.sides}>
        {(['theirs', 'mine'] as const).map((side) => (
          <Radio.Card key={side} value={side} className={classes.side} aria-label={t(`editing.side.${side}`)}>
            <Group gap="xs" mb={6}>
              <Radio.Indicator />
              <Text fw={500} size="sm">
                {t(`editing.side.${side}`)}
              </Text>
            </Group>
            <TextDifference from={before} to={toText(change[side])} />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

type MergedProps = Pick<FieldChange, 'base' | 'mine' | 'theirs'> & { by: Side | 'same'; fieldText: FieldText }

function Merged({ by, base, mine, theirs, fieldText: { label, toText } }: MergedProps) {
  const { t } = useTranslation()
  return (
    <Stack className={classes.field} gap={4}>
      <Text fw={600} size="sm">
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`editing.by.${by}`)}
      </Text>
      <TextDifference from={toText(base)} to={toText(by === 'mine' ? mine : theirs)} />
    </Stack>
  )
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

/** A text with insertions underlined and deletions struck through. */
export function TextDifference({ from, to }: { from: string; to: string }) {
  const pieces = useMemo(() => compareTexts(from, to), [from, to])
  let offset = 0
  return (
    <div className={classes.text}>
      {pieces.map(({ kind, text }) => {
        const Tag = tags[kind]
        offset += text.length
        return <Tag key={`${kind}${offset}`}>{text}</Tag>
      })}
    </div>
  )
}
